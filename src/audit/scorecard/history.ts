/** The history of a target's scores. Each point of the history has the verdicts that differ from the previous point. */

import type { HistoryEntry, RecordedChange } from './record.ts';
import { byRules, rulesText } from './rules.ts';
import type { Envelope } from './schema.ts';
import { verdictWord } from './verdict-word.ts';

const DAY_MS = 24 * 3_600_000;
/** Up to this age in days, counted back from the newest point, all points are kept. */
const ALL_DAYS = 30;
/** Up to this age in days, counted back from the newest point, four points a month are kept. After that, one a month is kept. */
const QUARTERS_DAYS = 365;
/** The maximum number of points for one target. Ten years of daily audits fit, because older points are thinned out. */
const MOST_POINTS = 200;

/** Returns the history entry for a scorecard. Does not set `changed`, which depends on the previous scorecard. */
export function entryOf({ freshness, scorecard }: Envelope): HistoryEntry {
  return {
    scored_at: freshness.scored_at,
    relative: scorecard.score.relative,
    global: scorecard.score.global,
    spec_version: scorecard.spec_version,
    schema_version: scorecard.schema_version,
    ...(scorecard.rules === undefined ? {} : { rules: scorecard.rules }),
  };
}

/**
 * Returns the history, oldest first, including a point for the latest scorecard. Drops duplicates and points equal to both
 * neighbors, and thins out older points. `known` are the available scorecards, newest first.
 */
export function historyOf(entries: readonly HistoryEntry[], known: readonly Envelope[]): HistoryEntry[] {
  const points = new Map<string, HistoryEntry>();
  for (const entry of entries) {
    const earlierEntry = points.get(keyOf(entry));
    points.set(keyOf(entry), earlierEntry === undefined ? entry : richer(earlierEntry, entry));
  }
  const [latest] = known;
  if (latest !== undefined) {
    const entry = entryOf(latest);
    const earlierEntry = points.get(keyOf(entry));
    if (earlierEntry === undefined || !sameScores(earlierEntry, entry)) points.set(keyOf(entry), entry);
  }
  const inOrderOfTime = [...points.values()].sort(inOrder);
  return thinned(thinnedByAge(withChanges(inOrderOfTime, known), known)).slice(-MOST_POINTS);
}

/**
 * Sets `changed` for the points between two available scorecards, because older versions of this program did not store it. The
 * first of these points gets all changes: had verdicts changed later, there would be another scorecard.
 *
 * @param history oldest first
 * @param known the available scorecards, newest first
 */
export function withChanges(history: readonly HistoryEntry[], known: readonly Envelope[]): HistoryEntry[] {
  const points = [...history];
  // Skips a scorecard if its history point has other scores, because the audit was judged again after a bug fix.
  const comparable = known
    .map((envelope) => ({ envelope, entry: entryOf(envelope) }))
    .filter(({ entry }) => !points.some((one) => keyOf(one) === keyOf(entry) && !sameScores(one, entry)));
  for (const [i, newer] of comparable.entries()) {
    const older = comparable[i + 1];
    if (older === undefined) break;
    const first = points.findIndex((one) => inOrder(one, older.entry) > 0);
    const last = points.findIndex((one) => keyOf(one) === keyOf(newer.entry));
    if (first < 0 || first > last) continue;
    const between = points.slice(first, last + 1);
    if (!between.every((one) => saysTheSame(one, newer.entry))) continue;
    const changed = between.map((one, n) =>
      changedBy(one, n === 0 ? verdictChanges(older.envelope, newer.envelope) : []),
    );
    points.splice(first, changed.length, ...changed);
  }
  return points;
}

/** Returns the checks whose verdicts differ. Checks that exist in only one of the two scorecards come last. */
function verdictChanges(from: Envelope, to: Envelope): RecordedChange[] {
  const before = new Map(from.scorecard.results.map((result) => [result.id, verdictWord(result)]));
  const after = new Map(to.scorecard.results.map((result) => [result.id, verdictWord(result)]));
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((id) => ({ id, from: before.get(id) ?? null, to: after.get(id) ?? null }))
    .filter((change) => change.from !== change.to)
    .sort((a, b) => Number(a.from === null || a.to === null) - Number(b.from === null || b.to === null));
}

