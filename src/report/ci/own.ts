/** Recognizes an earlier report of this program, which a new one may replace without `--force`. */
import type { ReportFormat } from '../gate/vocabulary.ts';

/** What stands in each report of a format; a test holds the renderers to it. */
const MARKS: Readonly<Record<ReportFormat, RegExp>> = {
  text: /· rules \d|standard .{1,40}, rules \d/,
  json: /"kind": ?"web"|"error": ?true/,
  jsonl: /^\{"event":/,
  md: /standard .{1,40}, rules \d/,
  sarif: /"driver": ?\{\s{0,20}"name": ?"agent-readiness"/,
  junit: /<testsuites name="agent-readiness"/,
  github: /^::(?:error|warning|notice) [^:]{0,400}title=agent-readiness/m,
  comment: /^<!-- agent-readiness -->/,
};

/** Whether a text is a report of this format, or nothing at all. */
export function isOwnReport(format: ReportFormat, text: string): boolean {
  return text.trim() === '' || MARKS[format].test(text);
}
