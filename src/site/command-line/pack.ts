/** Makes the package of the command line that a site publishes. Needs no network. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildCli } from './bundle.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Where package.json has the bundle; the rest of `files` is copied. */
const BUNDLE = 'dist/bin';
/** What npm packs beside `files`. */
const ALWAYS = /^(package\.json|readme|licen[cs]e)/i;

const run = promisify(execFile);

// As a program, it packs for the address that is its argument, and writes the package to standard output.
if (import.meta.main) process.stdout.write(await packCli(process.argv[2] ?? ''));

/**
 * The bytes that `npm pack` makes of this checkout for a deployment: the same ones wherever and whenever the same commit is
 * packed for the same address by the same Node and npm.
 *
 * @param origin where it will be published, which the program then names; no slash at the end
 * @throws Error with what npm printed
 */
export async function packCli(origin: string): Promise<Buffer> {
  // Apart from dist/bin, which another build may be writing.
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

/** package.json as it is packed: a bundle depends on nothing, and what builds it is of no use to those who run it. */
export function packedManifest(text: string): string {
  const { scripts, dependencies, devDependencies, allowScripts, overrides, ...packed } = JSON.parse(text);
  return `${JSON.stringify(packed, null, 2)}\n`;
}

/** The modes that files of a checkout usually have: they are in the package, and differ with the umask of its maker. */
async function withUsualModes(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    if (file.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** npm by the Node that runs this, so that the same zlib compresses; its script would bundle what is bundled already. */
async function npmPack(folder: string): Promise<void> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`;
  await run('npm', ['pack', '--ignore-scripts', '--offline', '--loglevel=error', '--no-update-notifier'], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    // On Windows npm is a script, which only a shell starts. Nothing of this command comes from outside.
    shell: process.platform === 'win32',
  });
}
