/** Merges two versions of a target's stored results. The newest scorecard becomes the latest, and no result is lost. */

import { entryOf, historyOf } from '../../audit/scorecard/history.ts';
import { declinedSince, pastStatesOf, sinceOf } from '../../audit/scorecard/listing-state.ts';
import type { FailureRecord, Stored } from '../../audit/scorecard/record.ts';
import { byRules } from '../../audit/scorecard/rules.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { scoredAgain } from '../../audit/scorecard/stored.ts';
import { verdictWord } from '../../audit/scorecard/verdict-word.ts';

/** The latest time that can be stored. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

export function nothingStored(host: string): Stored {
  return { host, latest: null, previous: null, history: [], failure: null };
}

/** Returns results that consist of one scorecard, to merge them with the stored results. */
export function goodResult(host: string, envelope: Envelope): Stored {
  return { ...nothingStored(host), latest: envelope, history: [entryOf(envelope)] };
}

/** Adds a failed audit. The failure replaces no scorecard, and counts as newer than scorecards dated after `now`. */
export function noteFailure(stored: Stored, failure: FailureRecord, now = END_OF_TIME): Stored {
  return mergeAt(now, stored, { ...nothingStored(stored.host), failure });
}

/** Returns the stored results after one more audit, at the time `at`, with the same result as the last audit. */
export function confirmedAt(stored: Stored, at: string): Stored {
  const { host, latest, failure } = stored;
  const again =
    failure !== null ? { failure: { ...failure, at } } : latest !== null ? sameAgain(latest, at) : {};
  return mergeStored(stored, { ...nothingStored(host), ...again });
}

/** Returns the time of the second audit if both audits have the same result; `undefined` if the results differ. */
export function confirmationOf(before: Stored, after: Stored): string | undefined {
  if (before.failure !== null || after.failure !== null)
    return before.failure?.kind === after.failure?.kind ? after.failure?.at : undefined;
  if (before.latest === null || after.latest === null) return undefined;
  return saysTheSame(before.latest, after.latest) ? after.latest.freshness.scored_at : undefined;
}

function sameAgain(latest: Envelope, at: string): Pick<Stored, 'latest' | 'history'> {
  const envelope = scoredAgain(latest, at);
  return { latest: envelope, history: [entryOf(envelope)] };
}

/** Merges two versions of the results of one target. The order of the arguments does not matter. */
export function mergeStored(a: Stored, b: Stored): Stored {
  const known = [a.latest, a.previous, b.latest, b.previous]
    .filter((envelope) => envelope !== null)
    .sort(newestFirst);
  const [latest = null, ...older] = known;
  const merged = {
    host: a.host,
    latest,
    previous: older.find((envelope) => latest !== null && !saysTheSame(envelope, latest)) ?? null,
    history: historyOf([...a.history, ...b.history], known),
    failure: newestFailure(a.failure, b.failure, latest),
  };
  const past = pastStatesOf(a, b, merged);
  return past.length === 0 ? merged : { ...merged, past_states: past };
}

/**
 * Merges like `mergeStored`, at the time `now` (ISO 8601). A scorecard dated after `now` comes from a machine with a wrong
 * clock, so all results dated up to `now` count as newer than this scorecard.
 */
export function mergeAt(now: string, a: Stored, b: Stored): Stored {
  const merged = mergeStored(upTo(now, a), upTo(now, b));
  if ([a, b].some(({ latest }) => latest !== null && latest.freshness.scored_at <= now)) return merged;
  // If all latest scorecards are dated after `now`, keep them: without a scorecard, only a failure would be left.
  const { latest, previous, history } = mergeStored(a, b);
  return { ...merged, latest, previous, history };
}

/** Returns the time of the latest scorecard if that time is after `now`. */
export function datedAhead({ latest }: Pick<Stored, 'latest'>, now: string): string | undefined {
  const at = latest?.freshness.scored_at;
  return at !== undefined && at > now ? at : undefined;
}

/** Leaves out the results whose time is after `now`. */
function upTo(now: string, stored: Stored): Stored {
  const { previous, history, failure } = stored;
  return {
    ...stored,
    latest: datedAhead(stored, now) === undefined ? stored.latest : null,
    previous: datedAhead({ latest: previous }, now) === undefined ? previous : null,
    history: history.filter(({ scored_at }) => scored_at <= now),
    failure: failure !== null && failure.at > now ? null : failure,
  };
}

/**
 * Stores the new result after a recorded audit was judged again. If it differs from the old result, the old result becomes
 * `previous`. Changes nothing if the recording is older than the latest result.
 */
export function replaceJudgment(stored: Stored, envelope: Envelope): Stored {
  const { latest } = stored;
  const at = envelope.freshness.scored_at;
  if (latest === null || at > latest.freshness.scored_at) {
    return mergeStored(stored, goodResult(stored.host, envelope));
  }
  if (at < latest.freshness.scored_at) return stored;
  return {
    ...stored,
    latest: envelope,
    previous: saysTheSame(latest, envelope) ? stored.previous : latest,
    history: historyOf(stored.history, [envelope, latest]),
  };
}

/** Returns whether two scorecards of one target have the same rules, scores and verdicts. Evidence and times may differ. */
export function saysTheSame(a: Envelope, b: Envelope): boolean {
  const scores = ({ scorecard: { score, site_type } }: Envelope) =>
    `${score.relative}/${score.global}/${site_type}`;
  return (
    byRules(a.scorecard, b.scorecard) === 0 &&
    a.target_url === b.target_url &&
    scores(a) === scores(b) &&
    verdictsOf(a) === verdictsOf(b)
  );
}

function verdictsOf({ scorecard: { results } }: Envelope): string {
  return results.map((result) => `${result.id} ${verdictWord(result)}`).join('\n');
}

function newestFailure(
  a: FailureRecord | null,
  b: FailureRecord | null,
  latest: Envelope | null,
): FailureRecord | null {
  const isNewer = (time: string) => latest === null || time > latest.freshness.scored_at;
  const failures = [a, b]
    .filter((failure) => failure !== null)
    .filter(({ at }) => isNewer(at))
    .sort((x, y) => compare(y.at, x.at) || compare(JSON.stringify(x), JSON.stringify(y)));
  const [newest] = failures;
  if (newest === undefined) return null;
  // `since` is the time of the first failure of this kind after the latest scorecard.
  const [since = newest.at] = failures
    .filter(({ kind }) => kind === newest.kind)
    .flatMap((failure) => [failure.at, sinceOf(failure)])
    .filter(isNewer)
    .sort(compare);
  const [declined] = failures
    .flatMap((failure) => declinedSince(failure) ?? [])
    .filter(isNewer)
    .sort(compare);
  const { declined: _, ...rest } = newest;
  return { ...rest, since, ...(declined === undefined ? {} : { declined }) };
}

/** Orders scorecards by time, then by rules, newest first. Ties are ordered by their JSON, so the order is deterministic. */
function newestFirst(a: Envelope, b: Envelope): number {
  return (
    compare(b.freshness.scored_at, a.freshness.scored_at) ||
    byRules(b.scorecard, a.scorecard) ||
    compare(JSON.stringify(a), JSON.stringify(b))
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
