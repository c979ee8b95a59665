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

/** Why an audit exits with a code other than 0. */
export interface AuditProblem {
  /** One of `ERROR_KINDS`. */
  readonly kind: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** What the site said. Untrusted. */
  readonly quote?: string | undefined;
  readonly exitCode: number;
}

export interface AuditedTarget {
  readonly target: string;
  readonly envelope: Envelope;
  /** Missing if nothing is required of the target. */
  readonly gate?: GateOutcome | undefined;
  /** The gate's outcome as JSON. */
  readonly gateDocument?: object | undefined;
  /** The earlier scorecard to compare with. */
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
  /** Maps paths of the site to files of the project, relative to the root of its repository. */
  readonly files: Readonly<Record<string, string>>;
  /** The file for results that `files` does not cover, relative in the same way. */
  readonly fallback: string;
  /** The command that runs the program. */
  readonly program: string;
  /** The path of the recording that was judged; missing for a live audit. */
  readonly judged?: string | undefined;
  /** Leaves out checks that passed or do not apply. */
  readonly onlyFailures: boolean;
}

type Place = Pick<Report, 'files' | 'fallback' | 'program'>;

/** Levels of SARIF. */
type Severity = 'error' | 'warning' | 'note';

export type ReportedFailure = ReturnType<typeof foundIn>[number];

/** Returns the failures of a target, in the order in which to fix them. */
export function foundIn(report: Place, audited: AuditedTarget) {
  const { envelope, gate } = audited;
  return failuresOf(envelope.scorecard.results).map((failure) => {
    const url = addressOf(failure, envelope);
    return {
      failure,
      // The problem, in a sentence. Untrusted.
      finding: findingOf(failure) ?? failure.label,
      severity: severityOf(failure),
      gate: gate?.results.get(failure.id),
      // The address that the check requested first. Untrusted.
      url,
      file: fileOf(report, url, envelope),
      // The same in every audit of the site, even at the address of a preview.
      fingerprint: fingerprintOf(failure.id),
      command: commandFor(report, envelope.target_url, verifyOptions(failure.id)),
      guide: guideUrlOf(failure) ?? `${report.program} explain ${failure.id}`,
    };
  });
}

/** The maximum length of a text, in characters. */
const MAX_TEXT = 2000;

/** Returns the evidence and the next steps for a failure, a line each. */
export function failureLines({ failure, url, command, guide }: ReportedFailure): readonly string[] {
  return [
    ['Seen', failure.evidence],
    ['Asked', url],
    ['Fix', failure.remediation?.fix],
    ['Guide', guide],
    ['Verify', command],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${plain(text, MAX_TEXT)}`]));
}

/** Returns why the gate did not pass, a sentence each. */
export function whyNot({ reasons, noVerdict }: GateOutcome): readonly string[] {
  if (noVerdict.length === 0) return reasons;
  const checks = noVerdict.length === 1 ? 'A required check' : `${noVerdict.length} required checks`;
  return [...reasons, `${checks} could not be seen: ${noVerdict.join(', ')}.`];
}

const BY_KEYWORD: ReadonlyMap<string, Severity> = new Map([
  ['must', 'error'],
  ['should', 'warning'],
  ['may', 'note'],
]);
const ONE_MORE: Readonly<Record<Severity, Severity>> = { error: 'error', warning: 'error', note: 'warning' };

/** Returns the severity for the check's level, one level higher if it is broken: what is broken misleads agents. */
export function severityOf({ keyword, status }: Pick<Result, 'keyword' | 'status'>): Severity {
  const severity = BY_KEYWORD.get(keyword) ?? 'warning';
  return status === 'broken' ? ONE_MORE[severity] : severity;
}

/** Returns the address that a check requested first, from its details, or else the home page. */
function addressOf({ details }: Result, { scorecard }: Envelope): string {
  const fact = details?.facts.find(({ url }) => url !== undefined);
  const requestedUrl = fact?.hops?.[0]?.url ?? fact?.url;
  return (requestedUrl === undefined ? undefined : httpUrl(requestedUrl)) ?? scorecard.tool.url;
}

/** Returns what the site said about a problem, in the format of `failureLines`: at most one line. */
export function seenLine({ quote }: AuditProblem): string[] {
  return quote === undefined ? [] : [`Seen: ${quote}`];
}

/** Returns the guide's address; `undefined` if it is the placeholder of a program without a catalog. */
export function guideUrlOf({ remediation }: Result): string | undefined {
  const url = httpUrl(remediation?.skill_url ?? '');
  return url === undefined || leadsNowhere(url) ? undefined : url;
}

/** Returns the file for the path of an address, else for its longest parent path, else the fallback. */
function fileOf({ files, fallback }: Place, url: string, { scorecard }: Envelope): string {
  const { origin, pathname } = new URL(url);
  // The pages of a preview name the address that the site will have.
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

export function commandFor({ program }: Place, url: string, options: string): string {
  const address = url.replace(/\/$/, '');
  // Some shells read the brackets of an IPv6 address as patterns.
  return `${program} ${/[[\]]/.test(address) ? `'${address}'` : address} ${options}`;
}

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
