/** What is said of an audit that was made. */
import type { AuditError } from '../../errors.ts';
import type { GateOutcome } from '../../gate/gate.ts';
import { plural } from '../../view/words.ts';
import { CliError } from '../errors.ts';
import { notice } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import { type Held, hold } from './gate.ts';
import type { AuditRun, Plan } from './plan.ts';
import { remarkOn } from './remarks.ts';
import { problemFor, type Reports } from './reports.ts';

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/** What comes of an audit that was made. */
export interface Judged {
  /** What the gate says, where something was asked for. */
  readonly held: Held | undefined;
  /** Why it does not end with 0. */
  readonly problem: AuditError | undefined;
}

/**
 * Holds an audit to what the plan asks for.
 *
 * @throws FileError where the baseline was to be written and cannot be
 */
export async function judged(run: AuditRun, { gate }: Plan, replayed: Replayed): Promise<Judged> {
  const held = gate === undefined ? undefined : await hold(gate, run, replayed);
  return { held, problem: problemOf(replayed, held?.outcome) };
}

/**
 * Writes the reports and prints the scorecard, then says by an error what is not right about it.
 *
 * @throws AuditError for whatever makes the exit code other than 0
 */
export async function conclude(
  run: AuditRun,
  plan: Plan,
  replayed: Replayed,
  reports: Reports,
): Promise<void> {
  if (replayed.declined) notice(run.output, DECLINED);
  const { held, problem } = await judged(run, plan, replayed);
  const { envelope } = replayed;
  const audited = {
    target: envelope.target,
    envelope,
    base: reports.base,
    problem: problem === undefined ? undefined : problemFor(problem),
    sample: replayed.sample,
    ...(held === undefined ? {} : { gate: held.outcome, gateDocument: held.document }),
  };
  await reports.write([audited]);
  await reports.print([audited]);
  const remark = remarkOn(envelope);
  if (remark !== undefined) notice(run.output, remark);
  if (problem !== undefined) throw problem;
}

/**
 * Why an audit that was made does not end with 0. One that is not whole has no verdict, whatever it found; of one that is,
 * what fails counts before what could not be seen.
 */
function problemOf(
  { envelope, incomplete }: Replayed,
  outcome: GateOutcome | undefined,
): AuditError | undefined {
  if (envelope.cut_short === true) {
    const { skip } = envelope.scorecard.summary;
    return new CliError(
      'audit_timeout',
      `The audit was cut short by its deadline: ${plural(skip, 'check')} not run, and the scores are of the rest only.`,
      { hint: 'Audit again with more time (--timeout).' },
    );
  }
  if (incomplete !== undefined || outcome === undefined || outcome.passed) return incomplete;
  const { reasons, unseen } = outcome;
  const [first, ...more] = reasons;
  if (first === undefined) {
    return new CliError(
      'no_verdict',
      `The gate has no verdict: ${plural(unseen.length, 'check')} that must hold could not be seen (${unseen.join(', ')}).`,
      { hint: 'Audit again; or assert “off” of what cannot be seen from this machine.' },
    );
  }
  const rest =
    more.length === 0
      ? ''
      : ` There ${more.length === 1 ? 'is 1 more reason' : `are ${more.length} more reasons`}.`;
  return new CliError('below_threshold', `The gate failed: ${first}${rest}`, {
    hint: 'The scorecard lists what to fix; explain <check> says more about each check.',
  });
}
