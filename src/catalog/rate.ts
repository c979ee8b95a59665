import { plural } from '../base/text.ts';

export interface Rate {
  readonly passed: number;
  /** The number of sites that the rate is computed from; may be 0. */
  readonly base: number;
}

/** The minimum number of sites for a meaningful rate. */
export const FEW_SITES = 5;

export const FEW_TEXT = `A rate of fewer than ${FEW_SITES} sites says little: read it as a count.`;

/** An explanation of which sites a rate counts. */
export const BASE_TEXT =
  'Rates count only sites where the check applies and could be tested. An optional feature (MAY) that a site leaves out is not a fault, but counts as not passed.';

export function passRate(
  { rates }: { readonly rates: Readonly<Record<string, Rate>> },
  ...checks: readonly string[]
): Rate {
  const of = checks.flatMap((id) => rates[id] ?? []);
  const sum = (part: keyof Rate) => of.reduce((total, rate) => total + rate[part], 0);
  return { passed: sum('passed'), base: sum('base') };
}

/** Returns the percentage, rounded; `null` if the base is 0. */
export function percentOf({ passed, base }: Rate): number | null {
  return base === 0 ? null : Math.round((100 * passed) / base);
}

/** Returns the rate in words, for example `12 of 40 sites`, or `no site` if the base is 0. */
function ofText({ passed, base }: Rate, one: string): string {
  return base === 0 ? `no ${one}` : `${passed} of ${plural(base, one)}`;
}

/** Returns the rate in words and percent, for example `12 of 40 sites (30%)`. */
export function rateText(rate: Rate, one = 'site'): string {
  return rate.base === 0 ? ofText(rate, one) : `${ofText(rate, one)} (${percentOf(rate)}%)`;
}
