/** Audits in every format, of one site or of several. What a format needs is loaded when it is asked for. */

import { RULES } from '../../definitions/rules.ts';
import type { AuditError } from '../../errors.ts';
import type { ReportFormat } from '../../gate/report-formats.ts';
import type { TextOptions } from '../../render/layout.ts';
import type { Report, ReportTarget, Unaudited } from '../../render/reports/report.ts';
import { onlyFailures } from '../../scorecard/failures-only.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { SPEC_VERSION } from '../../versions.ts';
import { type AuditedSite, auditsSummaryOf } from '../../view/audits.ts';
import { framed } from '../documents/frame.ts';
import { errorDocument } from '../errors.ts';

/** A site as reports tell of it, with the error that its audit ended with, as it was thrown. */
export type Told = ReportTarget & { readonly error?: AuditError | undefined };

/** How the formats for people and for programs are written. */
interface FormStyle {
  readonly text: TextOptions & { readonly verbose: boolean; readonly scoresFirst?: boolean };
  /** JSON on one line. */
  readonly compact: boolean;
  /** Several sites were asked for, however many there are: some formats have a form of their own for that. */
  readonly several?: boolean;
}

/** Writes a report, ending in a line feed. */
type Renderer = (report: Report, style: FormStyle) => string;

/** The report in one format. */
export async function reportTextAs(format: ReportFormat, report: Report, style: FormStyle): Promise<string> {
  return (await RENDERERS[format]())(report, style);
}

export const RENDERERS: Readonly<Record<ReportFormat, () => Promise<Renderer>>> = {
  text: async () => {
    const { renderAudits } = await import('../../render/audits.ts');
    const { renderChangesText, renderGateText } = await import('../../render/gate.ts');
    const { renderTerminal } = await import('../../render/terminal.ts');
    return ({ targets, onlyFailures, program, judged }, { text, several = false }) => {
      const scorecards = targets.map((one) =>
        one.envelope === undefined
          ? several
            ? ''
            : unauditedText(one)
          : (one.gate === undefined ? '' : renderChangesText(one.gate, { ...text, program })) +
            renderTerminal(one.envelope, { ...text, onlyFailures, program, judged }),
      );
      const gates = targets.map(({ envelope, target, ...one }) =>
        envelope === undefined || !('gate' in one) || one.gate === undefined
          ? ''
          : renderGateText(one.gate, { ...text, program, ...(several ? { target } : {}) }),
      );
      if (!several) return scorecards.map((card, i) => card + gates[i]).join('');
      return [...(text.verbose ? scorecards : []), renderAudits(targets.map(siteOf), text), ...gates].join(
        '',
      );
    };
  },
  md: async () => {
    const { renderGateMarkdown } = await import('../../render/gate.ts');
    const { renderAuditsMarkdown } = await import('../../render/markdown/audits.ts');
    const { renderMarkdown } = await import('../../render/markdown/scorecard.ts');
    const { markdownText } = await import('../../render/escape.ts');
    return ({ targets, onlyFailures }, { several = false }) => {
      const gateOf = (one: ReportTarget) =>
        one.envelope === undefined || one.gate === undefined
          ? ''
          : renderGateMarkdown(one.gate, several ? one.target : undefined);
      if (several) {
        return [renderAuditsMarkdown(targets.map(siteOf), { onlyFailures }), ...targets.map(gateOf)].join('');
      }
      return targets
        .map((one) =>
          one.envelope === undefined
            ? `# ${markdownText(one.target)}\n\n${markdownText(unauditedText(one))}\n`
            : renderMarkdown(one.envelope, { onlyFailures, published: false }) + gateOf(one),
        )
        .join('\n');
    };
  },
  json: async () => {
    const { jsonText } = await import('../../render/escape.ts');
    return (report, { compact, several = false }) => {
      const all = report.targets.map((one) => (several ? rowOf(report, one) : documentOf(report, one)));
      const document = several
        ? { ...framed('audits'), audits: all, summary: summaryIn(report.targets) }
        : all[0];
      return `${jsonText(document, compact ? undefined : 2)}\n`;
    };
  },
  jsonl: async () => {
    const { jsonText } = await import('../../render/escape.ts');
    return ({ targets, ...report }, { several = false }) =>
      [...targets.flatMap((one) => linesOf(report, one, several)), ...(several ? [summaryLine(targets)] : [])]
        .map((line) => `${jsonText(line)}\n`)
        .join('');
  },
  sarif: async () => {
    const { renderSarif } = await import('../../render/reports/sarif.ts');
    return (report, { compact }) => renderSarif(report, compact ? undefined : 2);
  },
  junit: async () => (await import('../../render/reports/junit.ts')).renderJunit,
  github: async () => (await import('../../render/reports/github.ts')).renderGithub,
  gitlab: async () => (await import('../../render/reports/gitlab.ts')).renderGitlab,
  comment: async () => (await import('../../render/reports/comment.ts')).renderComment,
};

type Cut = Pick<Report, 'onlyFailures'>;

/** The lines of a site whose audit has ended. The scorecard is the last: what reads an audit finds it there. */
export function linesOf(cut: Cut, one: Told, several: boolean): object[] {
  const { target } = one;
  if (one.envelope === undefined) {
    return [
      several ? { event: 'no_scorecard', target, error: errorOf(one) } : { event: 'error', ...errorOf(one) },
    ];
  }
  const { gateDocument, envelope } = one;
  return [
    ...(gateDocument === undefined ? [] : [{ event: 'gate', target, ...gateDocument }]),
    {
      event: 'scorecard',
      target: several ? target : undefined,
      cut_short: envelope.cut_short === true,
      scorecard: cardOf(cut, envelope),
    },
  ];
}

/** The last line of several audits. */
export function summaryLine(all: readonly Told[]): object {
  return { event: 'summary', ...summaryIn(all) };
}

/** The document of the one site. In this and what follows, JSON leaves out what is undefined. */
function documentOf(cut: Cut, one: Told): object {
  if (one.envelope === undefined) return errorOf(one);
  return { ...cardOf(cut, one.envelope), gate: one.gateDocument };
}

/** A site among several. */
function rowOf(cut: Cut, one: Told): object {
  const { target, problem } = one;
  const error = problem === undefined ? null : errorOf({ ...one, problem });
  if (one.envelope === undefined) return { target, scorecard: null, error };
  const { envelope, gateDocument } = one;
  return { target, scorecard: cardOf(cut, envelope), gate: gateDocument, error };
}

function cardOf(cut: Cut, envelope: StoredEnvelope): object {
  return cut.onlyFailures ? onlyFailures(envelope) : envelope;
}

function errorOf({
  error,
  problem: { kind, message, hint },
}: Pick<Unaudited, 'problem'> & Pick<Told, 'error'>): object {
  return error === undefined ? { error: true, kind, message, hint } : errorDocument(error);
}

function summaryIn(all: readonly Told[]): object {
  const codes = all.map(({ problem }) => problem?.exitCode ?? 0);
  return { ...auditsSummaryOf(all.map(siteOf)), exit_code: Math.max(0, ...codes) };
}

/** A site as views of several take it. */
export function siteOf({ error, ...site }: Told): AuditedSite {
  return { ...site, problem: error };
}

/** A file that says nothing of the site, in the place of what an earlier audit said. */
function unauditedText({ target, problem }: Unaudited): string {
  const { message, hint = '' } = problem;
  return (
    `${target} could not be audited (standard ${SPEC_VERSION}, rules ${RULES}). ${message} ${hint}`.trimEnd() +
    '\n'
  );
}
