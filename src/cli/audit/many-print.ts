/** What is printed of several audits, in every format. */
import type { AuditError } from '../../errors.ts';
import { renderAudits } from '../../render/audits.ts';
import { renderAuditsMarkdown } from '../../render/markdown/audits.ts';
import { renderTerminal } from '../../render/terminal.ts';
import type { Target } from '../../target.ts';
import { type AuditedSite, summaryOf } from '../../view/audits.ts';
import { type AuditLine, type AuditsDocument, framed } from '../documents.ts';
import { errorDocument, exitCodeOf } from '../errors.ts';
import { print, printJson } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import type { Held } from './gate.ts';
import type { AuditRun } from './plan.ts';

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

/** Prints what became of every site; with `jsonl` the last line, as the others were printed when they came. */
export function printAudits({ output }: AuditRun, audits: readonly Audited[]): void {
  const sites = audits.map(siteOf);
  const summary = {
    ...summaryOf(sites),
    exit_code: Math.max(0, ...audits.map(({ problem }) => (problem === undefined ? 0 : exitCodeOf(problem)))),
  };
  switch (output.format) {
    case 'json': {
      const document: AuditsDocument = { ...framed('audits'), audits: audits.map(documentOf), summary };
      printJson(document, 'json');
      break;
    }
    case 'jsonl': {
      const line: AuditLine = { event: 'summary', ...summary };
      printJson(line, 'jsonl');
      break;
    }
    case 'md':
      print(renderAuditsMarkdown(sites));
      break;
    case 'text':
      for (const { envelope } of output.verbose ? sites : []) {
        if (envelope !== undefined) print(renderTerminal(envelope, { ...output.text, verbose: true }));
      }
      print(renderAudits(sites, output.text));
  }
}

/** One of several audits, as a view of it is made. */
export function siteOf({ target, replayed, problem }: Audited): AuditedSite {
  return { target: target.name, envelope: replayed?.envelope, problem };
}

function documentOf({ target, replayed, problem }: Audited): AuditsDocument['audits'][number] {
  return {
    target: target.name,
    scorecard: replayed?.envelope ?? null,
    error: problem === undefined ? null : errorDocument(problem),
  };
}

/** The line of an audit that has ended. */
export function printEnd({ target, replayed, problem }: Audited): void {
  const line: AuditLine | undefined =
    replayed !== undefined
      ? {
          event: 'scorecard',
          target: target.name,
          cut_short: replayed.envelope.cut_short === true,
          scorecard: replayed.envelope,
        }
      : problem && { event: 'no_scorecard', target: target.name, error: errorDocument(problem) };
  if (line !== undefined) printJson(line, 'jsonl');
}
