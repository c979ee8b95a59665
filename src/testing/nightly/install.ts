/** Installs what the nightly tests need: its packages from the registry, and those of Debian that are missing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { HEAVY } from './process.ts';

const DEBIAN = [
  'apache2',
  'caddy',
  'haproxy',
  'lighttpd',
  'mariadb-server',
  'mediawiki',
  'nginx-light',
  'php-cli',
  'php-fpm',
  'php-intl',
  'php-mbstring',
  'php-mysql',
  'php-sqlite3',
  'php-xml',
  'python3-django',
  'python3-fastapi',
  'ruby',
  'ruby-webrick',
  'uvicorn',
  'wordpress',
  'wordpress-theme-twentytwentythree',
];

const missing = DEBIAN.filter((name) => !isInstalled(name));
if (missing.length > 0 && process.getuid?.() !== 0) {
  throw new Error(
    `The zoo runs software from Debian. As root: apt-get install --no-install-recommends ${missing.join(' ')}`,
  );
}
if (missing.length > 0) {
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing);
}
// Nothing in the zoo needs what packages run when they are installed.
execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HEAVY, stdio: 'inherit' });

function isInstalled(name: string): boolean {
  const { status, stdout } = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' });
  return status === 0 && stdout.includes('\nStatus: install ok installed\n');
}

function apt(...args: string[]): void {
  // The services that come with the packages are not wanted, only their programs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  execFileSync('apt-get', args, { env, stdio: 'inherit' });
}
