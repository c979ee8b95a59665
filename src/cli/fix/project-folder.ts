/** The folder of a project as `fix --write` reads it: only what it may edit, and never through a link. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { SKILLS_PATH } from '../../view/edits/documents.ts';
import { filesOfInterest } from '../../view/edits/edits.ts';
import { type ProjectSkill, type SiteProject, servedFile } from '../../view/edits/site-project.ts';
import { isWithin } from '../config/find.ts';
import { CliError } from '../errors.ts';
import { publicFolderOf } from './public-folder.ts';

/** Larger files are not edited, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** So many skills are listed. */
const MAX_SKILLS = 50;

/** A file of the project: its text, or why it is none that may be edited; `undefined`: there is none. */
type OwnFile = { readonly text: string } | { readonly why: string } | undefined;

/** What a folder holds, as edits need it. */
export type ProjectFolder = Pick<SiteProject, 'publicFolder' | 'files' | 'closed' | 'skills'>;

/**
 * Reads the project.
 *
 * @param named the folder that `--public` names
 * @throws CliError `usage` for one that is not there, or not in the project
 */
export async function readProject(root: string, named: string | undefined): Promise<ProjectFolder> {
  const textOf = async (path: string) => {
    const file = await readOwn(root, path);
    return file !== undefined && 'text' in file ? file.text : undefined;
  };
  const isThere = (path: string) =>
    lstat(join(root, path)).then(
      () => true,
      () => false,
    );
  const publicFolder =
    named === undefined ? await publicFolderOf(isThere, textOf) : await namedFolder(root, named);
  const files = new Map<string, string>();
  const closed = new Map<string, string>();
  for (const path of filesOfInterest(publicFolder)) {
    const file = await readOwn(root, path);
    if (file === undefined) continue;
    if ('text' in file) files.set(path, file.text);
    else closed.set(path, file.why);
  }
  return { publicFolder, files, closed, skills: await skillsIn(root, publicFolder) };
}

async function namedFolder(root: string, named: string): Promise<string> {
  const place = resolve(root, named);
  const facts = await lstat(place).catch(() => undefined);
  if (!isWithin(root, place) || facts?.isDirectory() !== true) {
    throw new CliError('usage', `--public ${named} is no folder of the project, which is ${root}.`, {
      hint: 'Name a folder below the one in which this is called.',
    });
  }
  return relative(root, place).split(sep).join('/') || '.';
}

/** Reads one file; a link is not followed, be it the file or a folder that it is in. */
export async function readOwn(root: string, path: string): Promise<OwnFile> {
  const parts = path.split('/');
  for (const [at] of parts.entries()) {
    const part = parts.slice(0, at + 1).join('/');
    const facts = await lstat(join(root, part)).catch(() => undefined);
    if (facts === undefined) return undefined;
    if (facts.isSymbolicLink()) return { why: `${part} is a link` };
    const isLast = at === parts.length - 1;
    if (isLast ? !facts.isFile() : !facts.isDirectory()) {
      return { why: `${part} is no ${isLast ? 'regular file' : 'folder'}` };
    }
    if (isLast && facts.size > MAX_BYTES) return { why: `${part} is larger than 1 MiB` };
  }
  try {
    const bytes = await readFile(join(root, path));
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { why: `${path} cannot be read as UTF-8 text` };
  }
}

async function skillsIn(root: string, publicFolder: string | undefined): Promise<ProjectSkill[]> {
  if (publicFolder === undefined) return [];
  const folder = servedFile(SKILLS_PATH, publicFolder);
  const names = await readdir(join(root, folder)).catch(() => []);
  const skills = await Promise.all(
    names
      .toSorted()
      .slice(0, MAX_SKILLS)
      .map(async (name) => {
        const file = await readOwn(root, `${folder}/${name}/SKILL.md`);
        return file !== undefined && 'text' in file
          ? [{ name, text: file.text, sha256: await sha256(file.text) }]
          : [];
      }),
  );
  return skills.flat();
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}
