/** A waiver accepts the failures of a check or a category. It has a reason and an expiry date. */
import * as z from 'zod';
import { definitions } from '../check-texts/index.ts';
import { CATEGORIES, type Status } from '../check-texts/vocabulary.ts';
import type { Result } from './schema.ts';
import { hasNoVerdict } from './verdict-word.ts';

export const checkOrCategory = z.enum([
  ...CATEGORIES.map(({ id }) => id),
  ...definitions.map(({ id }) => id),
]);

export const waiverSchema = z.strictObject({
  check: checkOrCategory.describe('The check that may fail, or a category whose checks may all fail.'),
  reason: z.string().min(1).describe('Why it may fail; shown in every report.'),
  expires: z.iso.date().describe('The last day on which it is valid, as YYYY-MM-DD (UTC).'),
});

export type Waiver = z.infer<typeof waiverSchema>;

/** The number of days before expiry in which a waiver causes a warning. */
const SOON_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The members of a result that decide which waivers apply. */
interface Waivable {
  readonly id: string;
  readonly category: string;
  readonly status: Status;
}

/** Returns whether a waiver is valid on a day (YYYY-MM-DD, UTC), including its last day. */
function holds({ expires }: Waiver, day: string): boolean {
  return day <= expires;
}

function concerns({ check }: Waiver, { id, category }: Waivable): boolean {
  return check === id || check === category;
}

/** Returns the waiver valid on `day` (for the check, or else for its category), and the waiver that expired last. */
export function waiverOf(
  result: Waivable,
  waivers: readonly Waiver[],
  day: string,
): { readonly holding: Waiver | undefined; readonly ended: Waiver | undefined } {
  const all = waivers
    .filter((waiver) => concerns(waiver, result))
    .toSorted((a, b) => Number(b.check === result.id) - Number(a.check === result.id));
  return {
    holding: all.find((waiver) => holds(waiver, day)),
    ended: all
      .filter((waiver) => !holds(waiver, day))
      .toSorted((a, b) => b.expires.localeCompare(a.expires))[0],
  };
}

/**
 * Returns a sentence for each waiver that has expired, expires soon, or is no longer needed. A waiver is called unneeded only
 * if all its checks have a verdict. `isConcerned` returns whether a result needs a waiver.
 */
export function waiverWarnings(
  results: readonly Result[],
  waivers: readonly Waiver[],
  { day, isConcerned }: { readonly day: string; readonly isConcerned: (result: Result) => boolean },
): string[] {
  return waivers.flatMap((waiver) => {
    const { check, expires, reason } = waiver;
    const concerned = results.filter((result) => concerns(waiver, result));
    const needed = concerned.some(isConcerned);
    if (!needed && !concerned.some(hasNoVerdict)) {
      return [`The waiver of ${check} is no longer needed (“${reason}”): remove it.`];
    }
    if (!holds(waiver, day)) {
      return [
        `The waiver of ${check} ended on ${expires} (“${reason}”): fix the check, or give the waiver a new date.`,
      ];
    }
    const daysLeft = Math.round((Date.parse(expires) - Date.parse(day)) / DAY_MS);
    if (!needed || daysLeft > SOON_DAYS) return [];
    const when = daysLeft === 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`;
    return [`The waiver of ${check} ends ${when}, on ${expires} (“${reason}”).`];
  });
}
