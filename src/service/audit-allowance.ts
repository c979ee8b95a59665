/**
 * The limits on new audits in any 60 minutes (.github/DECISIONS.md, "Limits"). Networks, domains and the service have
 * separate records, so counts stay exact for any number of callers and instances.
 *
 * An audit takes one unit of each limit. A failed audit returns its units and counts as a failure instead; failures have a
 * higher limit. A unit is open until its audit ends. If the instance that runs the audit dies, the unit expires.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  AUDIT_LIMIT,
  AUDIT_WINDOW_MS,
  type Budget,
  CLAIM_MS,
  MOST_WAITING,
  NETWORK_LIMIT,
  serviceLimit,
  TARGET_LIMIT,
} from '../base/limits.ts';
import type { Caller } from './caller.ts';
import { ServiceError } from './errors.ts';
import { callerError, serviceError, waitError } from './limit-texts.ts';
import type { RecordChange, Records } from './records.ts';

/** The fields of each entry in `units` and `failed`. Times are in milliseconds since the epoch. */
const entry = {
  at: z.number(),
  /** The caller's key; in a record about an audited domain, the target's key. */
  of: z.string(),
};

export const limitRecordSchema = z.object({
  /** One unit for each counted audit. While the audit runs, `until` is the time when the unit expires. */
  units: z.array(z.object({ ...entry, id: z.string(), until: z.number().optional() })),
  failed: z.array(z.object(entry)),
  /** Calls that wait for a running audit. Each stops counting at `until`. */
  waiting: z.array(z.object({ id: z.string(), of: z.string(), until: z.number() })).default([]),
});

export type LimitRecord = z.infer<typeof limitRecordSchema>;

/** How an audit counts against a limit. `unused` means that the audit never started. */
type UnitOutcome = 'ran' | 'failed' | 'unused';

/** One use of a limit by one audit. */
export interface Unit {
  /** When the unit expires, in milliseconds since the epoch. Its audit has ended by then. */
  readonly until: number;
  /** Ends the unit and records the outcome. Has no effect if the unit has already ended or expired. */
  close(outcome: UnitOutcome): Promise<void>;
}

export interface RunningClaim {
  readonly kind: 'busy';
  readonly id: string;
  /** The key of the audited target. */
  readonly of: string;
  readonly until: number;
  readonly waiting: number;
}

export type DomainRefusal = RunningClaim | { readonly kind: 'full'; readonly until: number };

/** Where the record of a limit is stored. `lost`: how an audit counts if its instance dies before the result is known. */
interface Place {
  readonly path: string;
  readonly lost: 'ran' | 'failed';
}

/** A secret salt, replaced each month. Without it, a table of all IP addresses could reverse the stored hashes. */
export const saltSchema = z.object({ salt: z.string().min(32), until: z.number() });
export type Salt = z.infer<typeof saltSchema>;
export const SALT_PREFIX = 'salt/';
const SALT_BYTES = 32;
const HASH_CHARS = 32;

export const LIMIT_PREFIXES = { caller: 'allowance/', domain: 'domain/', service: 'ceiling/' } as const;
/** The number of records that share the service's limit. With a single record, 14 of 100 concurrent instances failed to write. */
const SHARES = 8;

/** Returns when the record can be removed, in milliseconds since the epoch. */
export function limitRecordEnd({ units, failed, waiting }: LimitRecord): number {
  const counted = Math.max(0, ...[...units, ...failed].map(({ at }) => at)) + AUDIT_WINDOW_MS;
  return Math.max(counted, ...waiting.map(({ until }) => until));
}

export class AuditLimits {
  readonly #records: Records<LimitRecord>;
  readonly #hashed: HashAddress;
  readonly #quota: number;
  readonly #now: () => number;

  constructor(
    { limits, hashed }: { readonly limits: Records<LimitRecord>; readonly hashed: HashAddress },
    quota: number,
    now: () => number,
  ) {
    this.#records = limits;
    this.#hashed = hashed;
    this.#quota = quota;
    this.#now = now;
  }

