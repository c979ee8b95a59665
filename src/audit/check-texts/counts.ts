/** Replaces placeholders in texts, such as `<checks>`, with counts and site types from the check definitions. */
import { CHECK_COUNT } from './index.ts';
import { ALL_POINTS, POINTS } from './points.ts';
import { CATEGORIES, PRINCIPLES, SITE_TYPES } from './vocabulary.ts';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const;

/** Returns a number up to ten as a word, such as `eight`, and a larger number as digits. */
function inWords(count: number): string {
  return WORDS[count] ?? String(count);
}

function asCode(text: string): string {
  return `\`${text}\``;
}

export const PRINCIPLES_IN_WORDS = inWords(PRINCIPLES.length);
export const CATEGORIES_IN_WORDS = inWords(CATEGORIES.length);
/** Not joined with `Intl.ListFormat`, whose data takes several milliseconds to load. */
const SITE_TYPES_IN_WORDS = `${SITE_TYPES.slice(0, -1).map(asCode).join(', ')} or ${SITE_TYPES.slice(-1).map(asCode)}`;
export const LEVELS_WORTH = `A MUST is worth ${POINTS.must} points, a SHOULD ${POINTS.should}, a MAY ${POINTS.may}.`;

const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['<checks>', String(CHECK_COUNT)],
  ['<points>', String(ALL_POINTS)],
  ['<principles>', PRINCIPLES_IN_WORDS],
  ['<must>', String(POINTS.must)],
  ['<should>', String(POINTS.should)],
  ['<may>', String(POINTS.may)],
  ['<site_types>', SITE_TYPES_IN_WORDS],
]);

export function withCounts(text: string): string {
  return text.replace(/<[a-z_]+>/g, (mark) => PLACEHOLDERS.get(mark) ?? mark);
}
