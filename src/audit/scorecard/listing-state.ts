/** The state of a target that is listed apart from the ranking: no audit sees it, or its owner declines. Pure. */
import type { FailureRecord, PastState, Stored } from './record.ts';

export const LISTING_STATES = ['refuses', 'declined', 'unreachable'] as const;

export interface ListingState {
  /**
   * `refuses`: something before the site turns the auditor away. `declined`: its owner said by robots.txt that audits are
   * not wanted. `unreachable`: it gives no answer, or none in time.
   */
  readonly state: (typeof LISTING_STATES)[number];
  /** The first of the attempts in a row that ended so. */
  readonly since: string;
  /** The last attempt. */
  readonly at: string;
  /** Who refuses, where it can be told. Untrusted. */
  readonly by: string | undefined;
  /** What the last attempt failed with. */
  readonly message: string;
  /** What the site said. Untrusted. */
  readonly quote?: string | undefined;
}

/** The kind of failure of a site whose owner declines. */
const DECLINED = 'target_declined';

const STATES: Readonly<Record<string, ListingState['state']>> = {
  target_blocked: 'refuses',
  target_unreachable: 'unreachable',
  audit_timeout: 'unreachable',
};

/**
 * Why a target is listed apart; `undefined` for one that is ranked, or that nothing is known of. A site that refuses the
 * auditor is never ranked, whatever is stored of it. One that was down at its last audit keeps the place of its last
 * scorecard, where it has one: sites are down at times. One whose owner declined stays so until an audit succeeds.
 */
export function listingStateOf({
  latest,
  failure,
}: Pick<Stored, 'latest' | 'failure'>): ListingState | undefined {
  if (failure === null) return undefined;
  const { at, by, message, quote } = failure;
  const told = { at, by, message, ...(quote !== undefined && { quote }) };
  const declined = declinedSince(failure);
  if (declined !== undefined) return { state: 'declined', since: declined, ...told };
  const state = STATES[failure.kind];
  if (state === undefined || (state !== 'refuses' && latest !== null)) return undefined;
  return { state, since: sinceOf(failure), ...told };
}

/** What may be shown of a target: nothing of one whose owner declined, though it stays stored. */
export function shownOf(stored: Stored): Stored {
  if (listingStateOf(stored)?.state !== 'declined') return stored;
  const { past_states: _, ...rest } = stored;
  return { ...rest, latest: null, previous: null, history: [] };
}

/** When the attempts in a row that failed so began. */
export function sinceOf({ since, at }: Pick<FailureRecord, 'since' | 'at'>): string {
  return since ?? at;
}

/** Since when the owner declines; `undefined` where no attempt since the last scorecard has shown it. */
export function declinedSince(failure: FailureRecord): string | undefined {
  return failure.declined ?? (failure.kind === DECLINED ? sinceOf(failure) : undefined);
}

/** So many are kept of a target, the last ones. */
const MOST = 20;

/** The times that `a` and `b` know of, and those that ended by what the other of them has seen (`merged`). */
export function pastStatesOf(a: Stored, b: Stored, merged: Stored): PastState[] {
  const ended = [a, b].flatMap((one): PastState[] => {
    const was = listingStateOf(one);
    const is = listingStateOf(merged);
    const until = is?.since ?? merged.latest?.freshness.scored_at;
    if (was === undefined || was.state === is?.state || until === undefined || until < was.since) return [];
    const { state, since, by } = was;
    return [{ state, since, until, ...(by === undefined ? {} : { by }) }];
  });
  const times = new Map<string, PastState>();
  for (const one of [...(a.past_states ?? []), ...(b.past_states ?? []), ...ended]) {
    const key = `${one.since} ${one.state}`;
    const there = times.get(key);
    // The same time as two machines have seen it: it was over when the first of them says so.
    if (there === undefined || one.until < there.until) times.set(key, one);
  }
  return [...times]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([, one]) => one)
    .slice(-MOST);
}
