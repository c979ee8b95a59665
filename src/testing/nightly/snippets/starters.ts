/** How each kind of software serves a snippet: in the smallest project of its kind, with a good application behind it where it is a proxy. */
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { ready } from '../../../demo/ready/index.ts';
import { serveDemo } from '../../../demo/server.ts';
import type { Block } from '../../snippets/blocks.ts';
import { freePort, type Program, type Stack, serve, together } from '../process.ts';
import { nginxConfig, nginxProgram } from '../servers/static.ts';
import { apacheConfig, apacheParts } from './apache.ts';
import { front } from './front.ts';
import { project, type Snippet, write } from './project.ts';

/** What a snippet is written into, and started from. */
interface Place {
  /** The project's folder, which is the root of the documents, too. */
  readonly folder: string;
  readonly port: number;
  /** The address of the site, as it is audited. */
  readonly url: string;
  /** The application behind a proxy: a site that passes all checks. */
  readonly upstream: string;
}

type Starter = (snippet: Snippet, place: Place) => Promise<Program>;

const codeOf = (blocks: readonly Block[], language: string) =>
  blocks.filter((block) => block.language === language).map(({ code }) => code);

/** A server's text with its root, its address and the application behind it as they are here. */
function placed(text: string, { folder, upstream }: Place): string {
  return (
    text
      .replace(/\/var\/www\/\w+|\/etc\/nginx\/robots\/\$server_name/g, folder)
      // The description that a framework makes is elsewhere on the site that is behind it here.
      .replaceAll('/v3/api-docs', '/openapi.json')
      .replaceAll('http://127.0.0.1:3000', upstream)
      .replaceAll('127.0.0.1:3000', new URL(upstream).host)
  );
}

/** Lines for a location that is there, in that: by their first line. What names no files passes requests on. */
const located = (text: string) => {
  const [, location] = /^# in (location \S+(?: \S+)?) \{/.exec(text) ?? [];
  const passes = /^try_files /m.test(text) ? '' : 'proxy_pass http://127.0.0.1:3000;\n';
  return location === undefined ? text : `${location} {\n${passes}${text}}\n`;
};

