/**
 * Puts back into package-lock.json what `npm install` dropped: optional packages for other platforms that the registry
 * in use could not serve. `npm ci` refuses a lock file without them. Their versions are those that the packages
 * themselves ask for, exactly; npm never installs them where their platform does not fit.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface LockEntry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FILE = 'package-lock.json';
const EXACT = /^\d+\.\d+\.\d[^\s|]*$/;
const SYSTEMS = [
  'darwin',
  'linux',
  'win32',
  'android',
  'freebsd',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
  'openharmony',
];
const PROCESSORS = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
];

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
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  added.length === 0 ? 'The lock file is complete.' : `Put back ${added.length}:\n${added.join('\n')}`,
);

/** Whether Node's resolution finds the package from `path` in the lock file. */
function isLocked(path: string, name: string): boolean {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in lock.packages) return true;
    if (from === '') return false;
    if (!from.includes('/node_modules/')) from = '';
  }
}

/** The platform that a package's name tells, in the form of package.json. */
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
