/** A check is broken; a check is worse than in the baseline; or a threshold or assertion does not hold. */
export const FAIL_ON = ['broken', 'worse', 'below'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What a check must do: pass, pass if it applies to the site, at least not be broken, or nothing. */
export const ASSERTIONS = ['pass', 'pass-if-applicable', 'not-broken', 'off'] as const;
export type Assertion = (typeof ASSERTIONS)[number];

/** The values of `--output` and `--output-file` of an audit. */
export const REPORT_FORMATS = ['text', 'json', 'jsonl', 'md', 'sarif', 'junit', 'github', 'comment'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
