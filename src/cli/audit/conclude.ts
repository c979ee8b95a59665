/** What is said of an audit that was made. */
import type { AuditError } from '../../errors.ts';
import { plural } from '../../view/words.ts';
import { CliError } from '../errors.ts';
import { notice } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import type { AuditRun } from './plan.ts';
import { problemFor, type Reports } from './reports.ts';

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/**
 * Writes the reports and prints the scorecard, then says by an error what is not right about it.
 *
 * @throws AuditError for whatever makes the exit code other than 0
 */
export async function conclude(run: AuditRun, replayed: Replayed, reports: Reports): Promise<void> {
  if (replayed.declined) notice(run.output, DECLINED);
  const problem = problemOf(run, replayed);
  const { envelope } = replayed;
  const audited = {
    target: envelope.target,
    envelope,
    base: reports.base,
    problem: problem === undefined ? undefined : problemFor(problem),
  };
  await reports.write([audited]);
  await reports.print([audited]);
  if (problem !== undefined) throw problem;
}

/** Why an audit that was made is not a success: cut short, incomplete, or below what it is held to. */
export function problemOf({ values }: AuditRun, { envelope, incomplete }: Replayed): AuditError | undefined {
  const { summary, score } = envelope.scorecard;
  if (envelope.cut_short === true) {
    return new CliError(
      'audit_timeout',
      `The audit was cut short by its deadline: ${plural(summary.skip, 'check')} not run, and the scores are of the rest only.`,
      { hint: 'Audit again with more time (--timeout).' },
    );
  }
  if (incomplete !== undefined) return incomplete;
  if (values.failUnder !== undefined && score.relative < values.failUnder) {
    return new CliError(
      'below_threshold',
      `The relative score is ${score.relative}, which is below --fail-under ${values.failUnder}.`,
      { hint: 'The scorecard lists what to fix; explain <check> says more about each check.' },
    );
  }
  return undefined;
}
