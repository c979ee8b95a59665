/** What the catalog knows of itself: how many of its sites are ranked, listed apart, due or waiting for a first audit. */
import { REFRESH_AFTER_MS } from '../limits.ts';
import type { CatalogTarget } from '../scorecard/record.ts';
import type { Standing } from '../scorecard/standing.ts';
import { newest } from './catalog.ts';
import type { Apart, Listed } from './listed.ts';
import { plural } from './words.ts';

export function censusOf(
  listed: readonly Listed[],
  apart: readonly Pick<Apart, 'standing'>[],
  waiting: readonly CatalogTarget[],
) {
  const standing = (state: Standing['state']) => apart.filter((one) => one.standing.state === state).length;
  const latest = Date.parse(newest(listed) ?? '');
  return {
    ranked: listed.length,
    refusing: standing('refuses'),
    declined: standing('declined'),
    unreachable: standing('unreachable'),
    // Ranked, and due at the latest audit of the catalog. By that, not by the clock: two builds of the same content are equal.
    due: listed.filter(({ scored }) => Date.parse(scored.at) + REFRESH_AFTER_MS <= latest).length,
    waiting: waiting.length,
  };
}

/** `2 sites are due for another audit; 70 are waiting for their first.`; nothing where all are up to date. */
export function pendingText({
  due,
  waiting,
}: Pick<ReturnType<typeof censusOf>, 'due' | 'waiting'>): string | undefined {
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
