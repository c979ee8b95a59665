/** Computes the figures of the whole catalog: the numbers above its table, and pairs of sites to compare. */
import type { ListingState } from '../audit/scorecard/listing-state.ts';
import { kindsIn, type ListedHost } from '../audit/scorecard/record.ts';
import { byRules, type Rules, rulesText } from '../audit/scorecard/rules.ts';
import { plural } from '../audit/scorecard/words.ts';
import { REFRESH_AFTER_MS } from '../base/limits.ts';
import { checksByCategory } from '../report/checks.ts';
import { median } from '../report/plots.ts';
import { queryOf } from './compare-choice.ts';
import type { Apart, Listed, ScoredSite } from './listed.ts';
import { passRate } from './rate.ts';

/** Returns the number of sites and their median scores, for each kind of site in the catalog. */
export function byKind(listed: readonly Listed[]) {
  return kindsIn(listed.map(({ target }) => target.category)).map(({ id, name }) => {
    const sitesOfKind = listed.filter(({ target }) => target.category === id);
    return {
      id,
      name,
      sites: sitesOfKind.length,
      global: median(sitesOfKind.map(({ scored }) => scored.score.global)),
      relative: median(sitesOfKind.map(({ scored }) => scored.score.relative)),
    };
  });
}

/** Returns the pass rate of each category, over all checks of the category. */
export function byCheckCategory(listed: readonly Listed[]) {
  return checksByCategory.map(({ id, name, checks }) => ({
    id,
    name,
    rate: passRate(listed, ...checks.map((check) => check.id)),
  }));
}

export const RANKING = `ranked by relative score: features that a site does not need do not count, and broken ones lower it`;

export function byRank(a: Listed, b: Listed): number {
  return (
    b.scored.score.relative - a.scored.score.relative ||
    b.scored.score.global - a.scored.score.global ||
    (a.target.host < b.target.host ? -1 : 1)
  );
}

export function newest(listed: readonly Listed[]): string | undefined {
  return listed
    .map(({ scored }) => scored.at)
    .toSorted()
    .at(-1);
}

/** Returns the newest rules that judged a site of the catalog; `undefined` if there are no sites. */
export function newestRules(listed: readonly Listed[]): Rules | undefined {
  return listed
    .map(({ scored }) => scored.rules)
    .toSorted(byRules)
    .at(-1);
}

/** Returns a short note if a score comes from older rules than `newest`; otherwise `undefined`. */
export function olderRules({ rules }: ScoredSite, newest: Rules | undefined): string | undefined {
  if (newest === undefined || byRules(rules, newest) >= 0) return undefined;
  return `Judged by ${rulesText(rules)}; the newest are ${rulesText(newest)}`;
}

/** Returns whether the catalog contains only this project's demo sites. */
function hasOnlyDemos(listed: readonly Listed[]): boolean {
  return listed.length > 0 && listed.every(({ target }) => target.demo === true);
}

/** Returns a note that nobody should quote the catalog's figures; `undefined` if they come from real sites. */
export function figuresNote(listed: readonly Listed[]): string | undefined {
  if (!hasOnlyDemos(listed)) return undefined;
  return 'These are the demo sites of this project, not figures to quote. They disappear when real sites have been audited.';
}

/** Returns a note on how many sites were judged by older rules; `undefined` if all were judged by the same rules. */
export function rulesNote(listed: readonly Listed[]): string | undefined {
  const last = newestRules(listed);
  const older = last === undefined ? [] : listed.filter(({ scored }) => byRules(scored.rules, last) < 0);
  if (last === undefined || older.length === 0) return undefined;
  return `${plural(older.length, 'site')} ${older.length === 1 ? 'was' : 'were'} judged by older rules than the others (${rulesText(last)}). Scores of different rules are not comparable, so the ranking and the averages are only approximate. Pass rates count only the sites that were judged by the rules of most sites.`;
}

/** Counts the sites that are ranked, listed apart, due for an audit, or waiting for their first audit. */
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
    // Compares with the time of the latest audit and not with the clock, so that builds of the same content are equal.
    due: listed.filter(({ scored }) => Date.parse(scored.at) + REFRESH_AFTER_MS <= latest).length,
    waiting: waiting.length,
  };
}

/** Returns, for example, `2 sites are due for another audit; 70 are waiting for their first.`; empty if there are none. */
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

/** The maximum number of pairs to suggest. */
const MOST_PAIRS = 6;

/** Suggests pairs to compare: the two best sites of each kind, then the best and the worst site of the catalog. */
export function startsOf(listed: readonly Listed[]) {
  const pairs = [
    ...kindsIn(listed.map(({ target }) => target.category)).map(({ id, name }) => {
      const [first, second] = listed.filter(({ target }) => target.category === id);
      return { why: `${name}: the two highest scores`, first, second };
    }),
    { why: 'The highest and the lowest score', first: listed[0], second: listed.at(-1) },
  ];
  const starts = pairs.flatMap(({ why, first, second }) => {
    if (first === undefined || second === undefined || first === second) return [];
    const hosts = [first.target.host, second.target.host];
    const href = `/compare${queryOf({ hosts, all: false, evidence: false, category: '' })}`;
    return [{ why, href, sites: [first, second] as const }];
  });
  const unlike = new Map(starts.toReversed().map((start) => [start.href, start]));
  return [...unlike.values()].toReversed().slice(-MOST_PAIRS);
}

/** Returns the hosts of two sites for an example; invented hosts if the catalog has fewer than two. */
export function examplePair(listed: readonly Listed[]): readonly [string, string] {
  const [first = 'a.example', second = 'b.example'] = listed.map(({ target }) => target.host);
  return [first, second];
}
