/** Defines demo sites, and the results that their audits must report. */

import type { Status } from '../../audit/check-texts/vocabulary.ts';
import type { Result } from '../../audit/scorecard/schema.ts';

/** A status, with the reason if a check does not apply or could not be probed. */
export type Expected =
  | Exclude<Status, 'n_a'>
  | 'absent (unprobed)'
  | 'n_a (antecedent-unmet)'
  | 'n_a (optional-absent)';

/** The expected status of every check for a site, by check id, written by hand from the rules of the checks. */
export type VerdictTable = Readonly<Record<string, Expected>>;

export type Handler = (request: Request) => Response | Promise<Response>;

export interface DemoSite {
  /** A one-word name for the command line. */
  readonly name: string;
  /** The name that the site shows. */
  readonly title: string;
  /** A sentence about what the site demonstrates. */
  readonly about: string;
  readonly verdicts: VerdictTable;
  /**
   * Creates the site.
   * @param origin the origin of the served site, such as `http://127.0.0.1:4001`
   * @param startedAt the start time, from which the site computes the dates in its documents
   */
  create(origin: string, startedAt: Date): Handler;
}

/** Returns a result's status in the form that verdict tables use. */
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
