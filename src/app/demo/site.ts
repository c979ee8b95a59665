/** The interface of demo sites, and what an audit must report about them. */

import type { Status } from '../../audit/check-texts/vocabulary.ts';
import type { Result } from '../../audit/scorecard/schema.ts';

/** A status, with why a check does not apply or could not be probed. */
export type Expected =
  | Exclude<Status, 'n_a'>
  | 'absent (unprobed)'
  | 'n_a (antecedent-unmet)'
  | 'n_a (optional-absent)';

/** The truth about a site, written by hand from the rules of the checks: check id → status, for every check. */
export type VerdictTable = Readonly<Record<string, Expected>>;

/** A request handler of the fetch API. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** A site served from this repository. */
export interface DemoSite {
  /** One word, for the command line. */
  readonly name: string;
  /** The site's name. */
  readonly title: string;
  /** What it demonstrates, in one sentence. */
  readonly about: string;
  readonly verdicts: VerdictTable;
  /**
   * Creates the site.
   * @param origin where it is served, without a slash: `http://127.0.0.1:4001`
   * @param startedAt the time for documents with dates
   */
  create(origin: string, startedAt: Date): Handler;
}

/** Returns a result in the form of a table's entries. */
export function expectedOf(result: Result): string {
  switch (result.status) {
    case 'n_a':
      return `n_a (${result.na_reason})`;
    case 'absent':
      return result.unprobed === true ? 'absent (unprobed)' : 'absent';
    default:
      return result.status;
  }
}
