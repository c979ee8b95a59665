/** What a site's page says of its place in the catalog. */
import { TARGET_CATEGORIES } from '../audit/scorecard/record.ts';
import { rulesOf } from '../audit/scorecard/rules.ts';
import type { Envelope, Place } from '../audit/scorecard/schema.ts';
import { plural } from '../audit/scorecard/words.ts';
import { median } from './plots.ts';

/** The name of a kind of site; one that this version does not know as it is given. */
export function kindName(id: string): string {
  return TARGET_CATEGORIES.find((kind) => kind.id === id)?.name ?? id;
}

/** Of fewer sites no place is told: it would say more of the list than of the site. */
const FEWEST = 3;

/** What is needed of a site of the catalog. */
interface RankedSite {
  readonly host: string;
  readonly site_type: string | null;
  readonly rules: number;
  readonly score: { readonly relative: number };
}

/** Among the ranked sites of the same site type, judged by the same rules. The site itself is not one of them. */
export function placeAmong({ target, scorecard }: Envelope, sites: readonly RankedSite[]): Place {
  const { site_type, score } = scorecard;
  const scores = sites
    .filter((one) => one.host !== target && one.site_type === site_type && one.rules === rulesOf(scorecard))
    .map((one) => one.score.relative);
  const isTold = scores.length >= FEWEST;
  return {
    site_type,
    sites: scores.length,
    place: isTold ? 1 + scores.filter((one) => one > score.relative).length : null,
    median: isTold ? median(scores) : null,
  };
}

/** Returns, for example, `Rank 3 of 7 in the catalog (site type not declared, same rules). The median of the other 6 is 48%.` */
export function placeText({ site_type, sites, place, median: middle }: Place): string {
  const group = `(site type ${site_type ?? 'not declared'}, same rules)`;
  if (place === null || middle === null)
    return `The catalog has ${plural(sites, 'other site')} to compare with ${group}: too few for a rank.`;
  return `Rank ${place} of ${sites + 1} in the catalog ${group}. The median of the other ${sites} is ${middle}%.`;
}
