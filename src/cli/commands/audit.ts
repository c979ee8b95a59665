/** `audit`: one site, live or from a recording; or several sites. */

import { printPlan, printPlans } from '../audit/dry-run.ts';
import { hintFor } from '../audit/hints.ts';
import { type AuditRun, type Plan, planOf } from '../audit/plan.ts';
import { auditPlan } from '../audit/report.ts';
import { beginReports } from '../audit/reports.ts';
import { eventsOf } from '../audit/run.ts';
import { plansOf, severalOf } from '../audit/targets.ts';
import { notice } from '../output.ts';

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/**
 * Audits a site and prints its scorecard; of several sites it prints what became of each.
 *
 * @param inputs the sites as they were typed
 * @throws CliError, AuditError for whatever makes the exit code other than 0
 */
export async function auditCommand(run: AuditRun, inputs: readonly string[]): Promise<void> {
  const several = severalOf(run, inputs);
  if (several !== undefined) {
    const plans = await plansOf(run, several);
    if (run.values.dryRun) return printPlans(run, plans);
    return (await import('../audit/many.ts')).auditMany(run, plans);
  }
  const plan = await planOf(run, inputs[0]);
  return run.values.dryRun ? printPlan(run, plan) : auditOne(run, plan);
}

/** Writes the reports and prints the scorecard, then says by an error what is not right about it. */
async function auditOne(run: AuditRun, plan: Plan): Promise<void> {
  const { output } = run;
  const reports = await beginReports(run, { several: false });
  try {
    const told = await auditPlan(run, plan, {
      onEvent: eventsOf(output),
      onSeen: ({ declined }) => {
        if (declined) notice(output, DECLINED);
      },
    });
    await reports.write([told]);
    reports.print([told]);
    const remark = told.envelope === undefined ? undefined : hintFor(told.envelope);
    if (remark !== undefined) notice(output, remark);
    if (told.error !== undefined) throw told.error;
  } finally {
    await reports.discard();
  }
}
