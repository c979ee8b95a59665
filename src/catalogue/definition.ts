/** What a check is, apart from how it is decided. */
import type { CategoryId, Keyword, Principle } from './vocabulary.ts';

/** Where a reader finds what the check is about. */
export interface Resource {
  readonly label: string;
  readonly url: string;
}

/** A check as data. All texts are one line; they mark code by backticks. */
export interface Definition {
  readonly id: string;
  readonly category: CategoryId;
  readonly keyword: Keyword;
  readonly principle: Principle;
  /** The title that people read, 8 characters or more. */
  readonly label: string;
  /** One line: what an agent gains. */
  readonly goal: string;
  /** What makes the check pass, as the contract words it. */
  readonly passesWhen: string;
  /** What to change, in one to three sentences. */
  readonly fix: string;
  readonly resources: readonly [Resource, ...Resource[]];
}
