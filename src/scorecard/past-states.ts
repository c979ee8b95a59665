/** When a target was listed apart before: it refused, declined or gave no answer, and then no longer did. Pure. */

import { listingStateOf } from './listing-state.ts';
import type { PastState, Stored } from './record.ts';

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
