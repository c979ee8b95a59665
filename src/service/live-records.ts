/** Records of audits on request: one for each target, and one for each site type or MCP endpoint declared for it. */

import * as z from 'zod';
import type { SiteType } from '../audit/check-texts/vocabulary.ts';
import { targetSegment } from '../audit/scorecard/address.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../audit/scorecard/stored.ts';
import { QUOTE_CHARS } from '../base/errors.ts';
import { FAILURE_MS, KEEP_MS } from '../base/limits.ts';
import { DECLARED_PREFIX, LIVE_PREFIX, NAMED_PREFIX } from '../catalog/results/service-files.ts';
import { ServiceError, type ServiceErrorCode } from './errors.ts';

/** Errors that the target causes. Calls that waited for the audit receive the same error. */
export const FAILURES = [
  'target_unreachable',
  'target_blocked',
  'target_declined',
  'audit_timeout',
] as const satisfies readonly ServiceErrorCode[];

/** Every message is shorter than this limit, because messages never quote the site. */
const message = z.string().max(4_000);
/** Untrusted text quoted from the site, if any. */
const quote = z.string().max(QUOTE_CHARS).optional();

export const liveRecordSchema = z.object({
  /** Set if the operator has withdrawn the host. Nothing else about the host is stored or shown, and it is not audited. */
  withdrawn: z.object({ at: z.string(), why: z.string().optional() }).optional(),
  envelope: storedEnvelopeSchema.optional(),
  /** Set if the last audit gave no scorecard. */
  failure: z.object({ code: z.enum(FAILURES), message, quote, at: z.number() }).optional(),
  /** Set if the target redirects to a site that must not be audited before `until`. Until then, audits of the target fail. */
  spared: z.object({ message, quote, until: z.number() }).optional(),
});

export type LiveRecord = z.infer<typeof liveRecordSchema>;

/** Returns the prefix of the keys of a host's results for declared MCP endpoints. */
export function namedPrefix(host: string): string {
  return `${NAMED_PREFIX}${host}/`;
}

export function liveKey(host: string, siteType: SiteType = null, mcpEndpoint?: string | undefined): string {
  if (mcpEndpoint !== undefined)
    return `${namedPrefix(host)}${siteType ?? 'any'}/${targetSegment('', mcpEndpoint)}`;
  return siteType === null ? `${LIVE_PREFIX}${host}` : `${DECLARED_PREFIX}${siteType}/${host}`;
}

/** Returns when the record expires, in milliseconds since the epoch. */
export function liveEnd({ withdrawn, envelope, failure, spared }: LiveRecord): number {
  if (withdrawn !== undefined) return Number.POSITIVE_INFINITY;
  const scorecardEnd = envelope === undefined ? 0 : Date.parse(envelope.freshness.scored_at) + KEEP_MS;
  return Math.max(scorecardEnd, failure === undefined ? 0 : failure.at + FAILURE_MS, spared?.until ?? 0);
}

/** @throws ServiceError `withdrawn` if `record` says that the operator has withdrawn the host */
export function refuseWithdrawn(record: LiveRecord | undefined, host: string): void {
  const { withdrawn } = record ?? {};
  if (withdrawn === undefined) return;
  const why = withdrawn.why === undefined ? '' : ` The reason given: ${withdrawn.why}`;
  throw new ServiceError(
    'withdrawn',
    `The operator of this catalog has withdrawn ${host} and everything stored about it.${why}`,
  );
}

/** Returns the live scorecard of a record if it is less than 30 days old. */
export function liveScorecard(record: LiveRecord | undefined, now: number): Envelope | undefined {
  const envelope = record?.envelope;
  return envelope === undefined || ageOf(envelope, now) > KEEP_MS ? undefined : envelope;
}

/** Returns the failure of the last audit; `undefined` if it is older than a day or dated after `now`. */
export function liveFailure(record: LiveRecord | undefined, now: number): LiveRecord['failure'] {
  const failure = record?.failure;
  return failure === undefined || failure.at <= now - FAILURE_MS || failure.at > now ? undefined : failure;
}

/** Returns the age of a scorecard, in milliseconds; infinite if its date is after `now`, because of a wrong clock. */
export function ageOf({ freshness }: Envelope, now: number): number {
  const age = now - Date.parse(freshness.scored_at);
  return age < 0 ? Number.POSITIVE_INFINITY : age;
}
