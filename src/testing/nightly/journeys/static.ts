/** Pages written by hand, from a folder, behind Caddy or Apache as their guides begin. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Program, serve } from '../process.ts';
import { apacheConfig } from '../snippets/apache.ts';
import { type Journey, writeIn } from './journey.ts';
import { mergeHtml } from './merge-html.ts';

const page = (title: string, text: string) => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header><a href="/">Teas</a> <a href="/about.html">About</a></header>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`;

const PAGES = {
  'index.html': page(
    'Teas',
    'We grow tea in three gardens and send it all over the country. Here you find what is picked this week, how it is made, and where the shops are that have it. Orders that come in before noon leave on the same day, by bicycle where that is possible.',
  ),
  'about.html': page('About', 'Our gardens are open on Sundays. Come and see how leaves become tea.'),
  'style.css': 'body { font-family: sans-serif; }\n',
};

const pages = {
  publicFolder: 'public',
  asset: '/style.css',
  stepwise: true,
  merge: (_: string, present: string, block: Parameters<typeof mergeHtml>[1]) => mergeHtml(present, block),
  unnamed: ({ language }: { readonly language: string }) =>
    language === 'html' ? 'public/index.html' : undefined,
} as const;

async function makePages(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(PAGES)) await writeIn(folder, `public/${name}`, text);
}

const published = async (folder: string, name: string) =>
  (await readFile(join(folder, name), 'utf8').catch(() => '')).replaceAll(
    '/var/www/example',
    join(folder, 'public'),
  );

export const staticCaddy: Journey = {
  name: 'static-caddy',
  ...pages,
  places: { Caddyfile: { file: 'Caddyfile', within: /^example\.com \{$/ } },
  make: async (folder) => {
    await makePages(folder);
    await writeIn(folder, 'Caddyfile', 'example.com {\n\troot * /var/www/example\n\tfile_server\n}\n');
  },
  start: async (folder, port) => {
    const site = (await published(folder, 'Caddyfile')).replace(
      'example.com {',
      `http://127.0.0.1:${port} {`,
    );
    await writeIn(folder, '.caddy/Caddyfile', `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
    const home = join(folder, '.caddy');
    const program: Program = {
      command: '/usr/bin/caddy',
      args: ['run', '--adapter', 'caddyfile', '--config', join(home, 'Caddyfile')],
      env: { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    };
    return serve(`http://127.0.0.1:${port}`, program);
  },
};

export const staticApache: Journey = {
  name: 'static-apache',
  ...pages,
  places: { '.htaccess': { file: 'public/.htaccess' }, '<VirtualHost>': { file: 'host.conf' } },
  for: 'apache',
  make: makePages,
  start: async (folder, port) => {
    const run = join(folder, '.apache');
    const host = await published(folder, 'host.conf');
    const config = apacheConfig(run, port, host).replace(
      new RegExp(`(DocumentRoot|<Directory) ${run}`, 'g'),
      (_, word) => `${word} ${join(folder, 'public')}`,
    );
    await writeIn(run, 'apache.conf', config);
    return serve(`http://127.0.0.1:${port}`, {
      command: '/usr/sbin/apache2',
      args: ['-X', '-f', join(run, 'apache.conf')],
    });
  },
};
