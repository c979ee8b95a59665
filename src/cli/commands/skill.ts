/** `skill install` and `skill update`: the skill file for coding agents. */
import { join } from 'node:path';
import { framed, type SkillDocument } from '../documents.ts';
import { HOSTS, type Host, SKILL_FOLDERS } from '../enums.ts';
import { CliError } from '../errors.ts';
import type { SKILL, SKILL_INSTALL } from '../options.ts';
import { type Output, printJson, requireFormat } from '../output.ts';
import { actionOf, presentText, printFiles, type WantedFile, writeFiles } from '../project-files.ts';
import type { Run } from '../run.ts';
import { SKILL_NAME, skillText } from '../skill.ts';

type FileReport = SkillDocument['files'][number];

/** A skill file, and those who read it there. */
interface SkillFile extends WantedFile {
  readonly hosts: Host[];
}

/**
 * Writes the skill for one host, or with `--all` for every one. Nothing is written when any file would be refused.
 *
 * @throws CliError `usage` where a different file is there and `--force` is not given, and for what the disk refuses
 */
export async function install({ values, output }: Run<typeof SKILL_INSTALL>, host: Host): Promise<void> {
  requireFormat(output, 'skill install', ['text', 'json', 'jsonl']);
  const files = await skillFiles(output, values.dir, values.all ? HOSTS : [host]);
  const different = files.find((file) => actionOf(file) === 'updated');
  if (different !== undefined && !values.force) {
    throw new CliError(
      'usage',
      `${different.path} already exists and differs from the skill of this version.`,
      {
        hint: 'Pass --force to overwrite it, or run skill update to replace all installed skills.',
      },
    );
  }
  await writeAll(files, values, output);
}

/**
 * Replaces the skill files that are installed in the folder.
 *
 * @throws CliError `not_found` where none is installed
 */
export async function update({ values, output, program }: Run<typeof SKILL>): Promise<void> {
  requireFormat(output, 'skill update', ['text', 'json', 'jsonl']);
  const files = await skillFiles(output, values.dir, HOSTS);
  const installed = files.filter(({ present }) => present !== undefined);
  if (installed.length === 0) {
    throw new CliError('not_found', `No skill is installed in ${values.dir}.`, {
      hint: `Type ${program} skill install and one of: ${HOSTS.join(', ')}.`,
    });
  }
  await writeAll(installed, values, output);
}

/** The files of these hosts; hosts that share a folder share a file. */
async function skillFiles({ session }: Output, folder: string, hosts: readonly Host[]): Promise<SkillFile[]> {
  const byPath = Map.groupBy(hosts, (host) => join(folder, SKILL_FOLDERS[host], SKILL_NAME, 'SKILL.md'));
  const text = await skillText();
  return Promise.all(
    [...byPath].map(async ([path, of]) => ({
      path,
      hosts: of,
      text,
      present: await presentText(session, path),
    })),
  );
}

async function writeAll(
  files: readonly SkillFile[],
  values: { readonly dryRun: boolean; readonly dir: string },
  output: Output,
): Promise<void> {
  const { dryRun } = values;
  await writeFiles(output.session, files, values);
  const reports = files.map(
    (file): FileReport => ({ path: file.path, hosts: file.hosts, action: actionOf(file) }),
  );
  if (output.format === 'text') return printFiles(reports, dryRun, output);
  const document: SkillDocument = { ...framed('skill'), dry_run: dryRun, files: reports };
  printJson(output, document);
}
