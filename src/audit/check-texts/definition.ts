/** What a check is, apart from how it is decided. */
import type { CategoryId, FailingStatus, Keyword, Principle } from './vocabulary.ts';

/** Where a reader finds what the check is about. */
interface Resource {
  readonly label: string;
  readonly url: string;
}

/** A check as data. All texts are one line; they mark code by backticks. */
export interface Definition {
  readonly id: string;
  readonly category: CategoryId;
  readonly keyword: Keyword;
  readonly principle: Principle;
  /** What people call the check, 8 characters or more: a title for a site that passes, unless `passes` is a truer one. */
  readonly label: string;
  /** Its title where it passes, true of each way to pass. Left out where the label is that sentence. */
  readonly passes?: string;
  /** Its title where it fails: true of each status and each reason that it can fail with. */
  readonly fails: string;
  /** One line: what an agent gains. */
  readonly goal: string;
  /** What makes the check pass, as the contract words it (`src/audit/contract/catalogue.json`). */
  readonly passesWhen: string;
  /** What to change, in one to three sentences. */
  readonly fix: string;
  /**
   * What is the matter, in a sentence that the owner of a site would say, for a status where more is known than `fails`
   * says. Where one status has several reasons, `evaluate` says a closer one (`because`, in `src/audit/checks/check.ts`). Nothing
   * of a site stands in them.
   */
  readonly findings?: Partial<Readonly<Record<FailingStatus, string>>>;
  readonly resources: readonly [Resource, ...Resource[]];
  /** The set of rules that the check came with, and when audits began to go by it; left out by those of the first sets. */
  readonly added?: { readonly rules: number; readonly date: string };
}
