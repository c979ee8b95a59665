/** A site that must not be audited now: what the present caller and later callers are told about it. */
import { TARGET_LIMIT } from '../limits.ts';
import { ServiceError } from '../service-errors.ts';
import { minutesText, retryAfterS } from '../view/limit-texts.ts';
import type { ClaimResult } from './domain-limit.ts';
import type { LiveRecord } from './live-records.ts';

/** Why, and until when; the message does not say when, for it may be told later. */
type TargetLimit = NonNullable<LiveRecord['spared']>;

/** @param what is not audited now */
export function targetLimitOf(
  what: string,
  domain: string,
  { kind, until }: Exclude<ClaimResult, { kind: 'claimed' }>,
): TargetLimit {
  const why =
    kind === 'busy'
      ? `is not audited now: another audit of ${domain} is running, and a site is audited only once at a time`
      : `has been audited often enough: ${domain} gets at most ${TARGET_LIMIT.units} fresh audits in 60 minutes, whoever asks`;
  return { message: `${what} ${why}.`, until };
}

/** @param now milliseconds of the epoch */
export function targetLimitError({ message, until }: TargetLimit, now: number): ServiceError {
  const seconds = retryAfterS(until, now);
  return new ServiceError(
    'audit_limit_reached',
    `${message} The next one is possible in ${minutesText(seconds)}; this attempt does not count towards your limit. The command line has no limit.`,
    { retryAfterS: seconds, scope: 'target' },
  );
}
