/** What the catalog knows of itself: how many of its sites are ranked, listed apart, due or waiting for a first audit. */
import { REFRESH_AFTER_MS } from '../limits.ts';
import type { ListingState } from '../scorecard/listing-state.ts';
import type { ListedHost } from '../scorecard/record.ts';
import { newest } from './catalog.ts';
import type { Apart, Listed } from './listed.ts';
import { plural } from './words.ts';

export function catalogStatsOf(
  listed: readonly Listed[],
  apart: readonly Pick<Apart, 'listingState'>[],
  waiting: readonly ListedHost[],
) {
  const listingState = (state: ListingState['state']) =>
    apart.filter((one) => one.listingState.state === state).length;
  const latest = Date.parse(newest(listed) ?? '');
  return {
    ranked: listed.length,
    refusing: listingState('refuses'),
    declined: listingState('declined'),
    unreachable: listingState('unreachable'),
    // Ranked, and due at the latest audit of the catalog. By that, not by the clock: two builds of the same content are equal.
    due: listed.filter(({ scored }) => Date.parse(scored.at) + REFRESH_AFTER_MS <= latest).length,
    waiting: waiting.length,
  };
}

/** `2 sites are due for another audit; 70 are waiting for their first.`; nothing where all are up to date. */
export function pendingText({
  due,
  waiting,
}: Pick<ReturnType<typeof catalogStatsOf>, 'due' | 'waiting'>): string | undefined {
  const is = (count: number) => (count === 1 ? 'is' : 'are');
  const parts = [
    ...(due === 0 ? [] : [`${plural(due, 'site')} ${is(due)} due for another audit`]),
    ...(waiting === 0
      ? []
      : [
          `${due === 0 ? plural(waiting, 'site') : waiting} ${is(waiting)} waiting for ${waiting === 1 ? 'its' : 'their'} first`,
        ]),
  ];
  if (parts.length === 0) return undefined;
  return `${parts.join('; ')}${due === 0 ? ' audit' : ''}.`;
}
