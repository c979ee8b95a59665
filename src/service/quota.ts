/**
 * The limit for all fresh audits together: 600 in any 60 minutes, or what the operator sets (.github/DECISIONS.md,
 * "Limits"). Audits of all instances count. With one record they would all wait for each other, so there are several
 * records, each with a share of the units, and an audit takes a unit from any record that has one left.
 */
import { randomUUID } from 'node:crypto';
import { type Budget, serviceLimit } from '../limits.ts';
import { ServiceError } from '../service-errors.ts';
import { minutesText, retryAfterS } from '../view/limit-texts.ts';
import type { Unit } from './allowance.ts';
import { type BudgetRecord, closeUnit, current, fullUntil, NOTHING_TAKEN, take } from './budget.ts';
import type { RecordChange, Records } from './records.ts';

export const QUOTA_PREFIX = 'ceiling/';
/** At a hundred audits at once, a dozen want the same record; and a refusal has looked at all of them. */
const SHARDS = 8;

/** A record, and what may be taken from it. */
interface Share {
  readonly key: string;
  readonly budget: Budget;
}

export class ServiceQuota {
  readonly #records: Records<BudgetRecord>;
  readonly #now: () => number;
  readonly #shares: readonly Share[];

  /**
   * @param units how many there are in 60 minutes
   * @param now milliseconds of the epoch
   */
  constructor(records: Records<BudgetRecord>, units: number, now: () => number) {
    this.#records = records;
    this.#now = now;
    this.#shares = sharesOf(units).map((share, i) => ({
      key: `${QUOTA_PREFIX}${i}`,
      budget: serviceLimit(share),
    }));
  }

  /**
   * Takes a unit; exact for any number of callers and instances at once.
   *
   * @throws ServiceError `audit_limit_reached` with the scope `service`; `service_unavailable` where it cannot be known what
   *   is left
   */
  async take(): Promise<Unit> {
    // Any, so that instances seldom meet; where it is full, those that have room.
    const first = this.#shares[Math.floor(Math.random() * this.#shares.length)];
    let shares = first === undefined ? [] : [first];
    for (;;) {
      for (const share of shares) {
        const unit = await this.#takeFrom(share);
        if (unit !== undefined) return unit;
      }
      const { room, until } = await this.#look();
      if (room.length === 0) throw reached(until, this.#now());
      shares = room;
    }
  }

  async #takeFrom({ key, budget }: Share): Promise<Unit | undefined> {
    const unit = { id: randomUUID(), at: this.#now(), of: '' };
    const taken = await this.#records.update(key, (record): RecordChange<BudgetRecord, boolean> => {
      const now = this.#now();
      const known = current(record ?? NOTHING_TAKEN, now);
      const isFull = fullUntil(known, budget, now) !== undefined;
      return isFull ? { answer: false } : { next: take(known, unit), answer: true };
    });
    return taken ? this.#unit(key, unit.id) : undefined;
  }

  #unit(key: string, id: string): Unit {
    return {
      close: async (outcome) => {
        // What ran stands as it was taken: no round trip.
        if (outcome === 'ran') return;
        await this.#records.update(key, (record) => {
          const taken = current(record ?? NOTHING_TAKEN, this.#now());
          return { next: closeUnit(taken, id, outcome), answer: undefined };
        });
      },
    };
  }

  /** The records that have room, in any order; and when the first of the others will have. */
  async #look(): Promise<{ readonly room: Share[]; readonly until: number }> {
    const now = this.#now();
    const known = await Promise.all(
      this.#shares.map(async (share) => {
        const record = (await this.#records.read(share.key)) ?? NOTHING_TAKEN;
        return { share, until: fullUntil(current(record, now), share.budget, now), order: Math.random() };
      }),
    );
    return {
      room: known
        .filter(({ until }) => until === undefined)
        .sort((a, b) => a.order - b.order)
        .map(({ share }) => share),
      until: Math.min(...known.map(({ until }) => until ?? Number.POSITIVE_INFINITY)),
    };
  }
}

/** The units of each record: none has more than one more than another. */
function sharesOf(units: number): readonly number[] {
  const records = Math.min(SHARDS, units);
  return Array.from({ length: records }, (_, i) => Math.floor((units + i) / records));
}

/** @param until no number where the operator allows none at all */
function reached(until: number, now: number): ServiceError {
  const seconds = Number.isFinite(until) ? retryAfterS(until, now) : undefined;
  const next = seconds === undefined ? '' : ` The next one is possible in ${minutesText(seconds)}.`;
  return new ServiceError(
    'audit_limit_reached',
    `The service has made as many fresh audits in the last 60 minutes as its operator allows, for all callers together.${next} Meanwhile, stored scorecards can be read, and the command line has no limit.`,
    { scope: 'service', retryAfterS: seconds },
  );
}
