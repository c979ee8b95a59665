/** The one pair of names for the two scores, which JSON calls `relative` and `global`. */

type Scores<T> = Readonly<Record<'relative' | 'global', T>>;

/** Behind a percentage: `35% of what applies`. */
export const SCORE_OF: Scores<string> = { relative: 'of what applies', global: 'of everything' };

/** By themselves, as in the head of a column. */
export const SCORE_NAMES: Scores<string> = { relative: 'Of what applies', global: 'Of everything' };

/** What they mean, once on every page that has both for many sites. */
export const SCORES_TEXT =
  '“Of what applies” is the share of points earned among the checks that apply to a site and could be tested (the relative score; `relative` in JSON). “Of everything” is the share of the points of all checks (the global score; `global`).';

/** `35% of what applies, 13% of everything` */
export function scoresText({ relative, global }: Scores<number>): string {
  return `${relative}% ${SCORE_OF.relative}, ${global}% ${SCORE_OF.global}`;
}
