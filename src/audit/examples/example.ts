/** TypeScript types for the examples that show how a check decides. */

import type { CheckId } from '../check-texts/index.ts';
import type { NaReason, SiteType, Status } from '../check-texts/vocabulary.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';

/** An example for a check. Each status that a check can return has at least one example. A test runs all examples. */
export interface Example {
  /** What is special about the example, in a few words. */
  readonly title: string;
  /** All evidence that the check reads: the keys in its `needs` and `uses`. */
  readonly input: Partial<Evidence>;
  readonly siteType?: SiteType;
  readonly expect: Status;
  readonly reason?: NaReason;
  /** Text that must appear in the evidence of the result. */
  readonly evidence?: string;
}

export type Examples = { readonly [id in CheckId]?: readonly Example[] };

/** A row in a table of examples. If `expect` is a reason, the expected status is `n_a`. */
type Row<Input> = readonly [
  expect: Exclude<Status, 'n_a'> | NaReason,
  title: string,
  input: Input,
  evidence?: string,
];

/** Returns the examples in a table. A row's `input` is the evidence for `key`, or it overrides parts of `common`. */
export function cases<Key extends EvidenceKey>(key: Key, rows: readonly Row<Evidence[Key]>[]): Example[];
export function cases(common: Partial<Evidence>, rows: readonly Row<Partial<Evidence>>[]): Example[];
export function cases(common: EvidenceKey | Partial<Evidence>, rows: readonly Row<unknown>[]): Example[] {
  return rows.map(([expect, title, input, evidence]) => ({
    title,
    input: typeof common === 'string' ? { [common]: input } : { ...common, ...(input as Partial<Evidence>) },
    ...(expect === 'antecedent-unmet' || expect === 'optional-absent'
      ? { expect: 'n_a', reason: expect }
      : { expect }),
    ...(evidence === undefined ? {} : { evidence }),
  }));
}
