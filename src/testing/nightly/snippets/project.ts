/** The folder that a snippet is tried in: the site that guides speak of, with the files that the guide itself gives. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Block, blocksOfGuides } from '../../snippets/blocks.ts';
import { type Folder, file } from '../process.ts';

/** What one guide has for one platform. */
export interface Snippet {
  readonly check: string;
  readonly platform: string;
  readonly blocks: readonly Block[];
  /** The blocks of the guide that are for everybody. */
  readonly general: readonly Block[];
}

/** All that guides have for these platforms. */
export function snippetsFor(ids: ReadonlySet<string>): Snippet[] {
  const all = blocksOfGuides().filter(({ section }) => section === 'How to fix it');
  const found = new Map<string, Snippet>();
  for (const { check, platform } of all) {
    if (platform === undefined || !ids.has(platform.id)) continue;
    const ofGuide = all.filter((block) => block.check === check);
    found.set(`${check} ${platform.id}`, {
      check,
      platform: platform.id,
      blocks: ofGuide.filter((block) => block.platform?.id === platform.id),
      general: ofGuide.filter((block) => block.platform === undefined),
    });
  }
  return [...found.values()];
}

/** Below the zoo's packages, which what runs there imports. */
const PROJECTS = file('node_modules/.snippets');
/** Folders from which a site is published: for the test they are the site itself. */
const PUBLISHED = /^(public|static|dist|site)\//;

/** The folder, at `url`: it has the site, then the files of the guide, whose host is this one. Removed with it. */
export async function project({ general, blocks }: Snippet, url: string): Promise<Folder> {
  await mkdir(PROJECTS, { recursive: true });
  const path = await mkdtemp(join(PROJECTS, 'project-'));
  const example = file('snippets/site');
  for (const entry of await readdir(example, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const text = (await readFile(from, 'utf8')).replaceAll('https://example.com', url);
    const name = from.slice(example.length + 1);
    // Servers of Node and Python read pages from a folder of their own.
    for (const folder of ['', 'site', 'dist', 'public', 'example'])
      await write(path, join(folder, name), text);
  }
  await write(path, 'package.json', '{ "type": "module" }\n');
  for (const block of [...general, ...blocks]) {
    if (block.file === '' || block.file.startsWith('/') || block.language === 'sh') continue;
    const code = withoutPlace(block);
    const text = code.replaceAll('https://example.com', url);
    // Some servers read the file from beside them.
    for (const name of [block.file, block.file.replace(PUBLISHED, ''), basename(block.file)])
      await write(path, name, text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** robots.txt and the like, without the line that says which file it is. */
function withoutPlace({ code, language, title }: Block): string {
  return language === 'text' && title === '' ? code.replace(/^#[^\n]*\n/, '') : code;
}

export async function write(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
