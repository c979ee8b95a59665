/** Packs the command line as the npm package that a site publishes. Needs no network. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildCli } from './bundle.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The path of the bundle in package.json's `files`. The other paths in `files` are copied. */
const BUNDLE = 'dist/bin';
/** Files that npm packs in addition to `files`. */
const ALWAYS = /^(package\.json|readme|licen[cs]e)/i;

const run = promisify(execFile);

// When run as a program, packs for the origin in the first argument and writes the package to standard output.
if (import.meta.main) process.stdout.write(await packCli(process.argv[2] ?? ''));

/**
 * Returns the package that `npm pack` makes. Its bytes depend only on the commit, the origin, Node and npm.
 * @throws Error with the output of npm
 */
export async function packCli(origin: string): Promise<Buffer> {
  // A temporary folder, because another build may be writing to dist/bin.
  const folder = await mkdtemp(join(tmpdir(), 'package-'));
  try {
    const text = await readFile(join(ROOT, 'package.json'), 'utf8');
    const { files }: { files: string[] } = JSON.parse(text);
    const always = (await readdir(ROOT)).filter((name) => ALWAYS.test(name));
    for (const name of [...always, ...files.filter((name) => name !== BUNDLE)]) {
      await cp(join(ROOT, name), join(folder, name), { recursive: true });
    }
    await writeFile(join(folder, 'package.json'), packedManifest(text));
    await buildCli(join(folder, BUNDLE), origin);
    await withUsualModes(folder);
    await npmPack(folder);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    if (tarball === undefined) throw new Error('npm pack has made no package.');
    return await readFile(join(folder, tarball));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the package's package.json, without scripts, and without dependencies, which a bundle does not need. */
export function packedManifest(text: string): string {
  const { scripts, dependencies, devDependencies, allowScripts, overrides, ...packed } = JSON.parse(text);
  return `${JSON.stringify(packed, null, 2)}\n`;
}

/** Sets the usual file modes, because they are part of the package and would otherwise depend on the umask. */
async function withUsualModes(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Runs npm with this Node, so that zlib compresses identically. Scripts are off, because the bundle is already built. */
async function npmPack(folder: string): Promise<void> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  await run('npm', ['pack', '--ignore-scripts', '--offline', '--loglevel=error', '--no-update-notifier'], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    // On Windows npm is a script, which only a shell can run. No part of this command is external input.
    shell: process.platform === 'win32',
  });
}
