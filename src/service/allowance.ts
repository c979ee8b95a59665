/**
 * The allowance of fresh audits: 5 in any 60 minutes for each caller, and four times as many for all callers of one IPv6
 * /48, because its owner could otherwise be 65,536 callers (.github/DECISIONS.md, "Limits"). One record has both counts,
 * which keeps both exact.
 */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../caller.ts';
import { AUDIT_LIMIT, NETWORK_LIMIT } from '../limits.ts';
import { ServiceError } from '../service-errors.ts';
import { minutesText, retryAfterS } from '../view/limit-texts.ts';
import {
  type BudgetRecord,
  closeUnit,
  current,
  fullUntil,
  NOTHING_TAKEN,
  partOf,
  take,
  type UnitOutcome,
} from './budget.ts';
import type { RecordChange, Records } from './records.ts';

/** A unit that was taken. */
export interface Unit {
  /** Says how the audit has ended: one that ran keeps its unit. */
  close(outcome: UnitOutcome): Promise<void>;
}

export const CALLER_PREFIX = 'allowance/';

export class Allowance {
  readonly #records: Records<BudgetRecord>;
  readonly #now: () => number;

  /** @param now milliseconds of the epoch */
  constructor(records: Records<BudgetRecord>, now: () => number) {
    this.#records = records;
    this.#now = now;
  }

  /**
   * Takes a unit; exact for any number of callers and instances at once.
   *
   * @throws ServiceError `audit_limit_reached` with the scope `caller`; `service_unavailable` where it cannot be known what
   *   is left
   */
  async take({ key, network }: Caller): Promise<Unit> {
    if (key === undefined || network === undefined) {
      throw new ServiceError(
        'audit_limit_reached',
        'Fresh audits are counted by network address, and the platform gave no address for this call. Read stored scorecards instead, or use the command line.',
        { scope: 'caller' },
      );
    }
    const path = `${CALLER_PREFIX}${network}`;
    const unit = { id: randomUUID(), at: this.#now(), of: key, open: true } as const;
    const full = await this.#records.update(path, (record): RecordChange<BudgetRecord, Full | undefined> => {
      const now = this.#now();
      const taken = current(record ?? NOTHING_TAKEN, now);
      const own = fullUntil(partOf(taken, key), AUDIT_LIMIT, now);
      const all = fullUntil(taken, NETWORK_LIMIT, now);
      if (own === undefined && all === undefined) return { next: take(taken, unit), answer: undefined };
      return { answer: { until: Math.max(own ?? 0, all ?? 0), own: own !== undefined } };
    });
    if (full !== undefined) throw usedUp(full, this.#now());
    return {
      close: async (outcome) => {
        await this.#records.update(path, (record) => {
          const taken = current(record ?? NOTHING_TAKEN, this.#now());
          return { next: closeUnit(taken, unit.id, outcome), answer: undefined };
        });
      },
    };
  }
}

interface Full {
  /** When there is room again, in milliseconds of the epoch. */
  readonly until: number;
  /** It is the caller's own allowance that is used up. */
  readonly own: boolean;
}

function usedUp({ until, own }: Full, now: number): ServiceError {
  const seconds = retryAfterS(until, now);
  const whose = own
    ? `Your ${AUDIT_LIMIT.units} fresh audits in 60 minutes are used up, or ${AUDIT_LIMIT.failed} attempts failed in that time`
    : `The ${NETWORK_LIMIT.units} fresh audits that all addresses of your network (IPv6 /48) have in 60 minutes are used up`;
  return new ServiceError(
    'audit_limit_reached',
    `${whose}; the next one is possible in ${minutesText(seconds)}. Meanwhile, stored scorecards can be read, and the command line has no limit.`,
    { retryAfterS: seconds, scope: 'caller' },
  );
}
