/** A case that shows what a check decides. */

import type { CheckId } from '../check-texts/index.ts';
import type { NaReason, SiteType, Status } from '../check-texts/vocabulary.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';

/** Every status that a check can give has one, and a test runs them all. */
export interface Example {
  /** What is special about the case, in a few words. */
  readonly title: string;
  /** All that the check `needs` and `uses`; a test holds them to it. */
  readonly given: Partial<Evidence>;
  readonly siteType?: SiteType;
  readonly expect: Status;
  readonly reason?: NaReason;
  /** Words that the evidence must contain. */
  readonly evidence?: string;
}

export type Examples = { readonly [id in CheckId]?: readonly Example[] };

/** A line of a table of cases; a reason in the first place stands for the status `n_a`. */
type Row<Given> = readonly [
  expect: Exclude<Status, 'n_a'> | NaReason,
  title: string,
  given: Given,
  evidence?: string,
];

/** A table of cases: of a check that reads one piece of evidence, or of what each line changes in what all are given. */
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
