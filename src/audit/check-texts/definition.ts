/** The definition of a check, without its logic. */
import type { CategoryId, FailingStatus, Keyword, Principle } from './vocabulary.ts';

interface Resource {
  readonly label: string;
  readonly url: string;
}

/** A check as data. All texts are one line and mark code with backticks. */
export interface Definition {
  readonly id: string;
  readonly category: CategoryId;
  readonly keyword: Keyword;
  readonly principle: Principle;
  /** The name of the check, at least 8 characters; also the title of a pass, unless `passes` is given. */
  readonly label: string;
  /** The title of a pass; must be true of every way to pass. Missing if `label` is that sentence. */
  readonly passes?: string;
  /** The title of a failure; must be true of every status and reason. */
  readonly fails: string;
  /** What an agent gains, in one line. */
  readonly goal: string;
  /** When the check passes, in the contract's words (`src/audit/contract/catalogue.json`). */
  readonly passesWhen: string;
  /** What to change, in one to three sentences. */
  readonly fix: string;
  /** Replaces `fails` for a status that it does not describe exactly, in the owner's words. Contains no text of a site. */
  readonly findings?: Partial<Readonly<Record<FailingStatus, string>>>;
  readonly resources: readonly [Resource, ...Resource[]];
  /** The rule set that added the check, and its date; missing for checks of the first sets. */
  readonly added?: { readonly rules: number; readonly date: string };
}
