/** Renders the output of a run as text: a progress line, and the outcome for each target. */

import { SCORE_OF, scoresText } from '../../../audit/check-texts/vocabulary.ts';
import { signed } from '../../../audit/scorecard/words.ts';
import type { ErrorKind } from '../../../base/errors.ts';
import { forTerminal } from '../../../base/escape.ts';
import { plural } from '../../../base/text.ts';
import { widthOf } from '../../../cli/context.ts';
import { type Output, print } from '../../../cli/output.ts';
import type { Mode, RunDocument, RunOutcome } from '../outcome.ts';

export interface RunProgress {
  readonly onStart: (host: string) => void;
  readonly onOutcome: (outcome: RunOutcome) => void;
}

/** Prints a line on stdout for each finished target. On a terminal, also draws a status line on stderr. */
export function runProgressOf(output: Output, total: number): RunProgress {
  const silent = output.quiet || output.format !== 'text';
  const { session } = output;
  const live = !silent && session.hasScreen && output.interactive;
  const running = new Set<string>();
  let done = 0;
  const draw = () => {
    if (live) session.draw(statusLine(done, total, [...running], widthOf(session.context.stderr)));
  };
  return {
    onStart(host) {
      running.add(host);
      draw();
    },
    onOutcome(outcome) {
      running.delete(outcome.host);
      done += 1;
      if (!silent) print(output, outcomeLine(outcome));
      draw();
    },
  };
}

/** Returns a status line shorter than `width` columns, for example `12/60 example.com, example.org`. */
export function statusLine(done: number, total: number, running: readonly string[], width: number): string {
  const text = `${done}/${total}  ${running.map((host) => forTerminal(host)).join(', ')}`;
  return text.length < width ? text : `${text.slice(0, Math.max(0, width - 2))}…`;
}

export function outcomeLine(outcome: RunOutcome): string {
  const { dated_ahead: ahead } = outcome;
  const which =
    ahead &&
    `its scorecard dated ${ahead}, after this audit, ${outcome.outcome === 'failed' ? 'stays' : 'was replaced'}`;
  return `${outcome.outcome.padEnd(9)}  ${forTerminal(outcome.host)}${detailOf(outcome)}${which ? `; ${which}` : ''}`;
}

function detailOf(outcome: RunOutcome): string {
  switch (outcome.outcome) {
    case 'scored': {
      const rules = outcome.other_rules === true ? ', by other rules' : '';
      const change = outcome.change === null ? 'new' : signed(outcome.change) + rules;
      return `  ${outcome.relative}% ${SCORE_OF.relative} (${change}), ${outcome.global}% ${SCORE_OF.global}`;
    }
    case 'unchanged':
      return `  ${scoresText(outcome)}`;
    case 'failed': {
      const { message, quote } = outcome;
      return `  ${forTerminal(message)}${quote === undefined ? '' : ` Seen: ${forTerminal(quote)}`}`;
    }
    case 'skipped':
      return `  ${forTerminal(outcome.message)}`;
    case 'planned':
      return '';
  }
}

const VERBS: Readonly<Record<Mode, string>> = {
  audit: 'audited',
  demo: 'audited',
  rejudge: 'judged again',
};

/** Returns the counts as text. A dry run also lists its targets; a real run has already printed a line for each. */
export function runSummaryText(document: RunDocument): string {
  const { mode, dry_run: dryRun, counts, targets } = document;
  if (counts.planned > 0) {
    const lines = targets.map((one) => `  ${outcomeLine(one)}`);
    return [`${plural(counts.planned, 'target')} would be audited, in this order:`, ...lines].join('\n');
  }
  const failed = (kind: ErrorKind) =>
    targets.filter((one) => one.outcome === 'failed' && one.kind === kind).length;
  const [refused, declined] = [failed('target_blocked'), failed('target_declined')];
  const why = [
    ...(refused === 0 ? [] : [`${refused} refused the auditor`]),
    ...(declined === 0 ? [] : [`${declined} declined`]),
  ];
  const walls = why.length === 0 ? '' : ` (${why.join(', ')})`;
  const counted = (['scored', 'unchanged', 'failed', 'skipped'] as const)
    .map((name) => `${counts[name]} ${name}${name === 'failed' ? walls : ''}`)
    .join(', ');
  const first = `${plural(targets.length, 'target')} ${VERBS[mode]}: ${counted}.`;
  return [first, ...(dryRun ? ['Nothing was written.'] : [])].join('\n');
}
