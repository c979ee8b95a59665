/** What is printed of several audits, in every format. */
import type { AuditError } from '../../errors.ts';
import type { ReportFormat } from '../../gate/report-formats.ts';
import { renderAudits } from '../../render/audits.ts';
import { jsonText } from '../../render/escape.ts';
import { renderGateMarkdown, renderGateText } from '../../render/gate.ts';
import type { TextOptions } from '../../render/layout.ts';
import { renderAuditsMarkdown } from '../../render/markdown/audits.ts';
import { renderPageSample } from '../../render/page-sample.ts';
import type { Reported } from '../../render/reports/report.ts';
import { renderTerminal } from '../../render/terminal.ts';
import { onlyFailures } from '../../scorecard/cut.ts';
import type { Target } from '../../target.ts';
import { type AuditedSite, summaryOf } from '../../view/audits.ts';
import { framed } from '../documents.ts';
import { errorDocument, exitCodeOf } from '../errors.ts';
import { print, printJson, printReport } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import type { Held } from './gate.ts';
import type { AuditRun } from './plan.ts';
import { problemFor } from './reports.ts';

/** What became of one of several audits. */
export interface Audited {
  readonly target: Target;
  /** None where the site could not be audited. */
  readonly replayed?: Replayed;
  /** What the gate says of it, where something is asked. */
  readonly held?: Held;
  /** Why the audit is not a success; none where it is. */
  readonly problem?: AuditError;
}

/**
 * Several audits in one of the formats that have a form of their own for them, ending in a line feed; `undefined` for the
 * formats of reports, in which a site is a part of the whole anyway.
 */
export function auditsText(
  format: ReportFormat,
  run: AuditRun,
  audits: readonly Audited[],
  text: TextOptions,
): string | undefined {
  const sites = audits.map(siteOf);
  const { onlyFailures: only, compact } = run.values;
  const { verbose } = run.output;
  const { program } = run;
  switch (format) {
    case 'json': {
      const document = {
        ...framed('audits'),
        audits: audits.map((audited) => documentOf(audited, run)),
        summary: summaryIn(audits),
      };
      return `${jsonText(document, compact ? undefined : 2)}\n`;
    }
    case 'jsonl': {
      const lines = [...audits.flatMap((audited) => linesOf(audited, run)), summaryLine(audits)];
      return lines.map((line) => `${jsonText(line)}\n`).join('');
    }
    case 'md':
      return [
        renderAuditsMarkdown(sites, { onlyFailures: only }),
        ...audits.flatMap(({ target, held }) =>
          held === undefined ? [] : renderGateMarkdown(held.outcome, target.name),
        ),
      ].join('');
    case 'text':
      return [
        ...(verbose ? sites : []).flatMap(({ envelope, sample }) => [
          envelope === undefined
            ? ''
            : renderTerminal(envelope, { ...text, verbose: true, onlyFailures: only }),
          sample === undefined ? '' : renderPageSample(sample, text),
        ]),
        renderAudits(sites, text),
        ...audits.flatMap(({ target: { name: target }, held }) =>
          held === undefined ? [] : renderGateText(held.outcome, { ...text, verbose, program, target }),
        ),
      ].join('');
    default:
      return undefined;
  }
}

/**
 * Prints what became of every site; with `jsonl` the last line, as the others were printed when they came.
 *
 * @returns false for a format that has no form for several sites
 */
export function printAudits(run: AuditRun, audits: readonly Audited[]): boolean {
  const { format, text } = run.output;
  if (format === 'jsonl') {
    printJson(run.output, summaryLine(audits));
    return true;
  }
  const whole = auditsText(format, run, audits, text);
  if (whole === undefined) return false;
  if (format === 'json') printReport(run.output, whole);
  else print(run.output, whole);
  return true;
}

/** One of several audits, as a view of it is made. */
export function siteOf({ target, replayed, problem }: Audited): AuditedSite {
  return { target: target.name, envelope: replayed?.envelope, sample: replayed?.sample, problem };
}

/** The same as reports are made of it. */
export function reportedOf({ target, replayed, held, problem }: Audited): Reported[] {
  const told = problem === undefined ? undefined : problemFor(problem);
  if (replayed !== undefined) {
    const { envelope, sample } = replayed;
    const gate = held === undefined ? {} : { gate: held.outcome, gateDocument: held.document };
    return [{ target: target.name, envelope, sample, problem: told, ...gate }];
  }
  return told === undefined ? [] : [{ target: target.name, url: target.url, problem: told }];
}

/** Prints the lines of an audit that has ended. */
export function printEnd(audited: Audited, run: AuditRun): void {
  for (const line of linesOf(audited, run)) printJson(run.output, line);
}

function linesOf({ target: { name: target }, replayed, held, problem }: Audited, run: AuditRun): object[] {
  if (replayed === undefined) {
    return problem === undefined ? [] : [{ event: 'no_scorecard', target, error: errorDocument(problem) }];
  }
  const { envelope, sample } = replayed;
  return [
    ...(sample === undefined ? [] : [{ event: 'sitemap_sample', target, sample }]),
    ...(held === undefined ? [] : [{ event: 'gate', target, ...held.document }]),
    {
      event: 'scorecard',
      target,
      cut_short: envelope.cut_short === true,
      scorecard: scorecardOf(replayed, run),
    },
  ];
}

function documentOf({ target, replayed, held, problem }: Audited, run: AuditRun): object {
  return {
    target: target.name,
    scorecard: replayed === undefined ? null : scorecardOf(replayed, run),
    ...(replayed?.sample === undefined ? {} : { sitemap_sample: replayed.sample }),
    ...(held === undefined ? {} : { gate: held.document }),
    error: problem === undefined ? null : errorDocument(problem),
  };
}

function scorecardOf({ envelope }: Replayed, { values }: AuditRun): object {
  return values.onlyFailures ? onlyFailures(envelope) : envelope;
}

function summaryLine(audits: readonly Audited[]): object {
  return { event: 'summary', ...summaryIn(audits) };
}

function summaryIn(audits: readonly Audited[]) {
  const codes = audits.map(({ problem }) => (problem === undefined ? 0 : exitCodeOf(problem)));
  return { ...summaryOf(audits.map(siteOf)), exit_code: Math.max(0, ...codes) };
}
