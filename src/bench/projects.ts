/** Astro projects that the bench builds, each in a folder of its own with its own caches and output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { usageIn } from './usage.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What a build of this project reads. */
const PARTS = [
  'src',
  'scripts',
  'functions',
  'content',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const MODULES = join(ROOT, 'node_modules');

/** Durations are milliseconds, sizes bytes. */
export interface Cost {
  readonly wall: number;
  /** Processor time of all threads of all processes. */
  readonly cpu: number;
  /** Of the greatest process. */
  readonly peak: number;
  /** What was written. */
  readonly files: number;
  readonly bytes: number;
}

/** Copies this project, for a build that disturbs no other; gives the folder back. */
export const makeProject = (folder: string): Promise<string> => makeCopy(folder, ROOT, PARTS);

/** Copies parts of a project beside a link to the packages of this checkout; gives the folder back. */
export async function makeCopy(folder: string, from: string, parts: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  // What is installed for other tests is not built, and large.
  const filter = (path: string) => !path.endsWith('/node_modules');
  for (const part of parts) await cp(join(from, part), join(folder, part), { recursive: true, filter });
  await symlink(MODULES, join(folder, 'node_modules'), 'dir');
  return folder;
}

/**
 * Runs a project's own `build`, in a shell as npm does.
 *
 * @param isCold whether nothing is left of the build before
 * @throws Error with what the build said when it fails
 */
export async function buildProject(
  folder: string,
  env: Readonly<Record<string, string>>,
  isCold = true,
): Promise<Cost> {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    scripts: { build: string };
  };
  const usage = join(folder, 'usage');
  for (const left of ['usage', ...(isCold ? ['dist', '.astro'] : [])]) {
    await rm(join(folder, left), { recursive: true, force: true });
  }
  // URL is the address of a deployment; here the project has its own.
  const { URL: _url, ...own } = process.env;
  const started = performance.now();
  const child = spawn(scripts.build, {
    cwd: folder,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...own,
      PATH: `${join(MODULES, '.bin')}${delimiter}${own.PATH ?? ''}`,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'usage.ts'))}`,
      ASTRO_TELEMETRY_DISABLED: '1',
      BENCH_USAGE: usage,
      ...env,
    },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => said.push(data));
  const [code] = await once(child, 'close');
  const wall = performance.now() - started;
  if (code !== 0)
    throw new Error(`A build of the bench failed:\n${Buffer.concat(said).toString().slice(-2000)}`);
  const sizes = await Promise.all((await outputOf(folder)).map(async (path) => (await stat(path)).size));
  return {
    wall,
    ...usageIn(usage),
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** The files of all targets. */
async function outputOf(project: string): Promise<string[]> {
  const entries = await readdir(join(project, 'dist'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /[\\/]score(?:[\\/]|$)/.test(entry.parentPath))
    .map(({ parentPath, name }) => join(parentPath, name));
}
