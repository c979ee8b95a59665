/** Decides whether a target is listed apart from the ranking: no audit can see it, or its owner declines. Pure. */
import type { FailureRecord, PastState, Stored } from './record.ts';

export const LISTING_STATES = ['refuses', 'declined', 'unreachable'] as const;

export interface ListingState {
  /** Something blocks the auditor, the owner declines audits in robots.txt, or the site does not respond. */
  readonly state: (typeof LISTING_STATES)[number];
  /** The time of the first of the consecutive attempts that ended this way. */
  readonly since: string;
  /** The time of the last attempt. */
  readonly at: string;
  /** Who refuses the auditor, if known. Untrusted. */
  readonly by: string | undefined;
  /** The error message of the last attempt. */
  readonly message: string;
  /** The site's own words. Untrusted. */
  readonly quote?: string | undefined;
}

/** The kind of failure if the owner declines audits. */
const DECLINED = 'target_declined';

const STATES: Readonly<Record<string, ListingState['state']>> = {
  target_blocked: 'refuses',
  target_unreachable: 'unreachable',
  audit_timeout: 'unreachable',
};

/**
 * Returns why a target is listed apart; `undefined` if it is ranked or unknown. A site that refuses the auditor is never
 * ranked, whatever is stored. A site that was down keeps the place of its last scorecard, if any. A declined site stays
 * declined until an audit succeeds.
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

/** Returns what pages may show of a target. If its owner declined, that is nothing, although the data stays stored. */
export function shownOf(stored: Stored): Stored {
  if (listingStateOf(stored)?.state !== 'declined') return stored;
  const { past_states: _, ...rest } = stored;
  return { ...rest, latest: null, previous: null, history: [] };
}

/** Returns the time of the first of the consecutive failed attempts. */
export function sinceOf({ since, at }: Pick<FailureRecord, 'since' | 'at'>): string {
  return since ?? at;
}

/** Returns the time since which the owner declines; `undefined` if no attempt since the last scorecard has shown it. */
export function declinedSince(failure: FailureRecord): string | undefined {
  return failure.declined ?? (failure.kind === DECLINED ? sinceOf(failure) : undefined);
}

/** The maximum number of periods kept for a target, newest first. */
const MOST = 20;

/** Merges the periods in `a` and `b`, and those that the other one's audit ended (`merged`). */
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
    const known = times.get(key);
    // If two machines saw the same period, it ended at the earlier of the two times.
    if (known === undefined || one.until < known.until) times.set(key, one);
  }
  return [...times]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([, one]) => one)
    .slice(-MOST);
}
