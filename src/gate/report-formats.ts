/** The formats of an audit's reports. A light file: the options of the command line are made of it. */

/** What `--output` and `--output-file` of an audit take. */
export const REPORT_FORMATS = [
  'text',
  'json',
  'jsonl',
  'md',
  'sarif',
  'junit',
  'github',
  'gitlab',
  'comment',
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The format of a name; `markdown` is another name of `md`. */
export function reportFormatOf(name: string): ReportFormat | undefined {
  return name === 'markdown' ? 'md' : REPORT_FORMATS.find((one) => one === name);
}
