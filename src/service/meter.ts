/** All that one audit has taken of the limits, given back or kept together when it has ended. */
import type { Unit } from './allowance.ts';
import type { UnitOutcome } from './budget.ts';
import type { DomainClaim } from './domain-limit.ts';

/** How an audit has ended, for those whose limits it has used. */
export interface AuditEnd {
  readonly caller: UnitOutcome;
  /** For the audited site, and for the service. */
  readonly others: UnitOutcome;
}

export class Meter {
  readonly #claims: DomainClaim[] = [];
  readonly #units: { readonly unit: Unit; readonly whose: keyof AuditEnd }[] = [];
  #ending: AuditEnd | undefined;

  /** A domain that the audit has entered. */
  addClaim(claim: DomainClaim): void {
    this.#claims.push(claim);
    // The deadline may have been faster than the store.
    if (this.#ending !== undefined) void claim.release(this.#ending.others).catch(() => undefined);
  }

  /** A unit that it has taken. */
  took(unit: Unit, whose: keyof AuditEnd): void {
    this.#units.push({ unit, whose });
  }

  /** Where the store fails, claims run out by themselves, and what was taken counts as failed. */
  async close(ending: AuditEnd): Promise<void> {
    this.#ending = ending;
    await Promise.allSettled([
      ...this.#claims.map((claim) => claim.release(ending.others)),
      ...this.#units.map(({ unit, whose }) => unit.close(ending[whose])),
    ]);
  }
}
