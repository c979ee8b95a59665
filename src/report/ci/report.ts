/** What every report of an audit is made of, whatever its form. */

import { createHash } from 'node:crypto';
import type { Comparison } from '../../audit/scorecard/compare.ts';
import type { Envelope, Result } from '../../audit/scorecard/schema.ts';
import { findingOf } from '../../audit/scorecard/title.ts';
import { httpUrl } from '../../base/escape.ts';
import { verifyOptions } from '../../base/npx.ts';
import { plain } from '../../base/text.ts';
import { leadsNowhere } from '../../base/versions.ts';
import { failuresOf } from '../../fix/failures.ts';
import type { GateOutcome } from '../gate/evaluate.ts';

/** The name under which all reports know this tool. */
export const TOOL = 'agent-readiness';

/** What is not right about an audit: why it exits with something else than 0. */
export interface AuditProblem {
  /** One of `ERROR_KINDS`. */
  readonly kind: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** What the site said. Untrusted. */
  readonly quote?: string | undefined;
  readonly exitCode: number;
}

/** A target that was audited. */
export interface AuditedTarget {
  readonly target: string;
  readonly envelope: Envelope;
  /** None where the target is held to nothing. */
  readonly gate?: GateOutcome | undefined;
  /** The same as JSON has it. */
  readonly gateDocument?: object | undefined;
  /** An earlier scorecard, which it is compared with. */
  readonly base?: Envelope | undefined;
  /** The comparison with it, where it was made already. */
  readonly comparison?: Comparison | undefined;
  readonly problem?: AuditProblem | undefined;
}

/** A target that could not be audited. */
export interface Unaudited {
  readonly target: string;
  readonly url: string;
  readonly envelope?: undefined;
  readonly problem: AuditProblem;
}

export type ReportTarget = AuditedTarget | Unaudited;

export interface Report {
  readonly site: ReportTarget;
  /** The file of the project behind a path of the site, relative to the root of its repository. */
  readonly files: Readonly<Record<string, string>>;
  /** The file of every result that no other file is known for, in the same form. */
  readonly fallback: string;
  /** What is typed to call the program. */
  readonly program: string;
  /** The recording that was judged; none where the site itself was. */
  readonly judged?: string | undefined;
  /** Leaves out what passed and what does not apply. */
  readonly onlyFailures: boolean;
}

/** What a failure is told with. */
type Place = Pick<Report, 'files' | 'fallback' | 'program'>;

/** How serious a failure is, in the words of SARIF. */
type Severity = 'error' | 'warning' | 'note';

/** A failed check, as reports tell of it. */
export type ReportedFailure = ReturnType<typeof foundIn>[number];

/** The failures of a target, in the order in which to fix them. */
export function foundIn(report: Place, audited: AuditedTarget) {
  const { envelope, gate } = audited;
  return failuresOf(envelope.scorecard.results).map((failure) => {
    const url = addressOf(failure, envelope);
    return {
      failure,
      // What is the matter, in a sentence. Untrusted.
      finding: findingOf(failure) ?? failure.label,
      severity: severityOf(failure),
      gate: gate?.results.get(failure.id),
      // The address that the check asked first. Untrusted.
      url,
      file: fileOf(report, url, envelope),
      // The same in every audit of the site, wherever it runs: previews have an address of their own.
      fingerprint: fingerprintOf(failure.id),
      command: commandFor(report, envelope.target_url, verifyOptions(failure.id)),
      guide: guideUrlOf(failure) ?? `${report.program} explain ${failure.id}`,
    };
  });
}

/** Of a text of a failure, in characters. */
const MAX_TEXT = 2000;

/** What was seen of a failure and what to do, a line each. */
export function failureLines({ failure, url, command, guide }: ReportedFailure): readonly string[] {
  return [
    ['Seen', failure.evidence],
    ['Asked', url],
    ['Fix', failure.remediation?.fix],
    ['Guide', guide],
    ['Verify', command],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${plain(text, MAX_TEXT)}`]));
}

/** Why the gate did not pass, a sentence each. */
export function whyNot({ reasons, noVerdict }: GateOutcome): readonly string[] {
  if (noVerdict.length === 0) return reasons;
  const checks =
    noVerdict.length === 1 ? 'A check that must hold' : `${noVerdict.length} checks that must hold`;
  return [...reasons, `${checks} could not be seen: ${noVerdict.join(', ')}.`];
}

const BY_KEYWORD: ReadonlyMap<string, Severity> = new Map([
  ['must', 'error'],
  ['should', 'warning'],
  ['may', 'note'],
]);
const ONE_MORE: Readonly<Record<Severity, Severity>> = { error: 'error', warning: 'error', note: 'warning' };

/** By the level of the check; what is broken misleads agents and counts as one level more. */
export function severityOf({ keyword, status }: Pick<Result, 'keyword' | 'status'>): Severity {
  const severity = BY_KEYWORD.get(keyword) ?? 'warning';
  return status === 'broken' ? ONE_MORE[severity] : severity;
}

/** The address that a check asked first: what its facts name, else the home page. */
function addressOf({ details }: Result, { scorecard }: Envelope): string {
  const fact = details?.facts.find(({ url }) => url !== undefined);
  const asked = fact?.hops?.[0]?.url ?? fact?.url;
  return (asked === undefined ? undefined : httpUrl(asked)) ?? scorecard.tool.url;
}

/** What the site said of a problem, marked as `failureLines` marks it: one line, or none. */
export function seenLine({ quote }: AuditProblem): string[] {
  return quote === undefined ? [] : [`Seen: ${quote}`];
}

/** The address of the guide of a failure; none where it leads nowhere. */
export function guideUrlOf({ remediation }: Result): string | undefined {
  const url = httpUrl(remediation?.skill_url ?? '');
  return url === undefined || leadsNowhere(url) ? undefined : url;
}

/** The file behind an address: of its path, else of the longest path above it that ends with a slash, else the fallback. */
function fileOf({ files, fallback }: Place, url: string, { scorecard }: Envelope): string {
  const { origin, pathname } = new URL(url);
  // A preview speaks of the address that it will have.
  const own = [scorecard.tool.url, scorecard.canonical_origin ?? scorecard.tool.url];
  if (!own.some((one) => new URL(one).origin === origin)) return fallback;
  const [above] = Object.keys(files)
    .filter((path) => path.endsWith('/') && pathname.startsWith(path))
    .toSorted((a, b) => b.length - a.length);
  return files[pathname] ?? (above === undefined ? undefined : files[above]) ?? fallback;
}

function fingerprintOf(id: string): string {
  return createHash('sha256').update(`${TOOL} ${id}`).digest('hex').slice(0, 32);
}

/** What is typed to audit a target with some options. */
export function commandFor({ program }: Place, url: string, options: string): string {
  const address = url.replace(/\/$/, '');
  // The brackets of an IPv6 address are patterns in some shells.
  return `${program} ${/[[\]]/.test(address) ? `'${address}'` : address} ${options}`;
}
