/** Renders and writes the reports of an audit: one to stdout, others to the files of `--output-file`. */

import { readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { RULES } from '../../audit/check-texts/rule-sets.ts';
import { onlyFailures } from '../../audit/scorecard/failures-only.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { fileText } from '../../base/decode-text.ts';
import type { AuditError } from '../../base/errors.ts';
import { shellWord } from '../../base/escape.ts';
import type { PendingFile } from '../../base/files.ts';
import type { TextOptions } from '../../base/layout.ts';
import { SPEC_VERSION } from '../../base/versions.ts';
import type { Report, ReportTarget, Unaudited } from '../../report/ci/report.ts';
import type { ReportFormat } from '../../report/gate/vocabulary.ts';
import { isWithin, projectRoot } from '../config/find.ts';
import { pathFrom } from '../context.ts';
import { CliError, errorDocument } from '../errors.ts';
import { beginOutput, checkFile, STDIN } from '../files.ts';
import type { OutputFormat } from '../options.ts';
import { notice, print, printReport } from '../output.ts';
import type { AuditRun } from '../run.ts';
import type { OutputFile } from './options.ts';

/** The result of an audit, and the error that determines the exit code. */
export type ReportedSite = ReportTarget & { readonly error?: AuditError | undefined };

interface FormStyle {
  readonly text: TextOptions & { readonly verbose: boolean; readonly scoresFirst?: boolean };
  readonly compact: boolean;
}

/** Renders a report as text that ends in a line feed. */
type Renderer = (report: Report, style: FormStyle) => string;

export const RENDERERS: Readonly<Record<ReportFormat, () => Promise<Renderer>>> = {
  text: async () => {
    const { renderChangesText, renderGateText } = await import('../../report/gate-text.ts');
    const { renderTerminal } = await import('../../report/terminal.ts');
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
    const { renderGateMarkdown } = await import('../../report/gate-text.ts');
    const { renderMarkdown } = await import('../../report/markdown/scorecard.ts');
    const { markdownText } = await import('../../base/escape.ts');
    return ({ site, onlyFailures }) => {
      if (site.envelope === undefined) {
        return `# ${markdownText(site.target)}\n\n${markdownText(unauditedText(site))}\n`;
      }
      const scorecard = renderMarkdown(site.envelope, { onlyFailures, published: false });
      return site.gate === undefined ? scorecard : scorecard + renderGateMarkdown(site.gate);
    };
  },
  json: async () => {
    const { jsonText } = await import('../../base/escape.ts');
    return (report, { compact }) => `${jsonText(documentOf(report), compact ? undefined : 2)}\n`;
  },
  jsonl: async () => {
    const { jsonText } = await import('../../base/escape.ts');
    return (report) =>
      linesOf(report)
        .map((line) => `${jsonText(line)}\n`)
        .join('');
  },
  sarif: async () => {
    const { renderSarif } = await import('../../report/ci/sarif.ts');
    return (report, { compact }) => renderSarif(report, compact ? undefined : 2);
  },
  junit: async () => (await import('../../report/ci/junit.ts')).renderJunit,
  github: async () => (await import('../../report/ci/github.ts')).renderGithub,
  comment: async () => (await import('../../report/ci/pull-request-comment.ts')).renderComment,
};

/** Returns the JSON lines at the end of an audit. The scorecard comes last, because readers look for it in the last line. */
function linesOf({ site, ...cut }: Report): object[] {
  const { target, envelope } = site;
  if (envelope === undefined) return [{ event: 'error', ...errorOf(site) }];
  return [
    ...(site.gateDocument === undefined ? [] : [{ event: 'gate', target, ...site.gateDocument }]),
    { event: 'scorecard', cut_short: envelope.cut_short === true, scorecard: cardOf(cut, envelope) },
  ];
}

/** Returns the JSON document of an audit. `JSON.stringify` omits its undefined members. */
function documentOf({ site, ...cut }: Report): object {
  if (site.envelope === undefined) return errorOf(site);
  return { ...cardOf(cut, site.envelope), gate: site.gateDocument };
}

function cardOf(cut: Pick<Report, 'onlyFailures'>, envelope: Envelope): object {
  return cut.onlyFailures ? onlyFailures(envelope) : envelope;
}

function errorOf({ error, problem }: Unaudited & Pick<ReportedSite, 'error'>): object {
  const { kind, message, hint, quote } = problem;
  return error === undefined ? { error: true, kind, message, hint, quote } : errorDocument(error);
}

/** Returns the report of an audit without a scorecard. It replaces the report of an earlier audit in the same file. */
function unauditedText({ target, problem }: Unaudited): string {
  const { message, quote, hint = '' } = problem;
  const evidence = quote === undefined ? [] : [`Seen: ${quote}`];
  const summary =
    `${target} could not be audited (standard ${SPEC_VERSION}, rules ${RULES}). ${message} ${hint}`.trimEnd();
  return `${[summary, ...evidence].join('\n')}\n`;
}

const FILE_WIDTH = 100;
/** The maximum size of an existing report, in bytes. A larger file cannot be a report. */
const MAX_REPORT = 64 * 1024 * 1024;
/** Without a configuration, CI reports attach failures to the first of these files that exists, otherwise to README.md. */
const FALLBACKS = ['README.md', 'package.json'] as const;

/** Report files open for writing. Existing files are replaced only if they are earlier reports, or with `--force`. */
interface Reports {
  /**
   * Writes all files, even if the audit failed, so that none contains the report of an earlier audit.
   * @throws FileError
   */
  write(site: ReportedSite): Promise<void>;
  print(site: ReportedSite): void;
  discard(): Promise<void>;
}

/**
 * Opens all report files before any request is sent.
 * @throws AuditError if a file cannot be written, or if `--force` is not set and the existing file is not an earlier report
 */
export async function beginReports(run: AuditRun): Promise<Reports> {
  const { values, output } = run;
  const { format, verbose } = output;
  const begun: { readonly to: OutputFile; readonly file: PendingFile }[] = [];
  const discard = async () => {
    await Promise.all(begun.map(({ file }) => file.discard()));
  };
  try {
    refuseSamePath(run);
    for (const to of values.outputFile) {
      const force = await mayReplace(run, to);
      begun.push({ to, file: await beginOutput(output.session, to.path, { force, folders: true }) });
    }
  } catch (error) {
    await discard();
    throw error;
  }
  const styleOf = (text: TextOptions) => ({ compact: values.compact, text: { ...text, verbose } });
  const reportOptions = await reportOptionsOf(run);
  const render = await RENDERERS[format]();
  return {
    discard,
    async write(site) {
      if (begun.length === 0) return;
      const inFile = styleOf({ color: false, width: FILE_WIDTH });
      for (const { to, file } of begun) {
        await file.commit((await RENDERERS[to.format]())({ ...reportOptions, site }, inFile));
      }
      notice(output, `Wrote ${begun.map(({ to }) => to.path).join(', ')}.`);
    },
    print(site) {
      if (site.envelope === undefined && !saysFailures(format)) return;
      const style = styleOf(output.text);
      const scoresFirst = output.session.context.stdout.isTTY !== true;
      const text = render({ ...reportOptions, site }, { ...style, text: { ...style.text, scoresFirst } });
      if (format === 'text' || format === 'md') print(output, text);
      else printReport(output, text);
    },
  };
}

/** Returns whether a format can report that the audit failed. For other formats, only stderr reports it. */
function saysFailures(format: OutputFormat): boolean {
  return !['text', 'md', 'json', 'jsonl'].includes(format);
}

/**
 * Checks that the report files can be written, without changing them. Returns their paths.
 * @throws AuditError
 */
export async function checkReports(run: AuditRun): Promise<string[]> {
  refuseSamePath(run);
  for (const to of run.values.outputFile) {
    await checkFile(run.output.session, to.path, { force: await mayReplace(run, to), folders: true });
  }
  return run.values.outputFile.map(({ path }) => path);
}

/** @throws CliError `usage` if a path is `-`, or if two reports, or a report and the recording, share a path */
function refuseSamePath({ values, output }: AuditRun): void {
  const placeOf = (path: string) => pathFrom(output.session.context.cwd, path);
  const paths = [
    ...values.outputFile.map(({ path }) => path),
    ...(values.har === undefined ? [] : [values.har]),
  ];
  if (paths.includes(STDIN)) {
    throw new CliError('usage', '--output-file takes the paths of files, not “-”.', {
      hint: '--output selects the report on stdout.',
    });
  }
  const twice = paths.find((path, i) => paths.findIndex((other) => placeOf(other) === placeOf(path)) !== i);
  if (twice === undefined) return;
  throw new CliError('usage', `Two reports would be written to ${twice}.`, {
    hint: 'Give each report its own path.',
  });
}

/**
 * Returns whether a file may be replaced. An earlier report of the same format may always be replaced, because every CI run
 * writes one. Any other file requires `--force`. The paths in an automatically found configuration may come from an untrusted
 * pull request, so they may replace only earlier reports.
 * @throws CliError `configuration` for a file that such a configuration may not replace
 */
async function mayReplace(run: AuditRun, { format, path }: OutputFile): Promise<boolean> {
  const { values, sources, config, output } = run;
  const found = sources.outputFile === 'config' && config?.by === 'found' ? config : undefined;
  if (values.force && found === undefined) return true;
  const place = pathFrom(output.session.context.cwd, path);
  const facts = await stat(place).catch(() => undefined);
  if (facts === undefined) return false;
  const { isOwnReport } = await import('../../report/ci/report.ts');
  const isReadable = facts.isFile() && facts.size <= MAX_REPORT;
  const text = isReadable ? fileText(await readFile(place).catch(() => new Uint8Array())) : undefined;
  const isOwn = text?.ok === true && isOwnReport(format, text.value);
  if (isOwn || found === undefined) return isOwn;
  const name = relative(output.session.context.cwd, place);
  throw new CliError(
    'configuration',
    `${found.name} may not replace ${name}, which is not an earlier report (${format}).`,
    {
      hint: `To replace it anyway, type --output-file ${shellWord(`${format}=${name}`)} --force.`,
    },
  );
}

async function reportOptionsOf({ values, config, program, output }: AuditRun): Promise<Omit<Report, 'site'>> {
  const folder = output.session.context.cwd;
  const root = await projectRoot(folder);
  // GitHub rejects the whole SARIF log if one of its paths is outside the repository.
  const inRepository = (path: string) =>
    isWithin(root, path) && path !== root ? relative(root, path).split(sep).join('/') : FALLBACKS[0];
  const files = Object.entries(config?.values.files ?? {}).map(
    ([path, file]) => [path, inRepository(pathFrom(config?.folder ?? folder, file))] as const,
  );
  return {
    files: Object.fromEntries(files),
    fallback: inRepository(config?.path ?? (await firstExisting([folder, root]))),
    program,
    judged: values.replay,
    onlyFailures: values.onlyFailures,
  };
}

async function firstExisting(folders: readonly [string, string]): Promise<string> {
  for (const path of folders.flatMap((at) => FALLBACKS.map((name) => join(at, name)))) {
    if (await exists(path)) return path;
  }
  return join(folders[0], FALLBACKS[0]);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
