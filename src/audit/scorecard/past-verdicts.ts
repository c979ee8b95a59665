/** Computes the verdicts of earlier audits from the latest scorecard, by undoing the changes in the history. */

import { withChanges } from './history.ts';
import type { HistoryEntry, Stored } from './record.ts';
import { byRules, type Rules, rulesBehind } from './rules.ts';
import type { Envelope } from './schema.ts';
import { type VerdictWord, verdictWord } from './verdict-word.ts';

interface PastVerdicts {
  readonly at: string;
  readonly rules: Rules;
  /** Verdict words (`verdict-word.ts`) by check id. Checks that did not exist at that time are missing. Untrusted text. */
  readonly verdicts: Verdicts;
}

type Verdicts = ReadonlyMap<string, VerdictWord>;

/** Returns the verdicts at each point of the history, oldest first. Omits all points before a point whose changes are unknown. */
export function pastVerdicts(stored: Pick<Stored, 'latest' | 'previous' | 'history'>): PastVerdicts[] {
  const { latest, previous } = stored;
  if (latest === null) return [];
  const history = withChanges(stored.history, previous === null ? [latest] : [latest, previous]);
  let verdicts: Verdicts = new Map(
    latest.scorecard.results.map((result) => [result.id, verdictWord(result)]),
  );
  const found = [{ at: latest.freshness.scored_at, rules: rulesBehind(latest.scorecard), verdicts }];
  for (let i = history.findLastIndex((entry) => isOf(entry, latest)); i > 0; i--) {
    const [entry, before] = [history[i], history[i - 1]];
    if (entry === undefined || before === undefined) break;
    const earlier = entry.changed && undone(entry.changed, verdicts);
    if (earlier === undefined) break;
    verdicts = earlier;
    found.push({ at: before.scored_at, rules: rulesBehind(before), verdicts });
  }
  return found.reverse();
}

/** Undoes the changes at one point of the history. Returns `undefined` if the changes do not lead to the verdicts in `after`. */
function undone(changed: NonNullable<HistoryEntry['changed']>, after: Verdicts): Verdicts | undefined {
  if (changed.length === 0) return after;
  const verdicts = new Map(after);
  for (const { id, from, to } of changed) {
    if ((after.get(id) ?? null) !== to) return undefined;
    if (from === null) verdicts.delete(id);
    else verdicts.set(id, from);
  }
  return verdicts;
}

function isOf(entry: HistoryEntry, { freshness, scorecard }: Envelope): boolean {
  return entry.scored_at === freshness.scored_at && byRules(entry, scorecard) === 0;
}