/** What stands in `http` by its first line, or has a server of its own, goes there; all else into one server. */
const nginx: Starter = async ({ blocks }, place) => {
  const texts = codeOf(blocks, 'nginx').map(located);
  const isHttp = (text: string) => /^# in(side)? http\b/.test(text) || /^server \{/m.test(text);
  const http = texts.filter(isHttp);
  const inServer = texts.filter((text) => !isHttp(text));
  const root = inServer.some((text) => /^root /m.test(text)) ? '' : `root ${place.folder};`;
  const own = http.some((text) => /^server \{/m.test(text))
    ? ''
    : `server { listen 80; ${root} ${inServer.join('\n')} }`;
  const text = placed([...http, own].join('\n'), place).replaceAll(
    'listen 80;',
    `listen 127.0.0.1:${place.port};`,
  );
  const config = join(place.folder, 'nginx.conf');
  await write(place.folder, 'nginx.conf', nginxConfig(place.folder, text));
  return nginxProgram(config, place.folder);
};

const apache: Starter = async ({ blocks }, place) => {
  const { htaccess, host } = apacheParts(codeOf(blocks, 'apacheconf'));
  await write(place.folder, '.htaccess', placed(htaccess, place));
  await write(place.folder, 'apache.conf', apacheConfig(place.folder, place.port, placed(host, place)));
  return { command: '/usr/sbin/apache2', args: ['-X', '-f', join(place.folder, 'apache.conf')] };
};

const caddy: Starter = async ({ blocks }, place) => {
  const text = codeOf(blocks, 'caddyfile')
    .join('\n')
    .replaceAll('example.com {', `http://127.0.0.1:${place.port} {`);
  await write(place.folder, 'Caddyfile', `{\n\tadmin off\n\tauto_https off\n}\n${placed(text, place)}`);
  return {
    command: '/usr/bin/caddy',
    args: ['run', '--adapter', 'caddyfile', '--config', join(place.folder, 'Caddyfile')],
    env: { HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder },
  };
};

const IS_SCRIPT = /^(js|ts|tsx)$/;
const LISTENS = /\b(listen|serve)\(/;
/** What is written where a block gives a part of an application: a whole one with it. */
const AROUND: readonly (readonly [is: RegExp, around: (name: string) => string])[] = [
  [
    /export (default|const) app\b/,
    (name) =>
      `import { serve } from '@hono/node-server';\nimport * as part from './${name}';\nserve({ fetch: (part.app ?? part.default).fetch, port: 3000 });\n`,
  ],
  [
    /export (default \{|const mcp\b)/,
    (name) =>
      `import { serve } from '@hono/node-server';\nimport * as part from './${name}';\nconst mcp = part.mcp ?? part.default;\nserve({ fetch: (request) => mcp.fetch(request), port: 3000 });\n`,
  ],
  [
    /export function \w+\(request, response, next\)/,
    (name) => `import express from 'express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as part from './${name}';
const guard = Object.values(part).find((one) => typeof one === 'function');
const mcp = toNodeHandler(createMcpHandler(() => new McpServer({ name: 'example', version: '1.0.0' })));
const app = express();
app.post('/mcp', express.json(), guard, (request, response) => mcp(request, response, request.body));
app.listen(3000);
`,
  ],
  [
    /export function answer\(request, response\)/,
    (name) =>
      `import express from 'express';\nimport { answer } from './${name}';\nexpress().post('/mcp', express.json(), answer).listen(3000);\n`,
  ],
];

const ENDPOINT = `import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
const mcp = toNodeHandler(createMcpHandler(() => new McpServer({ name: 'example', version: '1.0.0' })));
app.all('/mcp', (request, response) => mcp(request, response, request.body));
`;
const FASTIFY_ENDPOINT = ENDPOINT.replace(
  '(request, response) => mcp(request, response, request.body)',
  '(request, reply) => (reply.hijack(), mcp(request.raw, reply.raw, request.body))',
);
const HONO_ENDPOINT = ENDPOINT.replace(
  '(request, response) => mcp(request, response, request.body)',
  '(c) => handler.fetch(c.req.raw)',
).replace(/const mcp = toNodeHandler\((.*)\);/, 'const handler = $1;');
/** The routes behind what some snippets put in front of them. */
const ROUTES: ReadonlyMap<string, string> = new Map([
  ['mcp-cors-preflight express', ENDPOINT],
  ['mcp-cors-actual express', ENDPOINT],
  ['mcp-cors-preflight hono', HONO_ENDPOINT],
  ['mcp-cors-actual hono', HONO_ENDPOINT],
  ['mcp-cors-preflight fastify', FASTIFY_ENDPOINT],
  ['mcp-cors-actual fastify', FASTIFY_ENDPOINT],
  [
    'link-headers fastify',
    "app.get('/', (request, reply) => reply.type('text/html').send('<h1>Home</h1>'));\n",
  ],
  [
    'rate-limit-headers fastify',
    "app.get('/api/orders/:id', (request, reply) => reply.code(404).send({}));\n",
  ],
  [
    'link-headers fastapi',
    '@app.get("/")\ndef home():\n    from fastapi.responses import HTMLResponse\n    return HTMLResponse("<h1>Home</h1>")\n',
  ],
  [
    'rate-limit-headers fastapi',
    '@app.get("/api/orders/{id}")\ndef order(id: str):\n    return {"id": id}\n',
  ],
]);

/** Scripts run by Node; where one is a part of an application, inside of the smallest one. */
const node: Starter = async ({ blocks, general, check, platform }, { folder, port, url }) => {
  const here = (code: string) =>
    code
      .replaceAll('https://example.com', url)
      .replace(/process\.env\.PORT \?\? 3000|\b3000\b/g, String(port));
  const scripts = [...blocks, ...general].filter(({ language }) => IS_SCRIPT.test(language));
  let main = '';
  for (const { code, file, language } of scripts) {
    const name = `${basename(file || 'server.js').replace(/\.\w+$/, '')}.mjs`;
    const routes = ROUTES.get(`${check} ${platform}`) ?? '';
    const whole = code.replace(/^(?:(?:await )?app\.listen|serve)\(/m, (listen) => `${routes}${listen}`);
    const { code: plain } = await transform(here(whole), { loader: language as 'js' | 'ts' | 'tsx' });
    await write(folder, name, plain);
    if (!blocks.some((block) => block.code === code)) continue;
    if (LISTENS.test(code)) main = name;
    const around = AROUND.find(([is]) => is.test(code))?.[1];
    if (main === '' && around !== undefined) {
      main = 'around.mjs';
      await write(folder, main, here(around(name)));
    }
  }
  if (main === '')
    throw new Error(`${check}: no block of it listens, and no application is known that it is a part of`);
  return { command: process.execPath, args: [join(folder, main)], cwd: folder };
};

const PYTHON = { PYTHONDONTWRITEBYTECODE: '1' };

const fastapi: Starter = async ({ blocks, check }, { folder, port }) => {
  const app = blocks.find(({ code }) => /^app = FastAPI\(/m.test(code));
  const routes = ROUTES.get(`${check} fastapi`);
  if (routes !== undefined) await write(folder, 'main.py', `${app?.code ?? ''}\n${routes}`);
  return {
    command: '/usr/bin/python3',
    args: [
      '-m',
      'uvicorn',
      '--app-dir',
      folder,
      '--port',
      String(port),
      `${basename(app?.file ?? 'main.py', '.py')}:app`,
    ],
    env: PYTHON,
    cwd: folder,
  };
};

const SETTINGS = `
import os
from pathlib import Path
BASE_DIR = Path(os.getcwd())
DEBUG = False
SECRET_KEY = "only for tests"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "THE_ROUTES"
INSTALLED_APPS = ["django.contrib.sitemaps"]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [os.getcwd(), os.getcwd() + "/templates"], "OPTIONS": {}}]
`;

/** A project whose routes are the file that has them, else one that has the view at the root. */
const django: Starter = async ({ blocks }, { folder, port }) => {
  const routes = blocks.find(({ code }) => /^urlpatterns = /m.test(code));
  const module = (routes?.file ?? 'routes.py').replace(/\.py$/, '').replaceAll('/', '.');
  const middleware = blocks.flatMap(({ code }) => /put "([\w.]+)" first in MIDDLEWARE/.exec(code)?.[1] ?? []);
  if (routes === undefined) {
    const view = blocks.some(({ file }) => file === 'views.py')
      ? 'from views import home'
      : 'from django.views.generic import TemplateView\nhome = TemplateView.as_view(template_name="home.html")';
    await write(
      folder,
      'routes.py',
      `from django.urls import path\n${view}\nurlpatterns = [path("", home)]\n`,
    );
  }
  await write(folder, 'templates/index.md', '# Home\n');
  await copyFile(join(folder, 'index.html'), join(folder, 'home.html'));
  await copyFile(join(folder, 'index.md'), join(folder, 'home.md'));
  await copyFile(join(folder, 'app/index.html'), join(folder, 'app.html'));
  const settings = blocks.filter(({ file }) => basename(file) === 'settings.py').map(({ code }) => code);
  await write(
    folder,
    'testsettings.py',
    [
      SETTINGS.replace('THE_ROUTES', module),
      `MIDDLEWARE[:0] = ${JSON.stringify(middleware)}`,
      ...settings,
    ].join('\n'),
  );
  return {
    command: '/usr/bin/python3',
    args: ['-m', 'django', 'runserver', '--noreload', `127.0.0.1:${port}`],
    env: { ...PYTHON, DJANGO_SETTINGS_MODULE: 'testsettings', PYTHONPATH: folder },
    cwd: folder,
  };
};

const STARTERS: ReadonlyMap<string, Starter> = new Map([
  ['nginx', nginx],
  ['apache', apache],
  ['caddy', caddy],
  ['express', node],
  ['fastify', node],
  ['hono', node],
  ['mcp-ts-v2', node],
  ['mcp-ts-v1', node],
  ['mcp-by-hand', node],
  ['fastapi', fastapi],
  ['django', django],
]);

/** The platforms whose snippets run. */
export const RUN: ReadonlySet<string> = new Set(STARTERS.keys());

/** The snippet, served. */
export function started(snippet: Snippet): Promise<Stack> {
  return together(async (own) => {
    const starter = STARTERS.get(snippet.platform);
    if (starter === undefined) throw new Error(`${snippet.platform} is not run`);
    const site = own(await front(snippet.check));
    const { path: folder } = own(await project(snippet, site.url));
    const upstream = own(await serveDemo(ready)).url;
    const port = await freePort();
    const program = await starter(snippet, { folder, port, url: site.url, upstream });
    const { url: app } = own(await serve(`http://127.0.0.1:${port}`, program));
    site.before({ app, upstream, folder });
    return site.url;
  });
}
