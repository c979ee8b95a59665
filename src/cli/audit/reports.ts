/** The reports of an audit: the one on stdout, and the files of `--output-file`. */
import { readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { PendingFile } from '../../files.ts';
import type { TextOptions } from '../../render/layout.ts';
import type { Report } from '../../render/reports/report.ts';
import { projectRoot } from '../config/find.ts';
import { CliError } from '../errors.ts';
import { beginOutput, checkFile, STDIN } from '../files.ts';
import type { OutputFile } from '../options/reports.ts';
import type { OutputFormat } from '../options.ts';
import { notice, print, printReport } from '../output.ts';
import type { AuditRun } from '../run.ts';
import { RENDERERS, type Told } from './formats.ts';

/** Text in a file has the width of a page. */
const FILE_WIDTH = 100;
/** A report is smaller; what is larger is somebody else's file. In bytes. */
const MAX_REPORT = 64 * 1024 * 1024;
/** What stands for all files of a project that has no configuration, the first that is there. */
const FALLBACKS = ['README.md', 'package.json'];

/** Reports that were begun: their files can be written, and have been compared with what is there. */
export interface Reports {
  /**
   * Writes all files, so that none of an earlier audit is left in their place.
   *
   * @throws FileError
   */
  write(site: Told): Promise<void>;
  /** Prints what goes to stdout. */
  print(site: Told): void;
  /** Leaves no temporary files behind. */
  discard(): Promise<void>;
}

/**
 * Begins the reports before anything is asked of the network.
 *
 * @throws AuditError where a file cannot be written, or holds something else than an earlier report and --force is not given
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
  const given = await givenOf(run);
  const render = await RENDERERS[format]();
  return {
    discard,
    async write(site) {
      if (begun.length === 0) return;
      const inFile = styleOf({ color: false, width: FILE_WIDTH });
      for (const { to, file } of begun) {
        await file.commit((await RENDERERS[to.format]())({ ...given, site }, inFile));
      }
      notice(output, `Wrote ${begun.map(({ to }) => to.path).join(', ')}.`);
    },
    print(site) {
      if (site.envelope === undefined && !saysFailures(format)) return;
      const style = styleOf(output.text);
      const scoresFirst = output.session.context.stdout.isTTY !== true;
      const text = render({ ...given, site }, { ...style, text: { ...style.text, scoresFirst } });
      if (format === 'text' || format === 'md') print(output, text);
      else printReport(output, text);
    },
  };
}

/** Whether a format tells that there was no audit; for the others the error on stderr does. */
function saysFailures(format: OutputFormat): boolean {
  return !['text', 'md', 'json', 'jsonl'].includes(format);
}

/**
 * Finds out whether the files could be written, without touching anything.
 *
 * @returns their paths
 * @throws AuditError
 */
export async function checkReports(run: AuditRun): Promise<string[]> {
  refuseSamePath(run);
  for (const to of run.values.outputFile) {
    await checkFile(run.output.session, to.path, { force: await mayReplace(run, to), folders: true });
  }
  return run.values.outputFile.map(({ path }) => path);
}

/** @throws CliError `usage` where two reports, or a report and the recording, would go to one file */
function refuseSamePath({ values, output }: AuditRun): void {
  const placeOf = (path: string) => resolve(output.session.context.cwd, path);
  const paths = [
    ...values.outputFile.map(({ path }) => path),
    ...(values.har === undefined ? [] : [values.har]),
  ];
  if (paths.includes(STDIN)) {
    throw new CliError('usage', '--output-file takes the paths of files, not “-”.', {
      hint: 'What goes to stdout is chosen with --output.',
    });
  }
  const twice = paths.find((path, i) => paths.findIndex((other) => placeOf(other) === placeOf(path)) !== i);
  if (twice === undefined) return;
  throw new CliError('usage', `Two reports would be written to ${twice}.`, {
    hint: 'Give each a path of its own.',
  });
}

/** An earlier report of the same format gives way to the next one, as in every run of a CI; another file only by force. */
async function mayReplace({ values, output }: AuditRun, { format, path }: OutputFile): Promise<boolean> {
  if (values.force) return true;
  const place = resolve(output.session.context.cwd, path);
  const facts = await stat(place).catch(() => undefined);
  if (facts?.isFile() !== true || facts.size > MAX_REPORT) return false;
  const { isOwnReport } = await import('../../render/reports/own.ts');
  const text = await readFile(place, 'utf8').catch(() => undefined);
  return text !== undefined && isOwnReport(format, text);
}

/** What reports are given beside the site. */
async function givenOf({ values, config, program, output }: AuditRun): Promise<Omit<Report, 'site'>> {
  const folder = output.session.context.cwd;
  const root = await projectRoot(folder);
  const inRepository = (path: string) => relative(root, path).split(sep).join('/');
  const files = Object.entries(config?.values.files ?? {}).map(
    ([path, file]) => [path, inRepository(resolve(config?.folder ?? folder, file))] as const,
  );
  const fallback = config?.path ?? (await firstThere([folder, root]));
  return {
    files: Object.fromEntries(files),
    fallback: fallback === undefined ? undefined : inRepository(fallback),
    program,
    judged: values.replay,
    onlyFailures: values.onlyFailures,
  };
}

async function firstThere(folders: readonly string[]): Promise<string | undefined> {
  for (const path of folders.flatMap((at) => FALLBACKS.map((name) => join(at, name)))) {
    if (await isThere(path)) return path;
  }
  return undefined;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
