/** What can become of a check that failed; apart, because schemas need no more of a retest. */

/**
 * What became of a check. Of those that failed: `worse` is broken now and was not, `not_applicable` has nothing to judge any
 * more. Of those that did not apply because of what failed: `new_failure` and `new_pass` do apply now.
 */
export const RETEST_OUTCOMES = [
  'worse',
  'new_failure',
  'failing',
  'unseen',
  'fixed',
  'new_pass',
  'not_applicable',
] as const;
export type RetestOutcome = (typeof RETEST_OUTCOMES)[number];
