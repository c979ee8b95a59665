/** The limits in words, for all texts that mention them. */
import { AUDIT_LIMIT, AUDIT_WINDOW_MS, READ_LIMIT, TARGET_LIMIT } from '../base/limits.ts';
import type { ReadState } from './api.ts';
import { ServiceError } from './errors.ts';

/** Whole seconds until then, 1 at least. */
export function retryAfterS(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 1000));
}

/** `1 minute`, `59 minutes`; below a minute `20 seconds`. */
export function minutesText(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second');
  return counted(Math.ceil(seconds / 60), 'minute');
}

const WINDOW = `${AUDIT_WINDOW_MS / 60_000} minutes`;
/** `5 fresh audits in 60 minutes`. */
export const AUDITS_TEXT = `${AUDIT_LIMIT.units} fresh audits in ${WINDOW}`;
/** `60 requests in 60 s`. */
export const READS_TEXT = `${READ_LIMIT.calls} requests in ${READ_LIMIT.windowMs / 1000} s`;
/** How the audited are protected. */
export const TARGETS_TEXT = `each registrable domain is audited once at a time and ${TARGET_LIMIT.units} times in ${WINDOW}, for all callers together`;

/** The refusal of a call that was not allowed. */
export function readRefusal({ limit, resetS }: ReadState): ServiceError {
  const whose = limit === READ_LIMIT.calls ? 'this address' : 'the addresses of this network (IPv6 /48)';
  return new ServiceError(
    'rate_limited',
    `More than ${limit} requests in ${READ_LIMIT.windowMs / 1000} seconds came from ${whose}. The next one is answered in ${resetS} seconds.`,
    { retryAfterS: resetS },
  );
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
