/** What the gate says of a scorecard. */
import type { BaselineChanges } from './baseline.ts';
import type { Waiver } from './config.ts';
import type { FailOn } from './vocabulary.ts';

/**
 * How a failed check stands before the gate: it fails the gate, a waiver accepts it, the baseline knows it, or nothing that
 * was asked for concerns it.
 */
export const DISPOSITIONS = ['fails', 'waived', 'known', 'allowed'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** A check that failed, or that no longer applies though it must pass or did. */
export interface GateResult {
  readonly check: string;
  readonly disposition: Disposition;
  /** Why, in a sentence. */
  readonly reason: string;
  readonly waiver?: Waiver;
}

/** What the gate says of one scorecard. */
export interface GateOutcome {
  /** Nothing fails, and all that was asked for could be seen. */
  readonly passed: boolean;
  readonly failOn: readonly FailOn[];
  /** Why it did not pass, a sentence each; none where it is only for what could not be seen. */
  readonly reasons: readonly string[];
  /** Ids of checks that something is asserted of and that could not be seen: of them there is no verdict. */
  readonly noVerdict: readonly string[];
  /** What does not fail the gate and should be known: a waiver that ends soon or that nothing needs any more. */
  readonly warnings: readonly string[];
  /** The target whose baseline it was held against; a preview is held against that of the site it will be. */
  readonly baseline?: string;
  /** What differs from the baseline; `undefined` without a comparable one. */
  readonly changes?: BaselineChanges | undefined;
  /** Each check that failed or is gone, by its id. */
  readonly results: ReadonlyMap<string, GateResult>;
}
