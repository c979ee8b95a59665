/** Static pages behind web servers, and WordPress. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { file, folder, freePort, type Stack, serve, together } from '../process.ts';
import { wordpress } from '../servers/php.ts';
import { nginxConfig, nginxProgram } from '../servers/static.ts';
import { copied, type PageFiles, replaced, type StackCase, write } from './journey.ts';

interface Server {
  /** The configuration before: the server's default site, or a site with URLs without `.html`. */
  readonly before: string;
  readonly beforeBare: string;
  readonly title: string;
  /** The changes that the page describes for URLs without `.html` and a 404 page. */
  readonly bare: Readonly<Record<string, string>>;
  /** Replacements in both configurations, in addition to the folder and the API's URL. */
  readonly changes: (port: number) => Readonly<Record<string, string>>;
  readonly start: (configuration: string, port: number, folder: string) => Promise<Stack>;
}

export const NGINX: Server = {
  before: `server {
  listen 80; root /var/www/example; index index.html;
  location / { try_files $uri $uri/ =404; }
}`,
  beforeBare: `server {
  listen 80; root /var/www/example; index index.html; error_page 404 /404.html;
  location / { try_files $uri $uri.html $uri/ =404; }
}`,
  title: '/etc/nginx/conf.d/site.conf',
  bare: { 'try_files $uri $uri/ =404;': '', '# Addresses without .html: ': '' },
  changes: (port) => ({ 'listen 80;': `listen 127.0.0.1:${port};` }),
  start: async (text, port, run) => {
    await write(run, 'nginx.conf', nginxConfig(run, text));
    return serve(`http://127.0.0.1:${port}`, nginxProgram(join(run, 'nginx.conf'), run));
  },
};

const MODULES =
  'mpm_event authz_core dir mime alias negotiation deflate filter setenvif headers rewrite proxy proxy_http';

const apacheSite = (lines: string) => `<VirtualHost *:80>
  DocumentRoot /var/www/example
  <Directory /var/www/example>
    Options FollowSymLinks
    Require all granted
    ${lines}
  </Directory>
</VirtualHost>`;
const APACHE_BARE = `RewriteEngine On
RewriteCond %{REQUEST_FILENAME}.html -f
RewriteRule ^ %{REQUEST_URI}.html [END]`;

const APACHE: Server = {
  before: apacheSite(''),
  beforeBare: apacheSite(`ErrorDocument 404 /404.html\n${APACHE_BARE}`),
  title: '/etc/apache2/sites-available/site.conf',
  bare: { '# A 404 page of your own: ': '', '    </Directory>': `${APACHE_BARE}\n    </Directory>` },
  changes: (port) => ({ '*:80': `*:${port}` }),
  start: async (text, port, run) => {
    const modules = MODULES.split(' ').map((name) => `LoadModule ${name}_module modules/mod_${name}.so`);
    const config = `ServerRoot /usr/lib/apache2
ServerName localhost
PidFile ${run}/apache.pid
DefaultRuntimeDir ${run}
Listen 127.0.0.1:${port}
${modules.join('\n')}
TypesConfig /etc/mime.types
ErrorLog ${run}/error.log
${text}`;
    await write(run, 'apache.conf', config);
    const args = ['-X', '-f', join(run, 'apache.conf')];
    return serve(`http://127.0.0.1:${port}`, { command: '/usr/sbin/apache2', args });
  },
};

const CADDY: Server = {
  before: 'example.com {\n\troot * /var/www/example\n\tfile_server\n}',
  beforeBare: `example.com {
	root * /var/www/example
	try_files {path} {path}.html
	file_server
	handle_errors {
		rewrite * /404.html
		file_server
	}
}`,
  bare: { '# Addresses without .html: ': '' },
  title: '/etc/caddy/Caddyfile',
  changes: (port) => ({ 'example.com {': `http://127.0.0.1:${port} {` }),
  start: async (text, port, run) => {
    await write(run, 'Caddyfile', `{\n\tadmin off\n\tauto_https off\n}\n${text}`);
    return serve(`http://127.0.0.1:${port}`, {
      command: '/usr/bin/caddy',
      args: ['run', '--adapter', 'caddyfile', '--config', join(run, 'Caddyfile')],
      env: { HOME: run, XDG_DATA_HOME: run, XDG_CONFIG_HOME: run },
    });
  },
};

/** The pages of `site/`; after, also with the files that their owner writes, and an API whose server is not running. */
function staticCase(page: string, server: Server, isBare: boolean): StackCase {
  const site = (port: number, files?: PageFiles) =>
    together(async (own) => {
      const { path } = own(await folder());
      const www = join(path, 'www');
      await copied('site', www);
      if (isBare) await write(www, '404.html', '<!doctype html><title>Lost</title><h1>Lost</h1>\n');
      const places = { '/var/www/example': www, ...server.changes(port) };
      if (files === undefined) {
        const text = replaced({ before: isBare ? server.beforeBare : server.before }, 'before', places);
        return own(await server.start(text, port, path)).url;
      }
      await copied('owner', www);
      for (const [title, code] of Object.entries(files)) {
        if (title.startsWith('/var/www/example/'))
          await write(path, title.replace('/var/www/example', 'www'), code);
      }
      const api = { '127.0.0.1:3000': `127.0.0.1:${await freePort()}` };
      const changes = { ...(isBare ? server.bare : {}), ...places, ...api };
      return own(await server.start(replaced(files, server.title, changes), port, path)).url;
    });
  const guide = isBare ? '/guide' : '/guide.html';
  return {
    name: isBare ? `${page} with addresses without .html` : page,
    page,
    before: site,
    after: site,
    pages: { '/': '/index.md', [guide]: '/guide.md', '/docs/': '/docs/index.md' },
    assets: ['/style.css', '/docs'],
    score: 100,
    api: '/api/tides',
  };
}

/** WordPress as its installation leaves it; after, with the plugin of the page, and llms.txt and robots.txt next to it. */
const WORDPRESS: StackCase = {
  name: 'wordpress',
  page: 'wordpress',
  before: (port) => wordpress({ port }),
  after: (port, files) =>
    together(async (own) => {
      const { path } = own(await folder());
      const [plugins, root] = [join(path, 'plugins'), join(path, 'root')];
      await write(plugins, 'for-agents.php', replaced(files, 'wp-content/mu-plugins/for-agents.php', {}));
      await copied('owner/robots.txt', join(root, 'robots.txt'));
      const llms = { 'llms.txt': await readFile(file('stacks/owner/llms.txt'), 'utf8') };
      const links = { '/guide.md': '/hello-world.md', '/docs/index.md': '/sample-page.md' };
      await write(root, 'llms.txt', replaced(llms, 'llms.txt', links));
      return own(await wordpress({ port, plugins, root })).url;
    }),
  pages: { '/': '/index.md', '/hello-world/': '/hello-world.md', '/sample-page/': '/sample-page.md' },
  assets: ['/wp-includes/css/dashicons.min.css', '/hello-world', '/feed/'],
  score: 100,
  withoutAdditions: (html) =>
    html.replaceAll(
      /<link rel="alternate" type="text\/markdown"[^>]*>\n|<meta name="description"[^>]*>\n|<noscript><p>For programs.*\n/g,
      '',
    ),
};

const PAGES = { nginx: NGINX, apache: APACHE, caddy: CADDY };

export const SERVERS: readonly StackCase[] = Object.entries(PAGES)
  .flatMap(([page, server]) => [false, true].map((isBare) => staticCase(page, server, isBare)))
  .concat(WORDPRESS);
