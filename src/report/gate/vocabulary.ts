/** What fails an audit in CI: a broken check, a check that is worse than in the baseline, or an unmet threshold or assertion. */
export const FAIL_ON = ['broken', 'worse', 'below'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What an assertion requires: that the check passes, passes if it applies, is not broken, or nothing. */
export const ASSERTIONS = ['pass', 'pass-if-applicable', 'not-broken', 'off'] as const;
export type Assertion = (typeof ASSERTIONS)[number];

/** The values of `--output` and `--output-file` of the command `audit`. */
export const REPORT_FORMATS = ['text', 'json', 'jsonl', 'md', 'sarif', 'junit', 'github', 'comment'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
