/** All that one audit has taken of the limits, given back or kept together when it has ended. */
import type { Unit, UnitOutcome } from './audit-limits.ts';

/** How an audit has ended, for those whose limits it has used. */
export interface AuditEnd {
  readonly caller: UnitOutcome;
  /** For the audited site, and for the service. */
  readonly others: UnitOutcome;
}

export class Meter {
  readonly #units: { readonly unit: Unit; readonly whose: keyof AuditEnd }[] = [];
  #ending: AuditEnd | undefined;

  /** A unit that it has taken. */
  took(unit: Unit, whose: keyof AuditEnd): void {
    this.#units.push({ unit, whose });
    // The deadline may have been faster than the store.
    if (this.#ending !== undefined) void unit.close(this.#ending[whose]).catch(() => undefined);
  }

  /** If the store fails, units end by themselves. */
  async close(ending: AuditEnd): Promise<void> {
    this.#ending = ending;
    await Promise.allSettled(this.#units.map(({ unit, whose }) => unit.close(ending[whose])));
  }
}
