/**
 * What was taken of an allowance in the last 60 minutes. Pure: stored records in, records out.
 *
 * An audit takes a unit. If it fails, it gives the unit back and counts as a failure. More failures than audits are allowed,
 * but not without limit. While an audit is under way its unit counts as both, because nobody knows yet how it will end.
 */
import * as z from 'zod';
import { AUDIT_WINDOW_MS, type Budget, CLAIM_MS } from '../limits.ts';

export const budgetSchema = z.object({
  units: z.array(
    z.object({
      id: z.string(),
      /** When it was taken, in milliseconds of the epoch, as all times here. */
      at: z.number(),
      /** Who has taken it, where several share the record. */
      of: z.string(),
      /** The audit has not ended yet, as far as is known. */
      open: z.literal(true).optional(),
    }),
  ),
  failed: z.array(z.object({ at: z.number(), of: z.string() })),
});

export type BudgetRecord = z.infer<typeof budgetSchema>;
type Unit = BudgetRecord['units'][number];

/** How an audit ended, for the one who has taken the unit. `unused`: it never began. */
export type UnitOutcome = 'ran' | 'failed' | 'unused';

export const NOTHING_TAKEN: BudgetRecord = { units: [], failed: [] };

/** What still counts. The audit of an instance that has died gave nothing: it has failed. */
export function current({ units, failed }: BudgetRecord, now: number): BudgetRecord {
  const counts = ({ at }: { readonly at: number }) => at > now - AUDIT_WINDOW_MS;
  const isDead = ({ open, at }: Unit) => open === true && at <= now - CLAIM_MS;
  const dead = units.filter(isDead).map(({ at, of }) => ({ at, of }));
  return {
    units: units.filter((unit) => counts(unit) && !isDead(unit)),
    failed: [...failed, ...dead].filter(counts),
  };
}

/**
 * When there will be room for one more; `undefined` where there is room now.
 *
 * @param record what still counts
 */
export function fullUntil(record: BudgetRecord, budget: Budget, now: number): number | undefined {
  const open = record.units.filter((unit) => unit.open === true).length;
  const times = [
    roomAt(record.units.map(timeOf), budget.units, now),
    roomAt(record.failed.map(timeOf), budget.failed - open, now),
  ].filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The units and failures of one owner, `of`, in a record that several owners share. */
export function partOf({ units, failed }: BudgetRecord, of: string): BudgetRecord {
  return { units: units.filter((unit) => unit.of === of), failed: failed.filter((one) => one.of === of) };
}

export function take(record: BudgetRecord, unit: Unit): BudgetRecord {
  return { ...record, units: [...record.units, unit] };
}

/** The record when the audit of a unit has ended. Ending twice changes nothing more. */
export function closeUnit({ units, failed }: BudgetRecord, id: string, outcome: UnitOutcome): BudgetRecord {
  const unit = units.find((one) => one.id === id);
  if (unit === undefined) return { units, failed };
  const { at, of } = unit;
  const others = units.filter((one) => one !== unit);
  if (outcome === 'ran') return { units: units.map((one) => (one === unit ? { id, at, of } : one)), failed };
  return { units: others, failed: outcome === 'failed' ? [...failed, { at, of }] : failed };
}

/** When nothing in the record counts any more. */
export function budgetEnd({ units, failed }: BudgetRecord): number {
  return Math.max(0, ...[...units, ...failed].map(timeOf)) + AUDIT_WINDOW_MS;
}

function timeOf({ at }: { readonly at: number }): number {
  return at;
}

/** When fewer than `most` of what was taken at these times will count; `undefined` where fewer do now. */
export function roomAt(times: readonly number[], most: number, now: number): number | undefined {
  const over = times.length - most;
  if (over < 0) return undefined;
  const first = times.toSorted((a, b) => a - b)[Math.min(over, times.length - 1)];
  return (first ?? now) + AUDIT_WINDOW_MS;
}
