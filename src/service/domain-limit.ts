/**
 * The limit that protects audited sites from all callers together: for each registrable domain one audit at a time, and 6
 * in any 60 minutes (.github/DECISIONS.md, "Limits"). An audit of one of its hosts holds the claim on the domain. The audit
 * counts when its claim is given up, or when the claim has run out because its instance has died.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AUDIT_WINDOW_MS, CLAIM_MS, TARGET_LIMIT } from '../limits.ts';
import { roomAt, type UnitOutcome } from './budget.ts';
import type { RecordChange, Records } from './records.ts';

const times = z.array(z.number());

export const domainRecordSchema = z.object({
  /** When the audits began that ran, in milliseconds of the epoch, as all times here. */
  ran: times,
  /** Those that ended before the audit itself: no answer, or one that refuses. */
  failed: times,
  /** Who audits the domain now, and what for. */
  claim: z.object({ id: z.string(), at: z.number(), until: z.number(), of: z.string() }).optional(),
});

export type DomainRecord = z.infer<typeof domainRecordSchema>;

export const DOMAIN_PREFIX = 'domain/';

/** A claim on a domain. */
export interface DomainClaim {
  /** When the claim runs out: the audit has ended by then. */
  readonly until: number;
  /** Gives the claim up, and says what has become of the audit. */
  release(outcome: UnitOutcome): Promise<void>;
}

/** What became of an attempt to claim a domain. */
export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: DomainClaim }
  /** Somebody audits it, for `of`. */
  | { readonly kind: 'busy'; readonly until: number; readonly of: string }
  /** It was audited often enough. */
  | { readonly kind: 'full'; readonly until: number };

/** When nothing in the record matters any more. */
export function domainRecordEnd({ ran, failed, claim }: DomainRecord): number {
  const claimed = claim === undefined ? 0 : Math.max(claim.until, claim.at + AUDIT_WINDOW_MS);
  return Math.max(claimed, Math.max(0, ...ran, ...failed) + AUDIT_WINDOW_MS);
}

export class DomainLimit {
  readonly #records: Records<DomainRecord>;
  readonly #now: () => number;

  /** @param now milliseconds of the epoch */
  constructor(records: Records<DomainRecord>, now: () => number) {
    this.#records = records;
    this.#now = now;
  }

  /**
   * Claims a domain, where nobody audits it and it was not audited too often; exact for any number of instances.
   *
   * @param of what it is audited for, which others who wait for it are told
   * @param until when the claim runs out, in milliseconds of the epoch
   * @throws ServiceError `service_unavailable`
   */
  claim(domain: string, of: string, until = this.#now() + CLAIM_MS): Promise<ClaimResult> {
    const key = `${DOMAIN_PREFIX}${domain}`;
    const claim = { id: randomUUID(), at: this.#now(), until, of };
    return this.#records.update(key, (record): RecordChange<DomainRecord, ClaimResult> => {
      const now = this.#now();
      const inForce = current(record, now);
      const { claim: other } = inForce;
      if (other !== undefined) return { answer: { kind: 'busy', until: other.until, of: other.of } };
      const full = fullUntil(inForce, now);
      if (full !== undefined) return { answer: { kind: 'full', until: full } };
      const own: DomainClaim = { until, release: (outcome) => this.#release(key, claim.id, outcome) };
      return { next: { ...inForce, claim }, answer: { kind: 'claimed', claim: own } };
    });
  }

  async #release(key: string, id: string, outcome: UnitOutcome): Promise<void> {
    await this.#records.update(key, (record): RecordChange<DomainRecord, undefined> => {
      const { claim, ...inForce } = current(record, this.#now());
      // Who comes too late was counted when the claim had run out.
      if (claim?.id !== id) return { answer: undefined };
      return { next: counted(inForce, claim.at, outcome), answer: undefined };
    });
  }
}

const NEVER: DomainRecord = { ran: [], failed: [] };

/** What still counts. A claim that has run out is an audit that ran, as far as anybody knows. */
function current(record: DomainRecord | undefined, now: number): DomainRecord {
  const { ran, failed, claim } = record ?? NEVER;
  const isOver = claim !== undefined && claim.until <= now;
  const counts = (at: number) => at > now - AUDIT_WINDOW_MS;
  return {
    ran: [...ran, ...(isOver ? [claim.at] : [])].filter(counts),
    failed: failed.filter(counts),
    ...(claim === undefined || isOver ? {} : { claim }),
  };
}

function counted({ ran, failed }: DomainRecord, at: number, outcome: UnitOutcome): DomainRecord {
  if (outcome === 'unused') return { ran, failed };
  return outcome === 'ran' ? { ran: [...ran, at], failed } : { ran, failed: [...failed, at] };
}

/** When there will be room for one more; `undefined` where there is room now. */
function fullUntil({ ran, failed }: DomainRecord, now: number): number | undefined {
  const all = [roomAt(ran, TARGET_LIMIT.units, now), roomAt(failed, TARGET_LIMIT.failed, now)].filter(
    (at) => at !== undefined,
  );
  return all.length === 0 ? undefined : Math.max(...all);
}
