/**
 * What was said of a site before, audit by audit, as far as the stored history tells. The verdicts of the latest scorecard
 * are stored whole; each point of the history names what changed from the point before it, so the past is read backwards.
 */
import type { HistoryEntry, Stored } from './record.ts';
import { byRules, type Rules, rulesBehind } from './rules.ts';
import type { StoredEnvelope } from './stored.ts';

/** The verdicts of one audit. */
export interface PastVerdicts {
  readonly at: string;
  readonly rules: Rules;
  /** Check id → its status; a check that was not judged then is not there. Untrusted. */
  readonly statuses: ReadonlyMap<string, string>;
}

type History = Pick<Stored, 'latest' | 'previous' | 'history' | 'sealed'>;

/**
 * The verdicts of a target's audits, oldest first. It begins with the first audit since which all changes are known: where
 * a file does not say what changed, or says what does not fit, nothing before it is given.
 */
export function pastVerdicts(stored: History): PastVerdicts[] {
  const { latest, history } = stored;
  if (latest === null) return [];
  const { freshness, scorecard } = latest;
  const found: PastVerdicts[] = [
    { at: freshness.scored_at, rules: rulesBehind(scorecard), statuses: statusesOf(latest) },
  ];
  let end = history.length - 1;
  while (end >= 0 && !isOf(history[end], latest)) end -= 1;
  let statuses: ReadonlyMap<string, string> | undefined = statusesOf(latest);
  for (let i = end; i > 0; i--) {
    const [entry, before] = [history[i], history[i - 1]];
    if (entry === undefined || before === undefined) break;
    statuses = statusesBefore(entry, before, statuses, stored);
    if (statuses === undefined) break;
    found.push({ at: before.scored_at, rules: rulesBehind(before), statuses });
  }
  return found.reverse();
}

function statusesBefore(
  { changed, ...entry }: HistoryEntry,
  before: HistoryEntry,
  statuses: ReadonlyMap<string, string>,
  { previous, sealed }: History,
): ReadonlyMap<string, string> | undefined {
  if (changed !== undefined) return undone(changed, statuses);
  // Files of before there was `changed`: the last scorecard that said otherwise is stored whole, and what lies after it
  // said what the latest says.
  if (sealed !== undefined) return undefined;
  if (previous !== null && isOf(before, previous)) return statusesOf(previous);
  const isAfter = previous === null || before.scored_at > previous.freshness.scored_at;
  const isEqual =
    byRules(entry, before) === 0 && entry.relative === before.relative && entry.global === before.global;
  return isAfter && isEqual ? statuses : undefined;
}

/** The statuses before a change; `undefined` where they are not what the change led to. */
function undone(
  changed: NonNullable<HistoryEntry['changed']>,
  after: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  if (changed.length === 0) return after;
  const statuses = new Map(after);
  for (const { id, from, to } of changed) {
    if ((after.get(id) ?? null) !== to) return undefined;
    if (from === null) statuses.delete(id);
    else statuses.set(id, from);
  }
  return statuses;
}

function isOf(entry: HistoryEntry | undefined, { freshness, scorecard }: StoredEnvelope): boolean {
  return (
    entry !== undefined && entry.scored_at === freshness.scored_at && byRules(entry, scorecard) === 0
  );
}

function statusesOf({ scorecard: { results } }: StoredEnvelope): ReadonlyMap<string, string> {
  return new Map(results.map(({ id, status }) => [id, status]));
}
