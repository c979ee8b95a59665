/** Static pages behind web servers. */
import { join } from 'node:path';
import { folder, freePort, type Stack, serve, together } from '../process.ts';
import { nginxConfig, nginxProgram } from '../servers/static.ts';
import { copied, type PageFiles, replaced, type StackCase, write } from './journey.ts';

/** How one server is configured and started. */
interface Server {
  /** The configuration before: the server's own default site. */
  readonly before: string;
  /** The title of the page's configuration file. */
  readonly title: string;
  /** What is replaced in both configurations, next to the folder and the API's address. */
  readonly changes: (port: number) => Readonly<Record<string, string>>;
  readonly start: (configuration: string, port: number, folder: string) => Promise<Stack>;
}

const NGINX: Server = {
  before: `server {
  listen 80; root /var/www/example; index index.html;
  location / { try_files $uri $uri/ =404; }
}`,
  title: '/etc/nginx/conf.d/site.conf',
  changes: (port) => ({ 'listen 80;': `listen 127.0.0.1:${port};` }),
  start: async (text, port, run) => {
    await write(run, 'nginx.conf', nginxConfig(run, text));
    return serve(`http://127.0.0.1:${port}`, nginxProgram(join(run, 'nginx.conf'), run));
  },
};

/** The pages of `site/`; after, also with the files that their owner writes, and an API whose server is not running. */
function staticCase(name: string, server: Server): StackCase {
  const site = (port: number, files?: PageFiles) =>
    together(async (own) => {
      const { path } = own(await folder());
      const www = join(path, 'www');
      await copied('site', www);
      if (files !== undefined) await copied('owner', www);
      const places = { '/var/www/example': www, ...server.changes(port) };
      const text =
        files === undefined
          ? replaced({ before: server.before }, 'before', places)
          : replaced(files, server.title, { ...places, '127.0.0.1:3000': `127.0.0.1:${await freePort()}` });
      return own(await server.start(text, port, path)).url;
    });
  return {
    name,
    page: name,
    before: site,
    after: site,
    pages: { '/': '/index.md', '/guide.html': '/guide.md', '/docs/': '/docs/index.md' },
    assets: ['/style.css', '/docs'],
    score: 100,
    api: '/api/tides',
  };
}

export const SERVERS: readonly StackCase[] = [staticCase('nginx', NGINX)];
