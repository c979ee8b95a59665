/** The formats of an audit's reports. A light file: the options of the command line are made of it. */

/** What `--output` and `--output-file` of an audit take. */
export const REPORT_FORMATS = ['text', 'json', 'jsonl', 'md', 'sarif', 'junit', 'github', 'comment'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
