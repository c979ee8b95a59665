/** The option of the commands that list. */
import { number } from '../settings.ts';

/** The most that one listing gives. */
export const LIST_CAP = 100;

export const LIMIT = {
  limit: number({
    flags: '--limit <n>',
    description: `list at most this many (${LIST_CAP} is the most); a cut list says so`,
    fallback: LIST_CAP,
    min: 1,
    max: LIST_CAP,
    unit: 'checks',
    whole: true,
  }),
} as const;
