/** Runs `skill install` and `skill update`: writes the skill file for coding agents. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileError } from '../../base/errors.ts';
import type { PendingFile } from '../../base/files.ts';
import { npxCommand, PACKAGE_PATHS } from '../../base/npx.ts';
import { INSTALLED_NAME } from '../../base/package.ts';
import { DEFAULT_BASE_URL, leadsNowhere } from '../../base/versions.ts';
import { fillPlaceholders } from '../../report/placeholders.ts';
import { pathFrom, type Session } from '../context.ts';
import { framed, type SkillDocument } from '../documents.ts';
import { CliError } from '../errors.ts';
import { beginOutput, checkFile } from '../files.ts';
import type { SKILL, SKILL_INSTALL } from '../options.ts';
import { HOSTS, type Host } from '../options.ts';
import { notice, type Output, print, printJson, requireFormat } from '../output.ts';
import type { Run } from '../run.ts';

/** The documented skill folder of each coding agent. Several agents use `.agents/skills` (https://agentskills.io). */
const SKILL_FOLDERS = {
  agents: '.agents/skills',
  claude: '.claude/skills',
  codex: '.agents/skills',
  copilot: '.github/skills',
  cursor: '.cursor/skills',
  gemini: '.gemini/skills',
} as const satisfies Readonly<Record<Host, string>>;

type FileReport = SkillDocument['files'][number];

interface SkillFile {
  readonly path: string;
  readonly text: string;
  /** The existing file's content; `undefined` if the file does not exist. */
  readonly present: string | undefined;
  readonly hosts: Host[];
}

/**
 * Writes the skill for one coding agent, or for all agents with `--all`. If any file must not be replaced, writes none.
 * @throws CliError `usage` if a different file exists and `--force` is not set; AuditError for file system errors
 */
export async function install(
  { values, output, program }: Run<typeof SKILL_INSTALL>,
  host: Host,
): Promise<void> {
  requireFormat(output, 'skill install', ['text', 'json', 'jsonl']);
  const files = await skillFiles({ output, program }, values.dir, values.all ? HOSTS : [host]);
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

/** @throws CliError `not_found` if no skill is installed in the folder */
export async function update({ values, output, program }: Run<typeof SKILL>): Promise<void> {
  requireFormat(output, 'skill update', ['text', 'json', 'jsonl']);
  const files = await skillFiles({ output, program }, values.dir, HOSTS);
  const installed = files.filter(({ present }) => present !== undefined);
  if (installed.length === 0) {
    throw new CliError('not_found', `No skill is installed in ${values.dir}.`, {
      hint: `Type ${program} skill install and one of: ${HOSTS.join(', ')}.`,
    });
  }
  await writeAll(installed, values, output);
}

/** Returns the skill files for these coding agents. Agents that share a folder share a file. */
async function skillFiles(
  { output: { session }, program }: Pick<Run<typeof SKILL>, 'output' | 'program'>,
  folder: string,
  hosts: readonly Host[],
): Promise<SkillFile[]> {
  const byPath = Map.groupBy(hosts, (host) => join(folder, SKILL_FOLDERS[host], SKILL_NAME, 'SKILL.md'));
  const text = await skillText(program);
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

type FileAction = 'created' | 'updated' | 'unchanged';

function actionOf({ text, present }: SkillFile): FileAction {
  return present === text ? 'unchanged' : present === undefined ? 'created' : 'updated';
}

/**
 * Returns the current text of a file; `undefined` if the file does not exist. `checkFile` reports unusable paths later.
 * @throws FileError
 */
async function presentText(session: Session, path: string): Promise<string | undefined> {
  const place = pathFrom(session.context.cwd, path);
  try {
    return (await stat(place)).isFile() ? await readFile(place, 'utf8') : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR)$/.test(String(error.code)))
      return undefined;
    throw new FileError(`Cannot read ${path}`, error);
  }
}

/**
 * Writes the files whose content differs. If one of the files cannot be opened for writing, writes none.
 * @param options `dir`: the project's folder; `dryRun`: checks that the files could be written, but writes nothing
 * @throws AuditError for file system errors, even with `dryRun`
 */
async function writeFiles(
  session: Session,
  files: readonly SkillFile[],
  { dryRun, dir: within }: { readonly dryRun: boolean; readonly dir: string },
): Promise<void> {
  const options = { force: true, folders: true, within };
  const changed = files.filter((file) => actionOf(file) !== 'unchanged');
  for (const { path } of changed) await checkFile(session, path, options);
  if (dryRun) return;
  const begun: { readonly pending: PendingFile; readonly text: string }[] = [];
  try {
    for (const { path, text } of changed)
      begun.push({ pending: await beginOutput(session, path, options), text });
    for (const { pending, text } of begun) await pending.commit(text);
  } catch (error) {
    await Promise.all(begun.map(({ pending }) => pending.discard()));
    throw error;
  }
}

const DID = { created: 'created', updated: 'updated', unchanged: 'unchanged' } as const;
const WOULD = {
  created: 'would create',
  updated: 'would update',
  unchanged: 'unchanged   ',
} as const;

function printFiles(
  files: readonly { readonly path: string; readonly action: FileAction }[],
  dryRun: boolean,
  output: Output,
): void {
  const words = dryRun ? WOULD : DID;
  for (const { path, action } of files)
    print(output, `${words[action].padEnd(words.unchanged.length)} ${path}`);
  const { program } = output.session.context;
  if (dryRun) notice(output, 'Nothing was written (--dry-run).');
  else if (leadsNowhere(DEFAULT_BASE_URL) && program !== INSTALLED_NAME) notice(output, ofCheckout(program));
}

/** Warns that the skill's commands contain the path of this checkout, which does not exist on other machines. */
function ofCheckout(program: string): string {
  const published = npxCommand('https://<deployment>', PACKAGE_PATHS.newest);
  return `The skill's commands name this checkout: ${program}\nTo commit the skill, install it from a deployment instead: ${published} skill install …`;
}

/** The name of the skill, which is also the name of its folder (https://agentskills.io). */
const SKILL_NAME = 'agent-readiness';

/** Possible places of the skill file: next to the program in a package, or in `content` in a checkout. */
const PLACES = ['./skill/SKILL.md', '../../../content/skill/SKILL.md'];

/** @throws FileError if the package is incomplete */
async function skillText(program: string): Promise<string> {
  let last: unknown;
  for (const place of PLACES) {
    try {
      return filled(await readFile(new URL(place, import.meta.url), 'utf8'), program);
    } catch (error) {
      last = error;
    }
  }
  throw new FileError('Cannot read the skill that belongs to this program', last);
}

/** Fills in the placeholders. The commands name the newest version, because the skill may be used long after installation. */
function filled(text: string, program: string): string {
  const command = leadsNowhere(DEFAULT_BASE_URL)
    ? program
    : npxCommand(DEFAULT_BASE_URL, PACKAGE_PATHS.newest);
  const named = text.replaceAll('<cli_bin>', INSTALLED_NAME).replaceAll('<cli>', command);
  return fillPlaceholders(named, DEFAULT_BASE_URL);
}
