/** The closed sets of words that a gate is asked for with. */

/** When the gate fails: a check is broken, something is worse than in the baseline, or what is asserted does not hold. */
export const FAIL_ON = ['broken', 'worse', 'below'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/**
 * What is asked of a check: that it passes, that it passes where it applies to the site at all, that it is at least not
 * broken, or nothing.
 */
export const ASSERTIONS = ['pass', 'pass-if-applicable', 'not-broken', 'off'] as const;
export type Assertion = (typeof ASSERTIONS)[number];

/** What `--output` and `--output-file` of an audit take. */
export const REPORT_FORMATS = ['text', 'json', 'jsonl', 'md', 'sarif', 'junit', 'github', 'comment'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
