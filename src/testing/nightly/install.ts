/** Installs packages that only nightly tests need, from npm and Debian. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { NPM_VERSIONS, npmFolder } from './packages.ts';

const DEBIAN = [
  'apache2',
  'caddy',
  'haproxy',
  'hugo',
  'mariadb-server',
  'mkdocs',
  'nginx-light',
  'php-cli',
  'php-fpm',
  'php-mysql',
  'php-xml',
  'postgresql',
  'python3-django',
  'python3-fastapi',
  'rsync',
  'ruby',
  'uvicorn',
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'wrk',
];

npm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
// The only install script that is needed: it copies the binary to its place.
npm('rebuild', 'deno');

for (const version of NPM_VERSIONS) {
  // npm does not create the parent directories of a prefix.
  mkdirSync(npmFolder(version), { recursive: true });
  npm('install', '--no-save', '--prefix', npmFolder(version), `npm@${version}`);
}

const missing = DEBIAN.filter((name) => !isInstalled(name));
if (missing.length > 0 && process.getuid?.() !== 0) {
  console.error(`The zoo runs software of Debian. As root: apt-get install --no-install-recommends ${missing.join(' ')}
All but the zoo: npx --no -- vitest run --config vitest.nightly.config.ts --project '!zoo'`);
  process.exit(1);
}
if (missing.length > 0) {
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing);
}

function npm(...args: string[]): void {
  execFileSync('npm', args, { cwd: import.meta.dirname, stdio: 'inherit' });
}

function isInstalled(name: string): boolean {
  const { status, stdout } = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' });
  return status === 0 && stdout.includes('\nStatus: install ok installed\n');
}

function apt(...args: string[]): void {
  // Prevents Debian from starting the services of the packages.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', args, { env, stdio: 'inherit' });
}