  /** @throws ServiceError `audit_limit_reached` with the scope `caller`; `service_unavailable` if the store fails */
  async takeOfCaller(caller: Caller): Promise<Unit> {
    if (caller.key === undefined || caller.network === undefined) {
      throw new ServiceError(
        'audit_limit_reached',
        'Fresh audits are counted by network address, and the platform provided none for this call. Read stored scorecards instead, or use the command line.',
        { scope: 'caller' },
      );
    }
    const { key, place } = await this.#placeOf(caller);
    return orThrow(
      await this.#take(place, { of: key }, ({ units, failed }, now) => {
        const isOwn = ({ of }: { readonly of: string }) => of === key;
        // Open audits also count as failures, because they may still fail.
        const part = {
          units: units.filter(isOwn),
          failed: [...failed, ...units.filter(isOpen)].filter(isOwn),
        };
        const ownUntil = fullUntil(part, AUDIT_LIMIT, now);
        const all = fullUntil({ units, failed: [...failed, ...units.filter(isOpen)] }, NETWORK_LIMIT, now);
        const until = Math.max(ownUntil ?? 0, all ?? 0);
        if (until === 0) return undefined;
        const limit = part.units.length < AUDIT_LIMIT.units ? 'failures' : 'audits';
        return callerError(ownUntil === undefined ? 'network' : limit, until, now);
      }),
    );
  }

  /** Returns the caller's hashed key, and where its network's record is stored. Calls without an IP address share one record. */
  async #placeOf({ key = '', network = '' }: Caller): Promise<{ key: string; place: Place }> {
    const path = `${LIMIT_PREFIXES.caller}${await this.#hashed(network)}`;
    return { key: await this.#hashed(key), place: { path, lost: 'failed' } };
  }

  /** @throws ServiceError `audit_limit_reached` with the scope `service`; `service_unavailable` if the store fails */
  async takeOfService(): Promise<Unit> {
    const shares = Math.min(SHARES, this.#quota);
    const first = Math.floor(Math.random() * shares);
    let soonest: number | undefined;
    for (let i = 0; i < shares; i++) {
      const share = (first + i) % shares;
      const budget = serviceLimit(Math.floor((this.#quota + share) / shares));
      const place: Place = { path: `${LIMIT_PREFIXES.service}${share}`, lost: 'ran' };
      const unit = await this.#take(place, { of: '' }, (taken, now) => fullUntil(taken, budget, now));
      // An expired unit of this limit counts as `ran`, so the outcome `ran` needs no write to the store.
      if (typeof unit !== 'number')
        return { ...unit, close: async (outcome) => (outcome === 'ran' ? undefined : unit.close(outcome)) };
      soonest = Math.min(unit, soonest ?? unit);
    }
    throw serviceError(soonest, this.#now());
  }

  /**
   * Takes the claim (the lock) on a domain, or returns why it is not available.
   * @param of the key of the audited target. Calls refused during the audit receive this key as `RunningClaim.of`
   * @throws ServiceError `service_unavailable`
   */
  takeOfDomain(domain: string, of: string, until?: number): Promise<Unit | DomainRefusal> {
    return this.#take(
      placeOfDomain(domain),
      { of, until },
      ({ waiting, ...taken }, now): DomainRefusal | undefined => {
        const other = taken.units.find(isOpen);
        if (other?.until !== undefined) {
          const { id, until: end } = other;
          return { kind: 'busy', id, of: other.of, until: end, waiting: countOf(waiting, id) };
        }
        const full = fullUntil(taken, TARGET_LIMIT, now);
        return full === undefined ? undefined : { kind: 'full', until: full };
      },
    );
  }

  async isRunning(domain: string, { id }: RunningClaim): Promise<boolean> {
    const place = placeOfDomain(domain);
    const { units } = current(await this.#records.read(place.path), place, this.#now());
    return units.some((unit) => unit.id === id && isOpen(unit));
  }

  /**
   * Registers a call that waits for a running audit. The registration expires with the audit's claim (lock).
   * @param name the target's name, for the error message
   * @returns a function that removes the registration; if the audit has ended, pass `true` to update only the caller's record
   * @throws ServiceError `audit_limit_reached` if too many calls wait; `service_unavailable` if the store fails
   */
  async takePlace(
    { name, domain }: { readonly name: string; readonly domain: string },
    claim: RunningClaim,
    caller: Caller,
  ): Promise<(ended: boolean) => Promise<void>> {
    const until = Math.min(claim.until, this.#now() + CLAIM_MS);
    const error = (whose: keyof typeof MOST_WAITING) => waitError(name, whose, until - this.#now());
    if (claim.waiting >= MOST_WAITING.claim) throw error('claim');
    const id = randomUUID();
    const { key, place } = await this.#placeOf(caller);
    const refused = await this.#await(place, { id, of: key, until }, (waiting) => {
      if (countOf(waiting, key) >= MOST_WAITING.caller) return error('caller');
      return waiting.length >= MOST_WAITING.network ? error('network') : undefined;
    });
    if (refused !== undefined) throw refused;
    const claimed = placeOfDomain(domain);
    const leave = async (ended: boolean) => {
      await Promise.all((ended ? [place] : [place, claimed]).map((one) => this.#leave(one, id)));
    };
    const full = await this.#await(claimed, { id, of: claim.id, until }, (waiting) =>
      countOf(waiting, claim.id) >= MOST_WAITING.claim ? error('claim') : undefined,
    );
    if (full === undefined) return leave;
    await leave(true);
    throw full;
  }

  #await(
    place: Place,
    waiter: Waiting[number],
    refused: (waiting: Waiting) => ServiceError | undefined,
  ): Promise<ServiceError | undefined> {
    return this.#records.update(place.path, (record): RecordChange<LimitRecord, ServiceError | undefined> => {
      const taken = current(record, place, this.#now());
      const answer = refused(taken.waiting);
      return answer === undefined
        ? { next: { ...taken, waiting: [...taken.waiting, waiter] }, answer }
        : { answer };
    });
  }

  #leave(place: Place, id: string): Promise<void> {
    return this.#records.update(place.path, (record): RecordChange<LimitRecord, undefined> => {
      const taken = current(record, place, this.#now());
      const waiting = taken.waiting.filter((one) => one.id !== id);
      return { next: { ...taken, waiting }, answer: undefined };
    });
  }

  async #take<R>(
    place: Place,
    { of, until = this.#now() + CLAIM_MS }: { readonly of: string; readonly until?: number | undefined },
    refused: (taken: LimitRecord, now: number) => R | undefined,
  ): Promise<Unit | R> {
    const unit = { id: randomUUID(), at: this.#now(), of, until };
    const refusal = await this.#records.update(
      place.path,
      (record): RecordChange<LimitRecord, R | undefined> => {
        const now = this.#now();
        const taken = current(record, place, now);
        const answer = refused(taken, now);
        if (answer !== undefined) return { answer };
        return { next: { ...taken, units: [...taken.units, unit] }, answer };
      },
    );
    return refusal ?? { until, close: (outcome) => this.#close(place, unit.id, outcome) };
  }

  async #close(place: Place, id: string, outcome: UnitOutcome): Promise<void> {
    await this.#records.update(place.path, (record): RecordChange<LimitRecord, undefined> => {
      const { units, failed, waiting } = current(record, place, this.#now());
      const unit = units.find((one) => one.id === id && isOpen(one));
      if (unit === undefined) return { answer: undefined };
      const { at, of } = unit;
      const others = units.filter((one) => one !== unit);
      const next = {
        units: outcome === 'ran' ? [...others, { id, at, of }] : others,
        failed: outcome === 'failed' ? [...failed, { at, of }] : failed,
        waiting,
      };
      return { next, answer: undefined };
    });
  }
}

