/** `audit`: one site, live or from a recording. */

import { printPlan } from '../audit/dry-run.ts';
import { hintFor } from '../audit/hints.ts';
import { planOf } from '../audit/plan.ts';
import { auditPlan } from '../audit/report.ts';
import { beginReports } from '../audit/reports.ts';
import { notice } from '../output.ts';
import type { AuditRun } from '../run.ts';

/**
 * Audits a site, writes the reports and prints the scorecard, then says by an error what is not right about it.
 *
 * @param input the site as it was typed
 * @throws CliError, AuditError for whatever makes the exit code other than 0
 */
export async function auditCommand(run: AuditRun, input: string | undefined): Promise<void> {
  const plan = await planOf(run, input);
  if (run.values.dryRun) return printPlan(run, plan);
  const reports = await beginReports(run);
  try {
    const told = await auditPlan(run, plan);
    await reports.write(told);
    reports.print(told);
    const remark = told.envelope === undefined ? undefined : hintFor(told.envelope);
    if (remark !== undefined) notice(run.output, remark);
    if (told.error !== undefined) throw told.error;
  } finally {
    await reports.discard();
  }
}
