import { TARGET_CATEGORIES } from '../audit/scorecard/record.ts';
import { rulesOf } from '../audit/scorecard/rules.ts';
import type { Envelope, Place } from '../audit/scorecard/schema.ts';
import { plural } from '../base/text.ts';

/** Returns the name of a category of targets; the id itself for a category that is not in `TARGET_CATEGORIES`. */
export function kindName(id: string): string {
  return TARGET_CATEGORIES.find((kind) => kind.id === id)?.name ?? id;
}

/** The minimum number of other sites for a rank. A rank among fewer sites would say little about the site. */
const FEWEST = 3;

interface RankedSite {
  readonly host: string;
  readonly site_type: string | null;
  readonly rules: number;
  readonly score: { readonly relative: number };
}

/** Ranks a site among the others of its site type that were judged by the same rules. */
export function placeAmong(envelope: Envelope, sites: readonly RankedSite[]): Place {
  const { target, scorecard } = envelope;
  const counts = new Map<number, number>();
  for (const { host, site_type, rules, score } of sites) {
    if (host !== target && site_type === scorecard.site_type && rules === rulesOf(scorecard))
      counts.set(score.relative, (counts.get(score.relative) ?? 0) + 1);
  }
  return placeOf(envelope, counts);
}

/** @param counts maps each relative score to the number of other sites that have it (same site type, same rules) */
export function placeOf({ scorecard }: Envelope, counts: ReadonlyMap<number, number>): Place {
  const { site_type, score } = scorecard;
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  const sitesIn = (scores: typeof sorted) => scores.reduce((sum, [, count]) => sum + count, 0);
  const others = sitesIn(sorted);
  const isTold = others >= FEWEST;
  /** Returns the score at an index in the sorted scores of the other sites. */
  const scoreAt = (index: number) => sorted.find((_, i) => sitesIn(sorted.slice(0, i + 1)) > index)?.[0] ?? 0;
  const middle = (scoreAt(Math.floor((others - 1) / 2)) + scoreAt(Math.floor(others / 2))) / 2;
  return {
    site_type,
    sites: others + 1,
    place: isTold ? 1 + sitesIn(sorted.filter(([one]) => one > score.relative)) : null,
    median: isTold ? Math.round(middle) : null,
  };
}

/** Returns, for example, `Rank 3 of 7 in the catalog (site type api, same rules). The median of the other 6 is 48%.` */
export function placeText({ site_type, sites, place, median: middle }: Place): string {
  const group = `(site type ${site_type ?? 'not declared'}, same rules)`;
  if (place === null || middle === null)
    return `The catalog has ${plural(sites - 1, 'other site')} to compare with ${group}: too few for a rank.`;
  return `Rank ${place} of ${sites} in the catalog ${group}. The median of the other ${sites - 1} is ${middle}%.`;
}