const isOpen = ({ until }: LimitRecord['units'][number]) => until !== undefined;

function orThrow(taken: Unit | ServiceError): Unit {
  if (taken instanceof ServiceError) throw taken;
  return taken;
}

type Waiting = LimitRecord['waiting'];

function placeOfDomain(domain: string): Place {
  return { path: `${LIMIT_PREFIXES.domain}${domain}`, lost: 'ran' };
}

function countOf(waiting: Waiting, whose: string): number {
  return waiting.filter(({ of }) => of === whose).length;
}

/** Returns the audits (`units`), failures and waiting calls of a record that still count at `now`. */
function current(record: LimitRecord | undefined, { lost }: Place, now: number): LimitRecord {
  const { units, failed, waiting } = record ?? { units: [], failed: [], waiting: [] };
  // A time that is more than 60 minutes in the future comes from a wrong clock and does not count.
  const counts = ({ at }: { readonly at: number }) => Math.abs(now - at) < AUDIT_WINDOW_MS;
  const isLost = ({ until }: LimitRecord['units'][number]) => until !== undefined && until <= now;
  const ended = units.filter(isLost).map(({ id, at, of }) => ({ id, at, of }));
  const alive = units.filter((unit) => !isLost(unit));
  return {
    units: [...alive, ...(lost === 'ran' ? ended : [])].filter(counts),
    failed: [...failed, ...(lost === 'failed' ? ended : [])].filter(counts),
    waiting: waiting.filter(({ until }) => until > now),
  };
}

