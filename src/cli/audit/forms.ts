/** An audit's reports in every format. What a format needs is loaded when it is asked for. */

import { RULES } from '../../catalogue/rules.ts';
import type { ReportFormat } from '../../gate/report-formats.ts';
import type { TextOptions } from '../../render/layout.ts';
import type { Report, Reported, Unaudited } from '../../render/reports/report.ts';
import { SPEC_VERSION } from '../../versions.ts';

/** How the formats for people and for programs are written. */
export interface FormStyle {
  readonly text: TextOptions & { readonly verbose: boolean };
  /** JSON on one line. */
  readonly compact: boolean;
}

/** The report in one format, ending in a line feed. */
export async function reportText(format: ReportFormat, report: Report, style: FormStyle): Promise<string> {
  const render = await RENDERERS[format]();
  return render(report, style);
}

type Renderer = (report: Report, style: FormStyle) => string;

const RENDERERS: Readonly<Record<ReportFormat, () => Promise<Renderer>>> = {
  text: async () => {
    const { renderGateText } = await import('../../render/gate.ts');
    const { renderPageSample } = await import('../../render/page-sample.ts');
    const { renderTerminal } = await import('../../render/terminal.ts');
    return ({ targets, onlyFailures, program, judged }, { text }) =>
      targets
        .map((one) =>
          one.envelope === undefined
            ? unauditedText(one)
            : renderTerminal(one.envelope, { ...text, onlyFailures, program, judged }) +
              (one.sample === undefined ? '' : renderPageSample(one.sample, text)) +
              (one.gate === undefined ? '' : renderGateText(one.gate, { ...text, program })),
        )
        .join('');
  },
  md: async () => {
    const { renderGateMarkdown } = await import('../../render/gate.ts');
    const { renderMarkdown } = await import('../../render/markdown/scorecard.ts');
    const { renderPageSampleMarkdown } = await import('../../render/markdown/page-sample.ts');
    const { markdownText } = await import('../../render/escape.ts');
    return ({ targets, onlyFailures }) =>
      targets
        .map((one) =>
          one.envelope === undefined
            ? `# ${markdownText(one.target)}\n\n${markdownText(unauditedText(one))}\n`
            : renderMarkdown(one.envelope, { onlyFailures, published: false }) +
              (one.sample === undefined ? '' : `\n${renderPageSampleMarkdown(one.sample)}`) +
              (one.gate === undefined ? '' : renderGateMarkdown(one.gate)),
        )
        .join('\n');
  },
  json: async () => {
    const { jsonText } = await import('../../render/escape.ts');
    const document = await documents();
    return (report, { compact }) => {
      const all = report.targets.map((one) => document(report, one));
      return `${jsonText(all.length === 1 ? all[0] : all, compact ? undefined : 2)}\n`;
    };
  },
  jsonl: async () => {
    const { jsonText } = await import('../../render/escape.ts');
    const document = await documents();
    // The scorecard is the last line of its target: what reads an audit finds it there.
    const linesOf = (report: Report, one: Reported): object[] => {
      if (one.envelope === undefined) return [{ event: 'error', ...document(report, one) }];
      const { gateDocument, sample, ...audited } = one;
      const { target } = one;
      return [
        ...(sample === undefined ? [] : [{ event: 'sitemap_sample', target, sample }]),
        ...(gateDocument === undefined ? [] : [{ event: 'gate', target, ...gateDocument }]),
        {
          event: 'scorecard',
          cut_short: one.envelope.cut_short === true,
          scorecard: document(report, audited),
        },
      ];
    };
    return (report) =>
      report.targets
        .flatMap((one) => linesOf(report, one))
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

async function documents(): Promise<(report: Report, one: Reported) => object> {
  const { onlyFailures } = await import('../../scorecard/cut.ts');
  return (report, one) => {
    if (one.envelope === undefined) {
      const { kind, message, hint } = one.problem;
      return { error: true, kind, message, ...(hint === undefined ? {} : { hint }) };
    }
    const { envelope, gateDocument, sample } = one;
    return {
      ...(report.onlyFailures ? onlyFailures(envelope) : envelope),
      ...(sample === undefined ? {} : { sitemap_sample: sample }),
      ...(gateDocument === undefined ? {} : { gate: gateDocument }),
    };
  };
}

/** A file that says nothing of the site, in the place of what an earlier audit said. */
function unauditedText({ target, problem }: Unaudited): string {
  const { message, hint = '' } = problem;
  return (
    `${target} could not be audited (standard ${SPEC_VERSION}, rules ${RULES}). ${message} ${hint}`.trimEnd() +
    '\n'
  );
}
