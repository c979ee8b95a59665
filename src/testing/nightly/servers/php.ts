/** Content management systems on PHP, from Debian, each with a new installation and database. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connects,
  file,
  folder,
  freePort,
  type Program,
  run,
  type Stack,
  serve,
  startedWhen,
  together,
} from '../process.ts';
import { nginxConfig, nginxProgram } from './static.ts';

const PHP = '/usr/bin/php';
const FPM = '/usr/sbin/php-fpm8.2';

/** Changes to a default WordPress. */
interface WordPress {
  /** A folder of PHP files that act as plugins, read on each request. */
  readonly plugins?: string;
  readonly port?: number;
  /** A folder of files for the web root. */
  readonly root?: string;
  /** Directives for nginx's http block. */
  readonly http?: string;
}

/** WordPress on MariaDB, with its default theme and a permalink for each post, behind nginx. */
export function wordpress({ plugins, root, http, ...where }: WordPress = {}): Promise<Stack> {
  return together(async (own) => {
    const { path } = own(await folder());
    const socket = join(path, 'db.sock');
    const site = join(path, 'site');
    const port = where.port ?? (await freePort());
    own(await mariadb(path, socket));
    // Debian's content folder contains links to other folders, and its configuration is shared by all hosts.
    await cp('/usr/share/wordpress', site, { recursive: true, dereference: true, filter: notConfiguration });
    await writeFile(join(site, 'wp-config.php'), wordpressConfig(socket));
    if (plugins !== undefined) await writeLoader(site, plugins);
    if (root !== undefined) await cp(root, site, { recursive: true });
    await run({ command: PHP, args: [file('apps/wordpress-install.php'), `127.0.0.1:${port}`, site] });
    const url = `http://127.0.0.1:${port}`;
    own(await fpm(path));
    return own(await serve(url, await nginxBefore(path, port, site, http ?? WORDPRESS_NGINX))).url;
  });
}

async function writeLoader(site: string, plugins: string): Promise<void> {
  const folder = join(site, 'wp-content/mu-plugins');
  await mkdir(folder, { recursive: true });
  const loader = `<?php\nforeach (glob('${plugins}/*.php') as $plugin) require_once $plugin;\n`;
  await writeFile(join(folder, 'loader.php'), loader);
}

const notConfiguration = (path: string) => !path.endsWith('/wp-config.php');

const wordpressConfig = (socket: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

/** MariaDB on a Unix socket, with one empty database and no passwords. */
async function mariadb(path: string, socket: string): Promise<AsyncDisposable> {
  const data = join(path, 'db');
  await mkdir(data);
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  await run({
    command: '/usr/bin/mariadb-install-db',
    args: [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...user,
    ],
  });
  const init = join(path, 'init.sql');
  await writeFile(init, 'CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4;\n');
  // Its protocol is not HTTP, so installing a database shows that it is ready.
  return startedWhen(() => connects({ path: socket }), {
    command: '/usr/sbin/mariadbd',
    args: [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${join(path, 'db.pid')}`,
      '--skip-networking',
      `--init-file=${init}`,
      '--innodb-buffer-pool-size=32M',
      '--innodb-flush-log-at-trx-commit=0',
      ...user,
    ],
  });
}

/** PHP-FPM with a few processes, on a socket. */
async function fpm(path: string, env: Readonly<Record<string, string>> = {}): Promise<AsyncDisposable> {
  const socket = fpmSocket(path);
  const config = join(path, 'fpm.conf');
  const user = process.getuid?.() === 0 ? 'user = root' : '';
  await writeFile(
    config,
    `
[global]
error_log = ${join(path, 'fpm.log')}
daemonize = no
[www]
${user}
listen = ${socket}
pm = static
pm.max_children = 4
clear_env = no
`,
  );
  const asRoot = process.getuid?.() === 0 ? ['--allow-to-run-as-root'] : [];
  return startedWhen(() => connects({ path: socket }), {
    command: FPM,
    args: ['--nodaemonize', '--fpm-config', config, ...asRoot],
    env,
  });
}

const fpmSocket = (path: string) => join(path, 'fpm.sock');

/** nginx in front of PHP-FPM, with the rules of the WordPress handbook. */
export const WORDPRESS_NGINX = `server {
    listen 80;
    root /var/www/example;
    index index.php;

    location / {
        try_files $uri $uri/ /index.php?$args;
    }

    location ~ \\.php(/|$) {
        fastcgi_split_path_info ^(.+?\\.php)(/.*)$;
        include /etc/nginx/fastcgi_params;
        fastcgi_param HTTP_HOST $host:$server_port;
        fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
        fastcgi_param PATH_INFO $fastcgi_path_info;
        fastcgi_pass unix:/run/php/php-fpm.sock;
    }
}
`;

async function nginxBefore(path: string, port: number, site: string, http: string): Promise<Program> {
  const config = join(path, 'nginx.conf');
  const here = http
    .replaceAll('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll('/var/www/example', site)
    .replaceAll('/run/php/php-fpm.sock', fpmSocket(path));
  await writeFile(config, nginxConfig(path, here));
  return nginxProgram(config, path);
}
