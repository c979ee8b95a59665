/** What a demo site is, and what an audit must say of it. */

import type { Status } from '../../audit/check-texts/vocabulary.ts';
import type { Result } from '../../audit/scorecard/schema.ts';

/** A status, with what goes with it: why a check does not apply, or that it could not be probed. */
export type Expected =
  | Exclude<Status, 'n_a'>
  | 'absent (unprobed)'
  | 'n_a (antecedent-unmet)'
  | 'n_a (optional-absent)';

/** What is true of a site, written by hand from the rules of the checks: check id → status, of every check. */
export type VerdictTable = Readonly<Record<string, Expected>>;

/** A handler of requests, as the fetch API has it. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** A site that is served from this repository. */
export interface DemoSite {
  /** One word, for the command line. */
  readonly name: string;
  /** What the site calls itself. */
  readonly title: string;
  /** What it shows, in one sentence. */
  readonly about: string;
  readonly verdicts: VerdictTable;
  /**
   * Makes the site.
   *
   * @param origin where it is served, without a slash: `http://127.0.0.1:4001`
   * @param startedAt when, for documents that carry dates
   */
  create(origin: string, startedAt: Date): Handler;
}

/** What a result says, in the form of a table's entries. */
export function said(result: Result): string {
  switch (result.status) {
    case 'n_a':
      return `n_a (${result.na_reason})`;
    case 'absent':
      return result.unprobed === true ? 'absent (unprobed)' : 'absent';
    default:
      return result.status;
  }
}
