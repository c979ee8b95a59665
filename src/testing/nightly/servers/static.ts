/** The servers behind most static sites, each serving `site/` or its default page. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { file, folder, freePort, type Program, type Stack, serve, together } from '../process.ts';

export const SITE = file('site');

/** Starts a server with a configuration file: `configure` gets the port and a folder to write to. */
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

/** Starts nginx in the foreground as the current user; `http` goes into its http block, `server` into its one server. */
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

/** A site whose owner forbids all dot files, including the well-known folder: 403 there, 404 elsewhere. */
export const nginxStatic = (): Promise<Stack> =>
  nginx({
    server: `root ${SITE}; autoindex off; location ~ /\\. { deny all; } location / { try_files $uri $uri/ =404; }`,
  });

/** Apache with Debian's modules and default page, "It works". */
export const apache = (): Promise<Stack> => apacheOf('mpm_event', '/usr/share/apache2/default-site');

/** Apache in one process, which with `mpm_prefork` serves one connection at a time. */
export function apacheOf(mpm: 'mpm_event' | 'mpm_prefork', root: string): Promise<Stack> {
  return configured(
    (port, directory) => `
ServerRoot /usr/lib/apache2
ServerName localhost
PidFile ${directory}/apache.pid
Listen 127.0.0.1:${port}
${[
  mpm,
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
DocumentRoot ${root}
DirectoryIndex index.html
<Directory ${root}>
  Options Indexes FollowSymLinks
  Require all granted
</Directory>
<FilesMatch "^\\.ht">
  Require all denied
</FilesMatch>`,
    (config) => ({ command: '/usr/sbin/apache2', args: ['-X', '-f', config] }),
  );
}
