/** `skill install` and `skill update`: the skill file for coding agents. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileError } from '../../errors.ts';
import type { PendingFile } from '../../files.ts';
import { framed, type SkillDocument } from '../documents.ts';
import { CliError } from '../errors.ts';
import { beginOutput, checkFile } from '../files.ts';
import type { SKILL, SKILL_INSTALL } from '../options.ts';
import { notice, type Output, print, printJson, requireFormat } from '../output.ts';
import type { Run } from '../run.ts';
import { HOSTS, type Host, SKILL_FOLDERS } from '../sets.ts';
import { SKILL_NAME, skillText } from '../skill.ts';

type FileReport = SkillDocument['files'][number];

/** A skill file as it is and as it should be. */
interface SkillFile {
  readonly path: string;
  readonly hosts: Host[];
  /** What is there now; `undefined` when nothing is. */
  readonly present: string | undefined;
}

/**
 * Writes the skill for one host, or with `--all` for every one. Nothing is written when any file would be refused.
 *
 * @throws CliError `usage` where a different file is there and `--force` is not given, and for what the disk refuses
 */
export async function install({ values, output }: Run<typeof SKILL_INSTALL>, host: Host): Promise<void> {
  requireFormat(output, 'skill install', ['text', 'json', 'jsonl']);
  const text = await skillText();
  const files = await skillFiles(values.dir, values.all ? HOSTS : [host]);
  const different = files.find(({ present }) => present !== undefined && present !== text);
  if (different !== undefined && !values.force) {
    throw new CliError(
      'usage',
      `${different.path} already exists and differs from the skill of this version.`,
      {
        hint: 'Pass --force to overwrite it, or run skill update to replace all installed skills.',
      },
    );
  }
  await writeAll(files, text, values.dryRun, output);
}

/**
 * Replaces the skill files that are installed in the folder.
 *
 * @throws CliError `not_found` where none is installed
 */
export async function update({ values, output, program }: Run<typeof SKILL>): Promise<void> {
  requireFormat(output, 'skill update', ['text', 'json', 'jsonl']);
  const files = await skillFiles(values.dir, HOSTS);
  const installed = files.filter(({ present }) => present !== undefined);
  if (installed.length === 0) {
    throw new CliError('not_found', `No skill is installed in ${values.dir}.`, {
      hint: `Type ${program} skill install and one of: ${HOSTS.join(', ')}.`,
    });
  }
  await writeAll(installed, await skillText(), values.dryRun, output);
}

/** The files of these hosts; hosts that share a folder share a file. */
async function skillFiles(folder: string, hosts: readonly Host[]): Promise<SkillFile[]> {
  const byPath = Map.groupBy(hosts, (host) => join(folder, SKILL_FOLDERS[host], SKILL_NAME, 'SKILL.md'));
  return Promise.all(
    [...byPath].map(async ([path, of]) => ({ path, hosts: of, present: await present(path) })),
  );
}

/** What is there under the name; checkFile says later why nothing can be. */
async function present(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).isFile() ? await readFile(path, 'utf8') : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR)$/.test(String(error.code)))
      return undefined;
    throw new FileError(`Cannot read ${path}`, error);
  }
}

async function writeAll(
  files: readonly SkillFile[],
  text: string,
  dryRun: boolean,
  output: Output,
): Promise<void> {
  const reports = files.map(({ path, hosts, present: before }): FileReport => {
    const action = before === text ? 'unchanged' : before === undefined ? 'created' : 'updated';
    return { path, hosts, action };
  });
  const changed = reports.filter(({ action }) => action !== 'unchanged').map(({ path }) => path);
  for (const path of changed) await checkFile(path, { force: true, folders: true });
  if (!dryRun) await writeFiles(changed, text);
  if (output.format !== 'text') {
    const document: SkillDocument = { ...framed('skill'), dry_run: dryRun, files: reports };
    return printJson(document, output.format);
  }
  const words = dryRun ? WOULD : DID;
  for (const { path, action } of reports) print(`${words[action].padEnd(words.unchanged.length)} ${path}`);
  if (dryRun) notice(output, 'Nothing was written (--dry-run).');
}

const DID = { created: 'created', updated: 'updated', unchanged: 'unchanged' } as const;
const WOULD = { created: 'would create', updated: 'would update', unchanged: 'unchanged   ' } as const;

/** Writes the text to all of the files: where one cannot be begun, none is written. */
async function writeFiles(paths: readonly string[], text: string): Promise<void> {
  const begun: PendingFile[] = [];
  try {
    for (const path of paths) begun.push(await beginOutput(path, { force: true, folders: true }));
    for (const file of begun) await file.commit(text);
  } catch (error) {
    await Promise.all(begun.map((file) => file.discard()));
    throw error;
  }
}