type Taken = Readonly<Record<keyof Budget, readonly { readonly at: number }[]>>;

/** Returns when the budget has room for another unit, in milliseconds since the epoch; `undefined` if it has room now. */
function fullUntil({ units, failed }: Taken, budget: Budget, now: number): number | undefined {
  const ends = [roomAt(units, budget.units, now), roomAt(failed, budget.failed, now)];
  const last = Math.max(...ends.map((at) => at ?? 0));
  return last === 0 ? undefined : last;
}

/** Returns when the number of units or failures in the time window falls below `most`; `undefined` if it is below now. */
function roomAt(taken: readonly { readonly at: number }[], most: number, now: number): number | undefined {
  const over = taken.length - most;
  if (over < 0) return undefined;
  const times = taken.map(({ at }) => at).toSorted((a, b) => a - b);
  return (times[over] ?? now) + AUDIT_WINDOW_MS;
}

/** Hashes an IP address to hexadecimal digits. All instances return the same hash, which changes each month. */
export type HashAddress = (address: string) => Promise<string>;

/** @returns a function that rejects with ServiceError `service_unavailable` if the store with the salt fails */
export function addressHashes(salts: Records<Salt>, now: () => number): HashAddress {
  let known: { readonly key: string; readonly salt: string } | undefined;
  const saltOf = async () => {
    const today = new Date(now());
    const key = SALT_PREFIX + today.toISOString().slice(0, 'YYYY-MM'.length);
    if (known?.key === key) return known.salt;
    const until = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
    const salt = await salts.update(key, (stored) => {
      if (stored !== undefined) return { answer: stored.salt };
      const fresh = randomBytes(SALT_BYTES).toString('base64url');
      return { answer: fresh, next: { salt: fresh, until } };
    });
    known = { key, salt };
    return salt;
  };
  return async (address) => {
    const hash = createHash('sha256').update(`${await saltOf()}\n${address}`);
    return hash.digest('hex').slice(0, HASH_CHARS);
  };
}

export interface AuditEnd {
  readonly caller: UnitOutcome;
  /** How the audit counts against the limits for the audited domains and for the whole service. */
  readonly others: UnitOutcome;
}

export class Meter {
  readonly #units: { readonly unit: Unit; readonly whose: keyof AuditEnd }[] = [];
  #ending: AuditEnd | undefined;

  took(unit: Unit, whose: keyof AuditEnd): void {
    this.#units.push({ unit, whose });
    // The audit may have ended before the store confirmed this unit, so close the unit at once.
    if (this.#ending !== undefined) void unit.close(this.#ending[whose]).catch(() => undefined);
  }

  /** Records the outcome of the audit for each limit. If the store fails, the units expire instead. */
  async close(ending: AuditEnd): Promise<void> {
    this.#ending = ending;
    await Promise.allSettled(this.#units.map(({ unit, whose }) => unit.close(ending[whose])));
  }
}
