/** What changed since the scorecard that said otherwise, and whether the site or the rules did it. */
import { type Comparison, compareEnvelopes } from './compare.ts';
import type { Stored } from './record.ts';

/** The last change of a target's results; `undefined` where there was none. */
export function lastChange({
  latest,
  previous,
}: Pick<Stored, 'latest' | 'previous'>): Comparison | undefined {
  if (latest === null || previous === null) return undefined;
  // One audit judged twice: its verdicts by today's rules are those of the latest scorecard.
  const oneAudit = latest.freshness.scored_at === previous.freshness.scored_at;
  return compareEnvelopes(previous, latest, oneAudit ? { from: latest } : {});
}
