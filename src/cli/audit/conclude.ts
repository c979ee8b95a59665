/** What is said of an audit that was made. */
import type { AuditError } from '../../errors.ts';
import type { GateOutcome } from '../../gate/gate.ts';
import { renderGateMarkdown, renderGateText } from '../../render/gate.ts';
import { renderMarkdown } from '../../render/markdown/scorecard.ts';
import { renderTerminal } from '../../render/terminal.ts';
import { plural } from '../../view/words.ts';
import type { AuditLine } from '../documents.ts';
import { CliError } from '../errors.ts';
import { notice, print, printJson } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import { hold } from './gate.ts';
import type { AuditRun, Plan } from './plan.ts';

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/** Prints the scorecard and what the gate says of it, then says by an error what is not right about it. */
export async function conclude(run: AuditRun, { gate }: Plan, replayed: Replayed): Promise<void> {
  const { output, program } = run;
  const { envelope, declined } = replayed;
  const held = gate === undefined ? undefined : await hold(gate, run, replayed);
  if (declined) notice(output, DECLINED);
  switch (output.format) {
    case 'json':
      printJson(held === undefined ? envelope : { ...envelope, gate: held.document }, 'json');
      break;
    case 'jsonl': {
      if (held !== undefined)
        printJson({ event: 'gate', target: envelope.target, ...held.document }, 'jsonl');
      const cutShort = envelope.cut_short === true;
      const line: AuditLine = { event: 'scorecard', cut_short: cutShort, scorecard: envelope };
      printJson(line, 'jsonl');
      break;
    }
    case 'md':
      print(renderMarkdown(envelope) + (held === undefined ? '' : renderGateMarkdown(held.outcome)));
      break;
    case 'text':
      print(renderTerminal(envelope, { ...output.text, verbose: output.verbose }));
      if (held !== undefined)
        print(renderGateText(held.outcome, { ...output.text, verbose: output.verbose, program }));
  }
  const problem = problemOf(replayed, held?.outcome);
  if (problem !== undefined) throw problem;
}

/**
 * Why an audit that was made does not end with 0. One that is not whole has no verdict, whatever it found; of one that is, what
 * fails counts before what could not be seen.
 */
export function problemOf(
  { envelope, incomplete }: Replayed,
  outcome: GateOutcome | undefined,
): AuditError | undefined {
  if (envelope.cut_short === true) {
    return new CliError(
      'audit_timeout',
      `The audit was cut short by its deadline: ${plural(envelope.scorecard.summary.skip, 'check')} not run, and the scores are of the rest only.`,
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
  const rest = more.length === 0 ? '' : ` (and ${plural(more.length, 'more reason')})`;
  return new CliError('below_threshold', `The gate failed: ${first}${rest}`, {
    hint: 'The scorecard lists what to fix; explain <check> says more about each check.',
  });
}
