/** The records of live scorecards: one for each target, and one for each site type or MCP endpoint declared for it. */

import * as z from 'zod';
import type { SiteType } from '../audit/check-texts/vocabulary.ts';
import { targetSegment } from '../audit/scorecard/address.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../audit/scorecard/stored.ts';
import { QUOTE_CHARS } from '../base/errors.ts';
import { FAILURE_MS, KEEP_MS } from '../base/limits.ts';
import type { ServiceErrorCode } from './errors.ts';

/** Errors that the target causes; calls that waited for the audit receive them too. */
export const FAILURES = [
  'target_unreachable',
  'target_blocked',
  'target_declined',
  'audit_timeout',
] as const satisfies readonly ServiceErrorCode[];

/** Messages are cut to less than this before. */
const message = z.string().max(4_000);
/** A quote from the site, if any. Untrusted. */
const quote = z.string().max(QUOTE_CHARS).optional();

export const liveRecordSchema = z.object({
  envelope: storedEnvelopeSchema.optional(),
  /** Why the last audit gave no scorecard, if it gave none. */
  failure: z.object({ code: z.enum(FAILURES), message, quote, at: z.number() }).optional(),
  /**
   * The target redirects to a site that must not be audited before `until`; another audit would only redirect there again.
   */
  spared: z.object({ message, quote, until: z.number() }).optional(),
});

export type LiveRecord = z.infer<typeof liveRecordSchema>;

export const LIVE_PREFIX = 'live/';
/** A separate prefix, because a declared type is one caller's view; other callers do not see its results. */
export const DECLARED_PREFIX = 'declared/';
/** A separate prefix for the same reason: one caller named the MCP endpoint. */
export const NAMED_PREFIX = 'named/';

export function namedPrefix(host: string): string {
  return `${NAMED_PREFIX}${host}/`;
}

export function liveKey(host: string, siteType: SiteType = null, mcpEndpoint?: string | undefined): string {
  if (mcpEndpoint !== undefined)
    return `${namedPrefix(host)}${siteType ?? 'any'}/${targetSegment('', mcpEndpoint)}`;
  return siteType === null ? `${LIVE_PREFIX}${host}` : `${DECLARED_PREFIX}${siteType}/${host}`;
}

/** Returns when the record expires, in milliseconds since the epoch. */
export function liveEnd({ envelope, failure, spared }: LiveRecord): number {
  const scorecardEnd = envelope === undefined ? 0 : Date.parse(envelope.freshness.scored_at) + KEEP_MS;
  return Math.max(scorecardEnd, failure === undefined ? 0 : failure.at + FAILURE_MS, spared?.until ?? 0);
}

/** Returns the live scorecard of a record if it is less than 30 days old. */
export function liveScorecard(record: LiveRecord | undefined, now: number): Envelope | undefined {
  const envelope = record?.envelope;
  return envelope === undefined || ageOf(envelope, now) > KEEP_MS ? undefined : envelope;
}

/** Returns why the last audit gave no scorecard; `undefined` after a day, or if it is dated after `now`. */
export function liveFailure(record: LiveRecord | undefined, now: number): LiveRecord['failure'] {
  const failure = record?.failure;
  return failure === undefined || failure.at <= now - FAILURE_MS || failure.at > now ? undefined : failure;
}

/** Returns milliseconds since the scorecard was made; infinite if its audit's clock was ahead of `now`. */
export function ageOf({ freshness }: Envelope, now: number): number {
  const age = now - Date.parse(freshness.scored_at);
  return age < 0 ? Number.POSITIVE_INFINITY : age;
}
