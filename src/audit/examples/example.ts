/** Examples of a check's decisions. */

import type { CheckId } from '../check-texts/index.ts';
import type { NaReason, SiteType, Status } from '../check-texts/vocabulary.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';

/** One example of a check. Each status that a check can give has at least one, and a test runs them all. */
export interface Example {
  /** The special property of the example, in a few words. */
  readonly title: string;
  /** All evidence that the check `needs` and `uses`; a test verifies this. */
  readonly given: Partial<Evidence>;
  readonly siteType?: SiteType;
  readonly expect: Status;
  readonly reason?: NaReason;
  /** Words that the evidence must contain. */
  readonly evidence?: string;
}

export type Examples = { readonly [id in CheckId]?: readonly Example[] };

/** One row of a table of examples. A reason as the first element means the status `n_a`. */
type Row<Given> = readonly [
  expect: Exclude<Status, 'n_a'> | NaReason,
  title: string,
  given: Given,
  evidence?: string,
];

/** Returns the examples in a table. Rows give one piece of evidence, or what differs from evidence that all rows share. */
export function cases<Key extends EvidenceKey>(key: Key, rows: readonly Row<Evidence[Key]>[]): Example[];
export function cases(common: Partial<Evidence>, rows: readonly Row<Partial<Evidence>>[]): Example[];
export function cases(common: EvidenceKey | Partial<Evidence>, rows: readonly Row<unknown>[]): Example[] {
  return rows.map(([expect, title, own, evidence]) => ({
    title,
    given: typeof common === 'string' ? { [common]: own } : { ...common, ...(own as Partial<Evidence>) },
    ...(expect === 'antecedent-unmet' || expect === 'optional-absent'
      ? { expect: 'n_a', reason: expect }
      : { expect }),
    ...(evidence === undefined ? {} : { evidence }),
  }));
}
