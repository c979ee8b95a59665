/** Decides whether a target is left out of the ranking, because it refuses the auditor, declines audits, or is down. */
import type { FailureRecord, PastState, Stored } from './record.ts';

export const LISTING_STATES = ['refuses', 'declined', 'unreachable'] as const;

export interface ListingState {
  /** Why the target is not ranked: the auditor is blocked, the owner declines audits in robots.txt, or the site is down. */
  readonly state: (typeof LISTING_STATES)[number];
  /** The time of the attempt that first found this state. */
  readonly since: string;
  readonly at: string;
  /** The name of the product that blocks the auditor, if known. Untrusted text. */
  readonly by: string | undefined;
  readonly message: string;
  /** The site's own words about the refusal. Untrusted text. */
  readonly quote?: string | undefined;
}

/** The `kind` of an attempt that failed because the owner declines audits. */
const DECLINED = 'target_declined';

const STATES: Readonly<Record<string, ListingState['state']>> = {
  target_blocked: 'refuses',
  target_unreachable: 'unreachable',
  audit_timeout: 'unreachable',
};

/**
 * Returns why a target is listed separately from the ranking; otherwise `undefined`. A site that refuses the auditor is never
 * ranked, even with a stored scorecard. A site that does not respond keeps the rank of its last scorecard, if there is one. A
 * site whose owner declined audits keeps this state until an audit succeeds.
 */
export function listingStateOf({
  latest,
  failure,
}: Pick<Stored, 'latest' | 'failure'>): ListingState | undefined {
  if (failure === null) return undefined;
  const { at, by, message, quote } = failure;
  const attempt = { at, by, message, ...(quote !== undefined && { quote }) };
  const declined = declinedSince(failure);
  if (declined !== undefined) return { state: 'declined', since: declined, ...attempt };
  const state = STATES[failure.kind];
  if (state === undefined || (state !== 'refuses' && latest !== null)) return undefined;
  return { state, since: sinceOf(failure), ...attempt };
}

/** Returns the data that pages may show about a target. If the owner declined audits, this leaves out the stored results. */
export function publishable(stored: Stored): Stored {
  if (listingStateOf(stored)?.state !== 'declined') return stored;
  const { past_states: _, ...rest } = stored;
  return { ...rest, latest: null, previous: null, history: [] };
}

/** Returns the time of the first failure with the same `kind` since the last scorecard. */
export function sinceOf({ since, at }: Pick<FailureRecord, 'since' | 'at'>): string {
  return since ?? at;
}

/** Returns when an attempt first found that the owner declines audits; `undefined` if none has since the last scorecard. */
export function declinedSince(failure: FailureRecord): string | undefined {
  return failure.declined ?? (failure.kind === DECLINED ? sinceOf(failure) : undefined);
}

/** The maximum number of `past_states` kept for a target. The oldest are dropped. */
const MOST = 20;

/** Returns the past states in two files of one target. Adds a file's current state if it differs from the state of `merged`. */
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
    // If two machines recorded the same period, the earlier end counts: a machine notices the end only at its next audit.
    if (known === undefined || one.until < known.until) times.set(key, one);
  }
  return [...times]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([, one]) => one)
    .slice(-MOST);
}
