/** Astro projects that the bench builds, each in its own folder with its own caches and output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { basename, delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { usageIn } from './usage.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');
/** Packages, output and caches: not copied. */
const LEFT_OUT = ['node_modules', 'dist', '.git', '.astro'];

/** Durations are milliseconds, sizes bytes. */
export interface Cost {
  readonly wall: number;
  /** Processor time of all threads of all processes. */
  readonly cpu: number;
  /** Peak memory of the largest process. */
  readonly peak: number;
  /** Number and size of the targets' files. */
  readonly files: number;
  readonly bytes: number;
}

/** Copies a project into `folder`, with a link to this checkout's packages; returns the folder. */
export async function copyProject(folder: string, from = ROOT): Promise<string> {
  await cp(from, folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
  await symlink(MODULES, join(folder, 'node_modules'), 'dir');
  return folder;
}

/**
 * Runs a project's own `build`, in a shell as npm does.
 *
 * @param isCold whether to remove the output and caches of the build before
 * @throws Error with the end of the build's output if it fails
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
  // URL is the public URL of a deployment; a project of the bench has its own.
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
  const sizes = await targetFileSizes(folder);
  return {
    wall,
    ...usageIn(usage),
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

async function targetFileSizes(project: string): Promise<number[]> {
  const entries = await readdir(join(project, 'dist'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /[\\/]score(?:[\\/]|$)/.test(entry.parentPath));
  return Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
}
