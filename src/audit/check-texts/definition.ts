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
  /** The name of the check, at least 8 characters. Also the title of a pass, unless `passes` is set. */
  readonly label: string;
  /** The title of a pass, if `label` does not describe every way to pass. */
  readonly passes?: string;
  /** The title of a failure. It must be true of every failure of the check, whatever its status and cause. */
  readonly fails: string;
  /** The benefit for agents, in one line. */
  readonly goal: string;
  /** The condition for a pass, in one sentence. */
  readonly passesWhen: string;
  /** The change to make, in one to three sentences. */
  readonly fix: string;
  /** More specific titles than `fails`, by failing status. They contain no text from the audited site. */
  readonly findings?: Partial<Readonly<Record<FailingStatus, string>>>;
  readonly resources: readonly [Resource, ...Resource[]];
  /** The rule set that added the check, and the date of the rule set. Missing for checks of the first rule sets. */
  readonly added?: { readonly rules: number; readonly date: string };
}
