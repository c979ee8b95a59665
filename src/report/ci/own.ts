/** Recognizes an earlier report of this program, which a new one may replace without `--force`. */
import { isRecord, parseJsonObject } from '../../base/json.ts';
import type { ReportFormat } from '../gate/vocabulary.ts';
import { TOOL } from './report.ts';

const isJson = (text: string, test: (value: Readonly<Record<string, unknown>>) => boolean): boolean => {
  const parsed = parseJsonObject(text);
  return parsed.ok && test(parsed.value);
};
const everyLine = (text: string, test: (line: string) => boolean) => text.trimEnd().split('\n').every(test);

/** A test checks these against the renderers. */
const TESTS: Readonly<Record<ReportFormat, (text: string) => boolean>> = {
  text: (text) =>
    /^ *audited .{1,80} · rules \d+(?: ·|$)/m.test(text) ||
    /^\S+ could not be audited \(standard .{1,40}, rules \d+\)\./.test(text),
  json: (text) =>
    isJson(text, ({ kind, scorecard, error, message }) =>
      error === true ? typeof message === 'string' : kind === 'web' && isRecord(scorecard),
    ),
  jsonl: (text) => everyLine(text, (line) => isJson(line, ({ event }) => typeof event === 'string')),
  md: (text) =>
    /^# .*\n\n/.test(text) &&
    /^- \*\*Audited:\*\* [^\n]{1,300}, standard [\w.]{1,40}, rules \d{1,9}$|^[^\n]{1,400} could not be audited \\?\(standard [\w.]{1,40}, rules \d{1,9}\\?\)/m.test(
      text,
    ),
  sarif: (text) => isJson(text, ({ runs }) => Array.isArray(runs) && driverOf(runs[0]) === TOOL),
  junit: (text) => /^<\?xml [^>]{1,60}\?>\n<testsuites name="agent-readiness"/.test(text),
  github: (text) =>
    everyLine(text, (line) => /^::(?:error|warning|notice) [^:]*title=agent-readiness/.test(line)),
  comment: (text) => text.startsWith('<!-- agent-readiness -->\n'),
};

function driverOf(run: unknown): unknown {
  const tool = isRecord(run) ? run.tool : undefined;
  const driver = isRecord(tool) ? tool.driver : undefined;
  return isRecord(driver) ? driver.name : undefined;
}

/** Returns whether a text is empty or a report of this format. */
export function isOwnReport(format: ReportFormat, text: string): boolean {
  return text.trim() === '' || TESTS[format](text);
}
