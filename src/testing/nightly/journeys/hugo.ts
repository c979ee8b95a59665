/** Hugo as `hugo new site` makes it, with the least of a theme, behind nginx. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { mergeHtml } from './merge-html.ts';
import { NGINX_PLACES, serveByNginx } from './nginx.ts';

const BASE = 'layouts/_default/baseof.html';
const THEME = {
  [BASE]: `<!DOCTYPE html>
<html lang="{{ site.LanguageCode }}">
  <head>
    <meta charset="utf-8">
    <title>{{ .Title }}</title>
  </head>
  <body>
    <main>
      <h1>{{ .Title }}</h1>
      {{ block "main" . }}{{ end }}
    </main>
  </body>
</html>
`,
  'layouts/_default/single.html': '{{ define "main" }}{{ .Content }}{{ end }}\n',
  'layouts/_default/list.html': `{{ define "main" }}
{{ .Content }}
<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>
{{ end }}
`,
};

const page = (title: string, text: string) => `---
title: "${title}"
date: 2026-11-01
---

${text}
`;

const NGINX = `server {
    listen 80;
    root /var/www/example;

    location / {
        try_files $uri $uri/ =404;
    }
}
`;

export const hugo: Journey = {
  name: 'hugo',
  publicFolder: 'static',
  stepwise: true,
  places: { ...NGINX_PLACES, 'hugo.toml': { file: 'config.toml' } },
  make: async (folder) => {
    await run({ command: '/usr/bin/hugo', args: ['new', 'site', '.', '--force'], cwd: folder });
    for (const [name, text] of Object.entries(THEME)) await writeIn(folder, name, text);
    const home =
      'Notes on tides, written on the pier. Each says when the water was high, how far it came, and what it brought with it, for those who fish, sail, or walk along the shore at night and want to come back dry.';
    await writeIn(folder, 'content/_index.md', page('Tides', home));
    await writeIn(
      folder,
      'content/notes/first.md',
      page('First note', 'High water at six, and a **red** buoy.'),
    );
    await writeIn(folder, 'nginx.conf', NGINX);
  },
  merge: (file, present, block) => (file === BASE ? mergeHtml(present, block) : block.code),
  unnamed: ({ language }) => (language === 'html' ? BASE : undefined),
  start: async (folder, port) => {
    await callPartials(folder);
    await run({ command: '/usr/bin/hugo', args: [], cwd: folder });
    return serveByNginx(folder, port, 'public');
  },
};

/** "Called in the head of layouts/_default/baseof.html", as the guides say of their partials. */
async function callPartials(folder: string): Promise<void> {
  const names = await readdir(join(folder, 'layouts/partials')).catch(() => []);
  const base = await readFile(join(folder, BASE), 'utf8');
  const calls = names
    .filter((name) => name.endsWith('.html'))
    .map((name) => `    {{ partial "${name}" . }}`)
    .filter((call) => !base.includes(call));
  await writeIn(
    folder,
    BASE,
    base.replace(/ *<\/head>/, (end) => [...calls, end].join('\n')),
  );
}
