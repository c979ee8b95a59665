/** The live scorecards that are kept: one record a target, and one for each site type that was declared for it. */

import * as z from 'zod';
import type { SiteType } from '../audit/check-texts/vocabulary.ts';
import { targetSegment } from '../audit/scorecard/address.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../audit/scorecard/stored.ts';
import { QUOTE_CHARS } from '../base/errors.ts';
import { FAILURE_MS, KEEP_MS } from '../base/limits.ts';
import type { ServiceErrorCode } from './errors.ts';

/** What a target fails with; those who waited for the audit fail with it too. */
export const FAILURES = [
  'target_unreachable',
  'target_blocked',
  'target_declined',
  'audit_timeout',
] as const satisfies readonly ServiceErrorCode[];

/** Errors are cut before. */
const message = z.string().max(4_000);
/** What the site said; left out: nothing. Untrusted. */
const quote = z.string().max(QUOTE_CHARS).optional();

export const liveRecordSchema = z.object({
  /** The latest complete scorecard. */
  envelope: storedEnvelopeSchema.optional(),
  /** What became of the last audit, where it gave no scorecard. */
  failure: z.object({ code: z.enum(FAILURES), message, quote, at: z.number() }).optional(),
  /** It leads to a site that must not be audited before then: asking it again would only lead there again. */
  spared: z.object({ message, quote, until: z.number() }).optional(),
});

export type LiveRecord = z.infer<typeof liveRecordSchema>;

export const LIVE_PREFIX = 'live/';
/** Apart, because a declared type is the caller's view: nobody else is shown what came of it. */
export const DECLARED_PREFIX = 'declared/';
/** Apart for the same reason: the caller named the MCP endpoint. */
export const NAMED_PREFIX = 'named/';

/** What the keys of a host begin with for which callers named the MCP endpoint. */
export function namedPrefix(host: string): string {
  return `${NAMED_PREFIX}${host}/`;
}

/**
 * @param siteType what the caller has declared; `null` where nothing
 * @param mcpEndpoint as `endpointPath` returns it, if the caller named one
 */
export function liveKey(host: string, siteType: SiteType = null, mcpEndpoint?: string | undefined): string {
  if (mcpEndpoint !== undefined)
    return `${namedPrefix(host)}${siteType ?? 'any'}/${targetSegment('', mcpEndpoint)}`;
  return siteType === null ? `${LIVE_PREFIX}${host}` : `${DECLARED_PREFIX}${siteType}/${host}`;
}

/** When nothing in the record matters any more, in milliseconds of the epoch. */
export function liveEnd({ envelope, failure, spared }: LiveRecord): number {
  const kept = envelope === undefined ? 0 : Date.parse(envelope.freshness.scored_at) + KEEP_MS;
  return Math.max(kept, failure === undefined ? 0 : failure.at + FAILURE_MS, spared?.until ?? 0);
}

/**
 * The live scorecard of a record; none after 30 days.
 *
 * @param now milliseconds of the epoch
 */
export function liveScorecard(record: LiveRecord | undefined, now: number): Envelope | undefined {
  const envelope = record?.envelope;
  return envelope === undefined || ageOf(envelope, now) > KEEP_MS ? undefined : envelope;
}

/**
 * What the last audit failed with, where it gave no scorecard; none after a day, or before its own time.
 *
 * @param now milliseconds of the epoch
 */
export function liveFailure(record: LiveRecord | undefined, now: number): LiveRecord['failure'] {
  const failure = record?.failure;
  return failure === undefined || failure.at <= now - FAILURE_MS || failure.at > now ? undefined : failure;
}

/** Milliseconds since the scorecard was made; infinite for one dated after `now`, because the clock of its audit was wrong. */
export function ageOf({ freshness }: Envelope, now: number): number {
  const age = now - Date.parse(freshness.scored_at);
  return age < 0 ? Number.POSITIVE_INFINITY : age;
}
