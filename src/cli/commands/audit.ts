/** `audit`: one site, live or from a recording. */
import { conclude } from '../audit/conclude.ts';
import { printPlan } from '../audit/dry-run.ts';
import { type AuditRun, planOf } from '../audit/plan.ts';
import { see } from '../audit/see.ts';

/**
 * Audits a site and prints its scorecard.
 *
 * @throws CliError, AuditError for whatever makes the exit code other than 0
 */
export async function audit(run: AuditRun, input: string | undefined): Promise<void> {
  const plan = await planOf(run, input);
  if (run.values.dryRun) return printPlan(run, plan);
  await conclude(run, plan, await see(run, plan));
}
