import {
  AUDIT_LIMIT,
  AUDIT_WINDOW_MS,
  MOST_WAITING,
  NETWORK_LIMIT,
  READ_LIMIT,
  TARGET_LIMIT,
} from '../base/limits.ts';
import { plural } from '../base/text.ts';
import type { ReadState } from './api.ts';
import { ServiceError } from './errors.ts';

export function retryAfterS(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 1000));
}

/** Returns a duration in minutes, rounded up, such as `59 minutes`, or below a minute in seconds, such as `20 seconds`. */
export function minutesText(seconds: number): string {
  if (seconds < 60) return plural(seconds, 'second');
  return plural(Math.ceil(seconds / 60), 'minute');
}

const WINDOW = `${AUDIT_WINDOW_MS / 60_000} minutes`;
export const AUDITS_TEXT = `${AUDIT_LIMIT.units} fresh audits in ${WINDOW}`;
export const READS_TEXT = `${READ_LIMIT.calls} requests in ${READ_LIMIT.windowMs / 1000} s`;
export const TARGETS_TEXT = `for all callers together, each registrable domain gets one audit at a time and at most ${TARGET_LIMIT.units} in ${WINDOW}`;

export function readRefusal({ limit, resetS }: ReadState): ServiceError {
  const whose = limit === READ_LIMIT.calls ? 'this address' : 'the addresses of this network (IPv6 /48)';
  return new ServiceError(
    'rate_limited',
    `More than ${limit} requests in ${READ_LIMIT.windowMs / 1000} seconds came from ${whose}. The next one is possible in ${plural(resetS, 'second')}.`,
    { retryAfterS: resetS },
  );
}

const CALLER_LIMITS = {
  audits: `Your ${AUDIT_LIMIT.units} fresh audits in 60 minutes are used up`,
  failures: `${AUDIT_LIMIT.failed} of your attempts failed in the last 60 minutes`,
  network: `The ${NETWORK_LIMIT.units} fresh audits that all addresses of your network (IPv6 /48) have in 60 minutes are used up`,
} as const;

export function callerError(limit: keyof typeof CALLER_LIMITS, until: number, now: number): ServiceError {
  const seconds = retryAfterS(until, now);
  return new ServiceError(
    'audit_limit_reached',
    `${CALLER_LIMITS[limit]}; the next one is possible in ${minutesText(seconds)}. Meanwhile, stored scorecards can be read, and the command line has no limit.`,
    { retryAfterS: seconds, scope: 'caller' },
  );
}

const WAITING: Readonly<Record<keyof typeof MOST_WAITING, string>> = {
  claim: 'calls wait for it',
  caller: 'calls of your address wait for audits',
  network: 'calls of your network (IPv6 /48) wait for audits',
};

/** @param ms how long the running audit may still take, in milliseconds */
export function waitError(name: string, whose: keyof typeof MOST_WAITING, ms: number): ServiceError {
  const seconds = retryAfterS(ms, 0);
  return new ServiceError(
    'audit_limit_reached',
    `An audit of ${name} is running, and ${MOST_WAITING[whose]} ${WAITING[whose]} already. Call again in ${minutesText(seconds)} for its result; this attempt does not count towards your limit.`,
    { retryAfterS: seconds, scope: whose === 'claim' ? 'target' : 'caller' },
  );
}

export function serviceError(until: number | undefined, now: number): ServiceError {
  const seconds = until === undefined ? undefined : retryAfterS(until, now);
  const next = seconds === undefined ? '' : ` The next one is possible in ${minutesText(seconds)}.`;
  return new ServiceError(
    'audit_limit_reached',
    `The service has made as many fresh audits in the last 60 minutes as its operator allows, for all callers together.${next} Meanwhile, stored scorecards can be read, and the command line has no limit.`,
    { scope: 'service', retryAfterS: seconds },
  );
}

/** Why a site cannot be audited before `until`. The message may be stored and shown later, so it omits the remaining time. */
interface TargetLimit {
  readonly message: string;
  /** Untrusted text from the site. */
  readonly quote?: string | undefined;
  readonly until: number;
}

export function targetLimitOf(
  what: string,
  domain: string,
  { kind, until }: { readonly kind: 'busy' | 'full'; readonly until: number },
): TargetLimit {
  const why =
    kind === 'busy'
      ? `cannot be audited now: another audit of ${domain} is running, and a site gets only one audit at a time`
      : `has reached its limit: ${domain} gets at most ${TARGET_LIMIT.units} fresh audits in 60 minutes, from all callers together`;
  return { message: `${what} ${why}.`, until };
}

export function targetLimitError({ message, quote, until }: TargetLimit, now: number): ServiceError {
  const seconds = retryAfterS(until, now);
  return new ServiceError(
    'audit_limit_reached',
    `${message} The next one is possible in ${minutesText(seconds)}; this attempt does not count towards your limit. The command line has no limit.`,
    { retryAfterS: seconds, scope: 'target', quote },
  );
}
