/** What `/compare` offers to visitors who have not chosen a site yet. */
import { TARGET_CATEGORIES } from '../scorecard/record.ts';
import { queryOf } from './compare-choice.ts';
import type { Listed } from './listed.ts';

/** So many pairs are offered. */
const MOST_PAIRS = 6;

/** The two best of each kind of site, which are the ones that people want to see; then the first and the last of all. */
export function startsOf(listed: readonly Listed[]) {
  const pairs = [
    ...TARGET_CATEGORIES.map(({ id, name }) => {
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

/** The hosts of two sites for an example, also where the catalog has fewer. */
export function examplePair(listed: readonly Listed[]): readonly [string, string] {
  const [first = 'a.example', second = 'b.example'] = listed.map(({ target }) => target.host);
  return [first, second];
}