function changedBy(entry: HistoryEntry, changed: readonly RecordedChange[]): HistoryEntry {
  const { changed: known } = entry;
  if (known !== undefined && JSON.stringify(known) === JSON.stringify(changed)) return entry;
  return { ...entry, changed };
}

/** Returns the entry that has `changed`. If both entries have it, the result does not depend on the parameter order. */
function richer(a: HistoryEntry, b: HistoryEntry): HistoryEntry {
  if (a.changed === undefined || b.changed === undefined) return b.changed === undefined ? a : b;
  return JSON.stringify(a) <= JSON.stringify(b) ? a : b;
}

/**
 * Keeps the last point of each period (`periodIn`) under each version of the rules, and the points of the available scorecards
 * (`known`). The changes of a dropped point are added to the next point.
 */
function thinnedByAge(history: readonly HistoryEntry[], known: readonly Envelope[]): HistoryEntry[] {
  const newest = Date.parse(history.at(-1)?.scored_at ?? '');
  const periodOf = (entry: HistoryEntry) => `${periodIn(entry.scored_at, newest)} ${rulesText(entry)}`;
  const lastOf = new Map(history.map((entry) => [periodOf(entry), entry]));
  const isKnown = new Set(known.map((envelope) => keyOf(entryOf(envelope))));
  const thinned: HistoryEntry[] = [];
  let dropped: HistoryEntry | undefined;
  for (const entry of history) {
    const point = dropped === undefined ? entry : joined(dropped, entry);
    const isKept = lastOf.get(periodOf(entry)) === entry || isKnown.has(keyOf(entry));
    if (isKept) thinned.push(point);
    dropped = isKept ? undefined : point;
  }
  return thinned;
}

/** Returns the period that keeps one point: the point's own time if it is recent, else a quarter of a month, else a month. */
function periodIn(at: string, newest: number): string {
  const days = (newest - Date.parse(at)) / DAY_MS;
  const month = at.slice(0, 'yyyy-mm'.length);
  if (days > QUARTERS_DAYS) return month;
  return days > ALL_DAYS ? `${month} ${Math.min(3, Math.floor((new Date(at).getUTCDate() - 1) / 7))}` : at;
}

/** Returns the later point with the changes of both points. If the changes of either are unknown, `changed` is missing. */
function joined(earlier: HistoryEntry, { changed, ...later }: HistoryEntry): HistoryEntry {
  if (earlier.changed === undefined || changed === undefined) return later;
  const changes = new Map(earlier.changed.map((change) => [change.id, change]));
  for (const change of changed) {
    const { from } = changes.get(change.id) ?? change;
    changes.set(change.id, { ...change, from });
  }
  return { ...later, changed: [...changes.values()].filter(({ from, to }) => from !== to) };
}

/** Drops points whose scores, rules and verdicts equal those of both neighbors, so that daily audits do not lengthen the file. */
function thinned(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.filter((entry, i) => {
    const [before, after] = [history[i - 1], history[i + 1]];
    if (before === undefined || after === undefined) return true;
    const changes = [...(entry.changed ?? []), ...(after.changed ?? [])];
    return !saysTheSame(before, entry) || !saysTheSame(entry, after) || changes.length > 0;
  });
}

function keyOf(entry: HistoryEntry): string {
  return `${entry.scored_at} ${rulesText(entry)}`;
}

function sameScores(a: HistoryEntry, b: HistoryEntry): boolean {
  return a.relative === b.relative && a.global === b.global;
}

function saysTheSame(a: HistoryEntry, b: HistoryEntry): boolean {
  return sameScores(a, b) && byRules(a, b) === 0;
}

function inOrder(a: HistoryEntry, b: HistoryEntry): number {
  if (a.scored_at !== b.scored_at) return a.scored_at < b.scored_at ? -1 : 1;
  return byRules(a, b);
}
