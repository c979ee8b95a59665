/** The definition of a check, without its logic. */
import type { CategoryId, FailingStatus, Keyword, Principle } from './vocabulary.ts';

interface Resource {
  readonly label: string;
  readonly url: string;
}

/** A check as data. Every text is one line and marks code with backticks. */
export interface Definition {
  readonly id: string;
  readonly category: CategoryId;
  readonly keyword: Keyword;
  readonly principle: Principle;
  /** The name of the check, at least 8 characters. It is also the title of a pass, unless `passes` is set. */
  readonly label: string;
  /** The title of a pass, which must be true of every way to pass. Missing if `label` is also the title of a pass. */
  readonly passes?: string;
  /** The title of a failure, which must be true of every failing status and reason. */
  readonly fails: string;
  /** What an agent gains, in one line. */
  readonly goal: string;
  /** When the check passes, as the contract says it (`src/audit/contract/catalogue.json`). */
  readonly passesWhen: string;
  /** What to change, in one to three sentences. */
  readonly fix: string;
  /** Texts for the owner that replace `fails` for statuses that it does not describe exactly. Contain no text of a site. */
  readonly findings?: Partial<Readonly<Record<FailingStatus, string>>>;
  readonly resources: readonly [Resource, ...Resource[]];
  /** The rule set that added the check, and its date; missing if the first sets had it. */
  readonly added?: { readonly rules: number; readonly date: string };
}
