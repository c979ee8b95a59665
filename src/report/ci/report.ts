import { createHash } from 'node:crypto';
import type { Comparison } from '../../audit/scorecard/compare.ts';
import type { Envelope, Result } from '../../audit/scorecard/schema.ts';
import { findingOf } from '../../audit/scorecard/title.ts';
import { httpUrl } from '../../base/escape.ts';
import { isRecord, parseJsonObject } from '../../base/json.ts';
import { verifyOptions } from '../../base/npx.ts';
import { plain } from '../../base/text.ts';
import { leadsNowhere } from '../../base/versions.ts';
import { failuresOf } from '../../fix/failures.ts';
import type { GateOutcome } from '../gate/evaluate.ts';
import type { ReportFormat } from '../gate/vocabulary.ts';

export const TOOL = 'agent-readiness';

/** Why the command exits with a code other than 0. */
export interface AuditProblem {
  /** One of `ERROR_KINDS` in `base/errors.ts`. */
  readonly kind: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Text of the audited site. Untrusted. */
  readonly quote?: string | undefined;
  readonly exitCode: number;
}

export interface AuditedTarget {
  readonly target: string;
  readonly envelope: Envelope;
  /** Missing if the project has no requirements. */
  readonly gate?: GateOutcome | undefined;
  readonly gateDocument?: object | undefined;
  readonly base?: Envelope | undefined;
  /** The comparison with `base`, if it was already computed. */
  readonly comparison?: Comparison | undefined;
  readonly problem?: AuditProblem | undefined;
}

export interface Unaudited {
  readonly target: string;
  readonly url: string;
  readonly envelope?: undefined;
  readonly problem: AuditProblem;
}

export type ReportTarget = AuditedTarget | Unaudited;

export interface Report {
  readonly site: ReportTarget;
  /** Maps paths of the site to files of the project. The files are relative to the root of its repository. */
  readonly files: Readonly<Record<string, string>>;
  /** The file to report for paths that `files` does not contain, relative to the root of the repository. */
  readonly fallback: string;
  /** The command that runs this program. */
  readonly program: string;
  /** The path of the recording that was audited instead of the live site, if any. */
  readonly judged?: string | undefined;
  /** Whether to leave out checks that passed or do not apply. */
  readonly onlyFailures: boolean;
}

type Place = Pick<Report, 'files' | 'fallback' | 'program'>;

type Severity = 'error' | 'warning' | 'note';

export type ReportedFailure = ReturnType<typeof foundIn>[number];

/** Returns a target's failures in the order in which to fix them, each with the data that reports show. */
export function foundIn(report: Place, audited: AuditedTarget) {
  const { envelope, gate } = audited;
  return failuresOf(envelope.scorecard.results).map((failure) => {
    const url = addressOf(failure, envelope);
    return {
      failure,
      // The problem, in one sentence. Untrusted.
      finding: findingOf(failure) ?? failure.label,
      severity: severityOf(failure),
      gate: gate?.results.get(failure.id),
      // The URL that the check requested first. Untrusted.
      url,
      file: fileOf(report, url, envelope),
      // The same in every audit, including audits of previews, because it depends only on the check's id.
      fingerprint: fingerprintOf(failure.id),
      command: commandFor(report, envelope.target_url, verifyOptions(failure.id)),
      guide: guideUrlOf(failure) ?? `${report.program} explain ${failure.id}`,
    };
  });
}

/** The maximum length of the text in a line, in characters. */
const MAX_TEXT = 2000;

