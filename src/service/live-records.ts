/** The live scorecards that are kept: one record a target, with the claim of the audit that is under way. */
import * as z from 'zod';
import { type Envelope, envelopeSchema } from '../scorecard/schema.ts';
import type { ServiceErrorCode } from './errors.ts';
import type { Records } from './records.ts';
import { KEEP_MS } from './settings.ts';

/** What a target fails with; those who waited for the audit fail with it too. */
const FAILURES = [
  'target_unreachable',
  'target_blocked',
  'audit_timeout',
] as const satisfies readonly ServiceErrorCode[];

export const liveRecordSchema = z.object({
  /** The latest complete scorecard. */
  envelope: envelopeSchema.optional(),
  /** Who audits the target now. A claim that has run out belongs to an instance that has died. */
  claim: z.object({ id: z.string(), until: z.number() }).optional(),
  /** What became of the last audit, where it gave no scorecard. */
  failure: z.object({ code: z.enum(FAILURES), message: z.string(), at: z.number() }).optional(),
});

export type LiveRecord = z.infer<typeof liveRecordSchema>;

export const LIVE_PREFIX = 'live/';

export function liveKey(host: string): string {
  return `${LIVE_PREFIX}${host}`;
}

/**
 * The live scorecard of a host; none after 30 days.
 *
 * @param now milliseconds of the epoch
 * @throws ServiceError `service_unavailable`
 */
export async function liveScorecard(
  records: Records<LiveRecord>,
  host: string,
  now: number,
): Promise<Envelope | undefined> {
  const envelope = (await records.read(liveKey(host)))?.envelope;
  return envelope === undefined || ageOf(envelope, now) > KEEP_MS ? undefined : envelope;
}

/**
 * What the last audit of a host failed with, where it gave no scorecard.
 *
 * @throws ServiceError `service_unavailable`
 */
export async function liveFailure(
  records: Records<LiveRecord>,
  host: string,
): Promise<LiveRecord['failure']> {
  return (await records.read(liveKey(host)))?.failure;
}

/** Milliseconds since the scorecard was made. */
export function ageOf({ freshness }: Envelope, now: number): number {
  return now - Date.parse(freshness.scored_at);
}
