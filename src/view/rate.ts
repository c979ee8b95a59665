/** How many sites pass a check: the one base of every such figure, and the words for it. Pure. */
import { hasNoVerdict } from '../scorecard/no-verdict.ts';
import { readVerdict } from '../scorecard/verdict-word.ts';
import { plural } from './words.ts';

/** So many of so many. */
export interface Rate {
  readonly passed: number;
  /** What the share is of; 0 where there is none. */
  readonly base: number;
}

/** A share of fewer sites says little, and is shown so. */
export const FEW_SITES = 5;

export const FEW_TEXT = `A rate of fewer than ${FEW_SITES} sites says little: read it as a count.`;

/** What every rate is of, in a sentence. */
export const BASE_TEXT =
  'A rate is of the sites to which the check applies and on which it could be seen. An optional feature (MAY) that a site leaves out is no fault, but counts as not passed.';

/**
 * Whether a verdict is in the base of its check: the check applies and could be seen. A MAY that a site leaves out applies.
 *
 * @param word as `verdict-word.ts` has it
 */
export function isInBase(word: string): boolean {
  const verdict = readVerdict(word);
  return !hasNoVerdict(verdict) && (verdict.status !== 'n_a' || verdict.na_reason === 'optional-absent');
}

/** The share in whole percent; `null` where there is none. */
export function percentOf({ passed, base }: Rate): number | null {
  return base === 0 ? null : Math.round((100 * passed) / base);
}

/** `12 of 40 sites`; nothing counts: `no site`. */
export function ofText({ passed, base }: Rate, one = 'site'): string {
  return base === 0 ? `no ${one}` : `${passed} of ${plural(base, one)}`;
}

/** `12 of 40 sites (30%)` */
export function rateText(rate: Rate, one?: string): string {
  return rate.base === 0 ? ofText(rate, one) : `${ofText(rate, one)} (${percentOf(rate)}%)`;
}

/** All rates as one. */
export function sumOf(rates: readonly Rate[]): Rate {
  return {
    passed: rates.reduce((sum, { passed }) => sum + passed, 0),
    base: rates.reduce((sum, { base }) => sum + base, 0),
  };
}
