/** An audit in every format. What a format needs is loaded when it is asked for. */

import { RULES } from '../../definitions/rules.ts';
import type { AuditError } from '../../errors.ts';
import type { ReportFormat } from '../../gate/report-formats.ts';
import type { TextOptions } from '../../render/layout.ts';
import type { Report, ReportTarget, Unaudited } from '../../render/reports/report.ts';
import { onlyFailures } from '../../scorecard/failures-only.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { SPEC_VERSION } from '../../versions.ts';
import { errorDocument } from '../errors.ts';

/** A site as reports tell of it, with the error that its audit ended with, as it was thrown. */
export type Told = ReportTarget & { readonly error?: AuditError | undefined };

/** How the formats for people and for programs are written. */
interface FormStyle {
  readonly text: TextOptions & { readonly verbose: boolean; readonly scoresFirst?: boolean };
  /** JSON on one line. */
  readonly compact: boolean;
}

/** Writes a report, ending in a line feed. */
type Renderer = (report: Report, style: FormStyle) => string;

export const RENDERERS: Readonly<Record<ReportFormat, () => Promise<Renderer>>> = {
  text: async () => {
    const { renderChangesText, renderGateText } = await import('../../render/gate.ts');
    const { renderTerminal } = await import('../../render/terminal.ts');
    return ({ site, onlyFailures, program, judged }, { text }) => {
      const { envelope } = site;
      if (envelope === undefined) return unauditedText(site);
      const { gate } = site;
      const options = { ...text, program };
      const scorecard = renderTerminal(envelope, { ...options, onlyFailures, judged });
      if (gate === undefined) return scorecard;
      return renderChangesText(gate, options) + scorecard + renderGateText(gate, options);
    };
  },
  md: async () => {
    const { renderGateMarkdown } = await import('../../render/gate.ts');
    const { renderMarkdown } = await import('../../render/markdown/scorecard.ts');
    const { markdownText } = await import('../../render/escape.ts');
    return ({ site, onlyFailures }) => {
      if (site.envelope === undefined) {
        return `# ${markdownText(site.target)}\n\n${markdownText(unauditedText(site))}\n`;
      }
      const scorecard = renderMarkdown(site.envelope, { onlyFailures, published: false });
      return site.gate === undefined ? scorecard : scorecard + renderGateMarkdown(site.gate);
    };
  },
  json: async () => {
    const { jsonText } = await import('../../render/escape.ts');
    return (report, { compact }) => `${jsonText(documentOf(report), compact ? undefined : 2)}\n`;
  },
  jsonl: async () => {
    const { jsonText } = await import('../../render/escape.ts');
    return (report) =>
      linesOf(report)
        .map((line) => `${jsonText(line)}\n`)
        .join('');
  },
  sarif: async () => {
    const { renderSarif } = await import('../../render/reports/sarif.ts');
    return (report, { compact }) => renderSarif(report, compact ? undefined : 2);
  },
  junit: async () => (await import('../../render/reports/junit.ts')).renderJunit,
  github: async () => (await import('../../render/reports/github.ts')).renderGithub,
  comment: async () => (await import('../../render/reports/comment.ts')).renderComment,
};

/** The lines of an audit that has ended. The scorecard is the last: what reads an audit finds it there. */
function linesOf({ site, ...cut }: Report): object[] {
  const { target, envelope } = site;
  if (envelope === undefined) return [{ event: 'error', ...errorOf(site) }];
  return [
    ...(site.gateDocument === undefined ? [] : [{ event: 'gate', target, ...site.gateDocument }]),
    { event: 'scorecard', cut_short: envelope.cut_short === true, scorecard: cardOf(cut, envelope) },
  ];
}

/** The document of an audit. JSON leaves out what is undefined. */
function documentOf({ site, ...cut }: Report): object {
  if (site.envelope === undefined) return errorOf(site);
  return { ...cardOf(cut, site.envelope), gate: site.gateDocument };
}

function cardOf(cut: Pick<Report, 'onlyFailures'>, envelope: Envelope): object {
  return cut.onlyFailures ? onlyFailures(envelope) : envelope;
}

function errorOf({ error, problem }: Unaudited & Pick<Told, 'error'>): object {
  const { kind, message, hint } = problem;
  return error === undefined ? { error: true, kind, message, hint } : errorDocument(error);
}

/** A file that says nothing of the site, in the place of what an earlier audit said. */
function unauditedText({ target, problem }: Unaudited): string {
  const { message, hint = '' } = problem;
  return (
    `${target} could not be audited (standard ${SPEC_VERSION}, rules ${RULES}). ${message} ${hint}`.trimEnd() +
    '\n'
  );
}
