/** `audit`: one site, live or from a recording; or several sites. */
import { conclude } from '../audit/conclude.ts';
import { printPlan, printPlans } from '../audit/dry-run.ts';
import { type AuditRun, planOf } from '../audit/plan.ts';
import { beginReports, problemFor } from '../audit/reports.ts';
import { see } from '../audit/see.ts';
import { plansOf, severalOf } from '../audit/targets.ts';
import { toAuditError } from '../errors.ts';

/**
 * Audits a site and prints its scorecard; of several sites it prints what became of each.
 *
 * @param inputs the sites as they were typed
 * @throws CliError, AuditError for whatever makes the exit code other than 0
 */
export async function audit(run: AuditRun, inputs: readonly string[]): Promise<void> {
  const several = severalOf(run, inputs);
  if (several !== undefined) {
    const plans = await plansOf(run, several);
    if (run.values.dryRun) return printPlans(run, plans);
    const { auditMany } = await import('../audit/many.ts');
    return auditMany(run, plans);
  }
  const plan = await planOf(run, inputs[0]);
  if (run.values.dryRun) return printPlan(run, plan);
  const reports = await beginReports(run);
  try {
    const replayed = await see(run, plan).catch(async (thrown: unknown) => {
      const { name: target, url } = plan.target;
      const unaudited = { target, url, problem: problemFor(toAuditError(thrown)) };
      await reports.write([unaudited]);
      await reports.print([unaudited]);
      throw thrown;
    });
    await conclude(run, plan, replayed, reports);
  } finally {
    await reports.discard();
  }
}
