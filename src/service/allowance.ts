/** The allowance of fresh audits: 5 in any 60 minutes for each caller (contract: decisions.md, "Limits"). */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Caller } from './caller.ts';
import { ServiceError } from './errors.ts';
import type { Change, Records } from './records.ts';
import { AUDIT_LIMIT } from './settings.ts';

/** The units that a caller has taken; those older than the window are dropped with the next change. */
export const allowanceSchema = z.object({
  units: z.array(z.object({ id: z.string(), at: z.number() })),
});

export type AllowanceRecord = z.infer<typeof allowanceSchema>;

/** A unit that was taken. */
export interface Unit {
  /** For an audit that failed: as if the unit had never been taken. */
  giveBack(): Promise<void>;
}

const PREFIX = 'allowance/';

export class Allowance {
  readonly #records: Records<AllowanceRecord>;
  readonly #now: () => number;
  readonly #onStored: (key: string) => void;

  /**
   * @param now milliseconds of the epoch
   * @param onStored called with the key of a record that was written
   */
  constructor(
    records: Records<AllowanceRecord>,
    now: () => number,
    onStored: (key: string) => void = () => undefined,
  ) {
    this.#records = records;
    this.#now = now;
    this.#onStored = onStored;
  }

  /**
   * Takes a unit; exact for any number of callers and instances at once.
   *
   * @throws ServiceError `audit_limit_reached`; `service_unavailable` where it cannot be known what is left
   */
  async take({ key }: Caller): Promise<Unit> {
    if (key === undefined) {
      throw new ServiceError(
        'audit_limit_reached',
        'Fresh audits are counted by network address, and the platform gave none for this call. Read stored scorecards instead, or use the command line.',
      );
    }
    const path = `${PREFIX}${key}`;
    const unit = { id: randomUUID(), at: this.#now() };
    const answer = await this.#records.update(path, (record): Change<AllowanceRecord, number | undefined> => {
      const units = within(record, this.#now());
      const oldest = units[0];
      return oldest !== undefined && units.length >= AUDIT_LIMIT.units
        ? { answer: oldest.at }
        : { next: { units: [...units, unit] }, answer: undefined };
    });
    if (answer !== undefined) throw used(answer + AUDIT_LIMIT.windowMs - this.#now());
    this.#onStored(path);
    return {
      giveBack: async () => {
        await this.#records.update(path, (record) => {
          const units = within(record, this.#now()).filter(({ id }) => id !== unit.id);
          return { next: { units }, answer: undefined };
        });
      },
    };
  }
}

function within(record: AllowanceRecord | undefined, now: number): AllowanceRecord['units'] {
  return (record?.units ?? []).filter(({ at }) => at > now - AUDIT_LIMIT.windowMs);
}

function used(ms: number): ServiceError {
  const retryAfterS = Math.max(1, Math.ceil(ms / 1000));
  const minutes = Math.ceil(retryAfterS / 60);
  return new ServiceError(
    'audit_limit_reached',
    `The ${AUDIT_LIMIT.units} fresh audits of the last 60 minutes are used up; the next one is possible in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. Stored scorecards can be read meanwhile, and the command line audits without a limit.`,
    { retryAfterS },
  );
}
