/** The servers that most static sites are behind, each serving `site/` or the page that it comes with. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { file, folder, freePort, type Program, type Stack, serve, together } from '../process.ts';

export const SITE = file('site');

/** A server that reads a configuration file: `configure` gets the port and a folder to write to. */
export function configured(
  configure: (port: number, directory: string) => string,
  command: (config: string, directory: string) => Program,
): Promise<Stack> {
  return together(async (own) => {
    const { path } = own(await folder());
    const port = await freePort();
    const config = join(path, 'server.conf');
    await writeFile(config, configure(port, path));
    const { url } = own(await serve(`http://127.0.0.1:${port}`, command(config, path)));
    return url;
  });
}

/** nginx in the foreground as whoever runs the tests; `http` goes into its http block, `server` into the one server. */
export function nginx(parts: { http?: string; server: string }, listen = ''): Promise<Stack> {
  return configured(
    (port, directory) =>
      nginxConfig(
        directory,
        `${parts.http ?? ''} server { listen 127.0.0.1:${port} ${listen}; ${parts.server} }`,
      ),
    nginxProgram,
  );
}

export function nginxConfig(directory: string, http: string): string {
  return `
daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log stderr error; ${asRoot('user root;')}
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types; default_type application/octet-stream; access_log off;
  client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy; fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
  ${http}
}`;
}

export const nginxProgram = (config: string, directory: string): Program => ({
  command: '/usr/sbin/nginx',
  args: ['-p', directory, '-e', 'stderr', '-c', config],
});

const asRoot = (directive: string) => (process.getuid?.() === 0 ? directive : '');

/** What makes nginx pass everything on to another server. */
export const nginxProxy = (url: string): string => `
location / {
  proxy_pass ${url}; proxy_http_version 1.1; proxy_buffering off;
  proxy_set_header Host $host:$server_port; proxy_set_header Connection "";
}`;

/** A site whose owner forbids all dot files, the well-known folder with them: 403 there, 404 elsewhere. */
export const nginxStatic = (): Promise<Stack> =>
  nginx({
    server: `root ${SITE}; autoindex off; location ~ /\\. { deny all; } location / { try_files $uri $uri/ =404; }`,
  });

/** Apache with Debian's modules and an index of its own: the page "It works". */
export function apache(): Promise<Stack> {
  return configured(
    (port, directory) => `
ServerRoot /usr/lib/apache2
ServerName localhost
PidFile ${directory}/apache.pid
Listen 127.0.0.1:${port}
${[
  'mpm_event',
  'authz_core',
  'authz_host',
  'dir',
  'mime',
  'alias',
  'autoindex',
  'negotiation',
  'deflate',
  'filter',
  'setenvif',
  'reqtimeout',
]
  .map((name) => `LoadModule ${name}_module modules/mod_${name}.so`)
  .join('\n')}
TypesConfig /etc/mime.types
ErrorLog ${directory}/error.log
DocumentRoot /usr/share/apache2/default-site
DirectoryIndex index.html
<Directory /usr/share/apache2/default-site>
  Options Indexes FollowSymLinks
  Require all granted
</Directory>
<FilesMatch "^\\.ht">
  Require all denied
</FilesMatch>`,
    (config) => ({ command: '/usr/sbin/apache2', args: ['-X', '-f', config] }),
  );
}

/** Caddy's file server. */
export const caddy = (): Promise<Stack> =>
  configured(
    (port) => `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  root * ${SITE}
  file_server
}`,
    (config, directory) => ({
      command: '/usr/bin/caddy',
      args: ['run', '--adapter', 'caddyfile', '--config', config],
      env: { HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
    }),
  );

/** lighttpd, with a folder without an index at the root: its directory listing is the home page. */
export const lighttpd = (): Promise<Stack> =>
  configured(
    (port, directory) => `
server.modules = ("mod_dirlisting", "mod_staticfile")
server.document-root = "${SITE}"
server.bind = "127.0.0.1"
server.port = ${port}
server.errorlog = "${directory}/error.log"
dir-listing.activate = "enable"
mimetype.assign = (".html" => "text/html", ".txt" => "text/plain", ".css" => "text/css")`,
    (config) => ({ command: '/usr/sbin/lighttpd', args: ['-D', '-f', config] }),
  );

/** A server that takes folder and port as arguments. */
async function plain(program: (port: number) => Program): Promise<Stack> {
  const port = await freePort();
  return serve(`http://127.0.0.1:${port}`, program(port));
}

/** Python's http.server. */
export const pythonHttpServer = (): Promise<Stack> =>
  plain((port) => ({
    command: '/usr/bin/python3',
    args: ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', SITE],
  }));

/** PHP's built-in server: one process, one request at a time, and the home page for every unknown path without a dot. */
export const phpBuiltIn = (): Promise<Stack> =>
  plain((port) => ({ command: '/usr/bin/php', args: ['-S', `127.0.0.1:${port}`, '-t', SITE] }));