/** Returns the evidence and the next steps for a failure, one line each. */
export function failureLines({ failure, url, command, guide }: ReportedFailure): readonly string[] {
  return [
    ['Seen', failure.evidence],
    ['URL', url],
    ['Fix', failure.remediation?.fix],
    ['Guide', guide],
    ['Verify', command],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${plain(text, MAX_TEXT)}`]));
}

/** Returns why the audit does not meet the requirements, one sentence each. */
export function whyNot({ reasons, noVerdict }: GateOutcome): readonly string[] {
  if (noVerdict.length === 0) return reasons;
  const checks = noVerdict.length === 1 ? 'A required check' : `${noVerdict.length} required checks`;
  return [...reasons, `${checks} could not be tested: ${noVerdict.join(', ')}.`];
}

const BY_KEYWORD: ReadonlyMap<string, Severity> = new Map([
  ['must', 'error'],
  ['should', 'warning'],
  ['may', 'note'],
]);
const ONE_MORE: Readonly<Record<Severity, Severity>> = { error: 'error', warning: 'error', note: 'warning' };

/** Returns the severity that follows from a check's level. A broken check is one level higher, because it misleads agents. */
export function severityOf({ keyword, status }: Pick<Result, 'keyword' | 'status'>): Severity {
  const severity = BY_KEYWORD.get(keyword) ?? 'warning';
  return status === 'broken' ? ONE_MORE[severity] : severity;
}

/** Returns the URL that a check requested first; the audited URL if the result's details name none. */
function addressOf({ details }: Result, { scorecard }: Envelope): string {
  const fact = details?.facts.find(({ url }) => url !== undefined);
  const requestedUrl = fact?.hops?.[0]?.url ?? fact?.url;
  return (requestedUrl === undefined ? undefined : httpUrl(requestedUrl)) ?? scorecard.tool.url;
}

/** Returns the line `Seen: …` with the text that a problem quotes from the site; empty without a quote. */
export function seenLine({ quote }: AuditProblem): string[] {
  return quote === undefined ? [] : [`Seen: ${quote}`];
}

/** Returns the URL of a check's guide; `undefined` if the result has no URL, or one at the placeholder `DEFAULT_BASE_URL`. */
export function guideUrlOf({ remediation }: Result): string | undefined {
  const url = httpUrl(remediation?.skill_url ?? '');
  return url === undefined || leadsNowhere(url) ? undefined : url;
}

/** Returns the file that `files` has for the path of a URL, or for its longest parent path; otherwise `fallback`. */
function fileOf({ files, fallback }: Place, url: string, { scorecard }: Envelope): string {
  const { origin, pathname } = new URL(url);
  // The pages of a preview often contain the production URL (`canonical_origin`), so that URL counts as the same site.
  const siteAddresses = [scorecard.tool.url, scorecard.canonical_origin ?? scorecard.tool.url];
  if (!siteAddresses.some((one) => new URL(one).origin === origin)) return fallback;
  const [above] = Object.keys(files)
    .filter((path) => path.endsWith('/') && pathname.startsWith(path))
    .toSorted((a, b) => b.length - a.length);
  return files[pathname] ?? (above === undefined ? undefined : files[above]) ?? fallback;
}

function fingerprintOf(id: string): string {
  return createHash('sha256').update(`${TOOL} ${id}`).digest('hex').slice(0, 32);
}

export function commandFor({ program }: Pick<Place, 'program'>, url: string, options: string): string {
  const address = url.replace(/\/$/, '');
  // Quotes an IPv6 address, because some shells expand its brackets as a pattern.
  return `${program} ${/[[\]]/.test(address) ? `'${address}'` : address} ${options}`;
}

const isJson = (text: string, test: (value: Readonly<Record<string, unknown>>) => boolean): boolean => {
  const parsed = parseJsonObject(text);
  return parsed.ok && test(parsed.value);
};
const everyLine = (text: string, test: (line: string) => boolean) => text.trimEnd().split('\n').every(test);

/** Functions that recognize a report in each format. A unit test compares them with the output of the renderers. */
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

/** Returns whether a text is empty or a report that this program wrote in the given format. */
export function isOwnReport(format: ReportFormat, text: string): boolean {
  return text.trim() === '' || TESTS[format](text);
}
