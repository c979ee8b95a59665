/** `audit`: one site, live or from a recording. */
import { conclude } from '../audit/conclude.ts';
import { printPlan } from '../audit/dry-run.ts';
import { type AuditRun, planOf } from '../audit/plan.ts';
import { beginReports, problemFor } from '../audit/reports.ts';
import { see } from '../audit/see.ts';
import { toAuditError } from '../errors.ts';

/**
 * Audits a site and prints its scorecard.
 *
 * @throws CliError, AuditError for whatever makes the exit code other than 0
 */
export async function audit(run: AuditRun, input: string | undefined): Promise<void> {
  const plan = await planOf(run, input);
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
    await conclude(run, replayed, reports);
  } finally {
    await reports.discard();
  }
}
