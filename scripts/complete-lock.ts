/**
 * Restores packages that `npm install` dropped from package-lock.json: optional packages for other platforms, which the
 * registry in use could not serve. `npm ci` rejects a lock file without them. This script adds the exact versions that other
 * packages require. npm installs an optional package only on its own platform. The argument is a folder with a lock file.
 *
 * With `--integrity`, fetches missing digests from a registry that serves all platforms, because npm does not check a package
 * without a digest.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  /** Whether the package is inside the archive of its parent package, whose digest covers it. */
  readonly inBundle?: boolean;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const EXACT = /^\d+\.\d+\.\d[^\s|]*$/;
const SYSTEMS = 'darwin linux win32 android freebsd netbsd openbsd sunos aix openharmony'.split(' ');
const PROCESSORS = 'arm64 arm x64 ia32 ppc64 riscv64 s390x loong64 mips64el wasm32'.split(' ');

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { integrity: { type: 'boolean', default: false } },
});
const FILE = join(positionals[0] ?? '.', 'package-lock.json');
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, LockEntry> };
const added: string[] = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!EXACT.test(version) || isLocked(path, name)) continue;
    const place = `node_modules/${name}`;
    lock.packages[place] = {
      version,
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
      ...platform(name),
    } as LockEntry;
    added.push(`${name}@${version}`);
  }
}
if (flags.integrity) {
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.integrity !== undefined || entry.inBundle === true || entry.link === true)
      continue;
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`;
    const integrity = integrityOf(name);
    if (integrity !== undefined) lock.packages[path] = { ...entry, integrity };
    console.log(integrity === undefined ? `Not served: ${name}` : `Digest of ${name}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  added.length === 0 ? 'The lock file is complete.' : `Put back ${added.length}:\n${added.join('\n')}`,
);

/** Returns whether Node would find the package `name` from `path`, according to the lock file. */
function isLocked(path: string, name: string): boolean {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in lock.packages) return true;
    if (from === '') return false;
    if (!from.includes('/node_modules/')) from = '';
  }
}

/** Returns the digest of a package's archive from the registry; `undefined` if the registry does not serve the package. */
function integrityOf(name: string): string | undefined {
  const { status, stdout } = spawnSync('npm', ['view', name, 'dist.integrity'], { encoding: 'utf8' });
  const text = stdout.trim();
  return status === 0 && /^sha512-[A-Za-z0-9+/]{86}==$/.test(text) ? text : undefined;
}

/** Returns the platform named in a package's name, as fields of package.json. */
function platform(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const words = name.split(/[/-]/).map((word) => (word.startsWith('arm') && word !== 'arm64' ? 'arm' : word));
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = /musl/.test(name)
    ? ['musl']
    : /-(gnu|glibc)/.test(name) && os.includes('linux')
      ? ['glibc']
      : [];
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
  };
}
