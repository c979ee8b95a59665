/** One audit, from its plan to what the user is told about it. */

import type { AuditError } from '../../errors.ts';
import type { GateOutcome } from '../../gate/evaluate.ts';
import { LEFT_OUT } from '../../scorecard/score.ts';
import { plural } from '../../view/words.ts';
import { CliError, exitCodeOf, toAuditError } from '../errors.ts';
import { notice } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import type { AuditRun } from '../run.ts';
import type { Told } from './formats.ts';
import { evaluate } from './gate.ts';
import type { Plan } from './plan.ts';
import { runAudit } from './run.ts';

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/** Audits what a plan names, and holds it to what the plan asks for. Whatever fails is told with the site. */
export async function auditPlan(run: AuditRun, plan: Plan): Promise<Told> {
  const { target } = plan.request;
  try {
    const replayed = await runAudit(run, plan);
    const { envelope } = replayed;
    if (replayed.declined) notice(run.output, DECLINED);
    const held = plan.gate === undefined ? undefined : await evaluate(plan.gate, run, replayed);
    const error = problemOf(replayed, held?.outcome);
    return {
      target: target.name,
      envelope,
      base: plan.gate?.file?.scorecard,
      gate: held?.outcome,
      gateDocument: held?.document,
      ...(error === undefined ? {} : failed(error)),
    };
  } catch (thrown) {
    return { target: target.name, url: target.url, ...failed(toAuditError(thrown)) };
  }
}

function failed(error: AuditError) {
  const { kind, message, hint } = error;
  return { error, problem: { kind, message, hint, exitCode: exitCodeOf(error) } };
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
      `The audit was cut short by its deadline. ${plural(skip, 'check')} not run: ${LEFT_OUT}.`,
      { hint: 'Audit again with more time (--timeout).' },
    );
  }
  if (incomplete !== undefined || outcome === undefined || outcome.passed) return incomplete;
  const { reasons, noVerdict } = outcome;
  const [first, ...more] = reasons;
  if (first === undefined) {
    return new CliError(
      'no_verdict',
      `The gate has no verdict: ${plural(noVerdict.length, 'check')} that must hold could not be seen (${noVerdict.join(', ')}).`,
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
