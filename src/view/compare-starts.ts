/** What `/compare` offers to those who have chosen nothing yet. */
import { TARGET_CATEGORIES } from '../scorecard/record.ts';
import { FEWEST, queryOf } from './compare-choice.ts';
import type { Listed } from './listed.ts';

/** So many of the best sites of a kind stand side by side. */
const BEST = 3;

/** Comparisons within one kind of site, which are the ones that people want to see. */
export function startsOf(listed: readonly Listed[]) {
  return TARGET_CATEGORIES.flatMap(({ id, name }) => {
    const best = listed
      .map(({ target }) => target)
      .filter(({ category }) => category === id)
      .slice(0, BEST);
    if (best.length < FEWEST) return [];
    const hosts = best.map(({ host }) => host);
    const href = `/compare${queryOf({ hosts, all: false, evidence: false, category: '' })}`;
    return [{ name, href, sites: best.map((target) => target.name) }];
  });
}

/** The hosts of two sites for an example, also where the catalog has fewer. */
export function examplePair(listed: readonly Listed[]): readonly [string, string] {
  const [first = 'a.example', second = 'b.example'] = listed.map(({ target }) => target.host);
  return [first, second];
}
