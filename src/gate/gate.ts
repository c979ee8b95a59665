/** What the gate says of a scorecard. */
import type { Waiver } from './config.ts';

/**
 * How a failed check stands before the gate: it fails the gate, a waiver accepts it, the baseline knows it, or nothing that
 * was asked for concerns it.
 */
export const STANDINGS = ['fails', 'waived', 'known', 'allowed'] as const;
export type Standing = (typeof STANDINGS)[number];

/** A check that failed. */
export interface GateResult {
  readonly check: string;
  readonly standing: Standing;
  /** Why, in a sentence. */
  readonly reason: string;
  readonly waiver?: Waiver;
}

/** What the gate says of one scorecard. */
export interface GateOutcome {
  readonly passed: boolean;
  /** Why it did not pass, a sentence each. */
  readonly reasons: readonly string[];
  /** What does not fail the gate and should be known: a waiver that ends soon or that nothing needs any more. */
  readonly warnings: readonly string[];
  /** Each check that failed, by its id. */
  readonly results: ReadonlyMap<string, GateResult>;
}
