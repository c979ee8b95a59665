/** One prompt for all that an audit found wrong. */
import { plain } from '../parse/text.ts';
import { EVIDENCE_WARNING, fence, fixTask } from '../scorecard/remediation.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { adviceFor, type FailedResult } from './advice.ts';
import { titleOf } from './title.ts';

/** One prompt for everything that a scorecard found wrong, the fix that gains most first; `undefined` when nothing is. */
export function fixPrompt({ target, scorecard }: StoredEnvelope): string | undefined {
  const { advice } = adviceFor(scorecard);
  if (advice.length === 0) return undefined;
  return [
    `Make ${plain(target)} ready for AI agents. An audit found the following, what matters most first.`,
    'Make each change that this project can make, and say which ones it cannot.',
    EVIDENCE_WARNING,
    ...advice.map(({ failure }, i) => `\n${heading(failure, i + 1)}\n${taskOf(failure)}`),
  ].join('\n');
}

function heading(failure: FailedResult, number: number): string {
  const { id, keyword, status } = failure;
  return `${number}. ${titleOf(failure)} (${id}, ${keyword.toUpperCase()}, ${status})`;
}

function taskOf({ remediation, evidence }: FailedResult): string {
  return remediation === undefined ? fence(evidence) : fixTask({ ...remediation, evidence });
}
