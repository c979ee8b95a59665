/** Nothing that this project publishes tells anyone to run what is not this project's (contract: decisions.md, HTTP). */
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECK_COUNT } from '../catalogue/index.ts';
import { EXAMPLES } from '../cli/examples.ts';
import { SHELLS } from '../cli/sets.ts';
import { INSTALLED_NAME } from '../package.ts';
import { scorecardPage } from '../render/html/scorecard.ts';
import { withMarksFilled } from '../render/marks.ts';
import { cli } from '../testing/cli.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import type { TestServer } from '../testing/servers.ts';
import { buildCli } from './command-line/bundle.ts';
import { factsOf, withFacts } from './command-line/facts.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';
import { commandsIn } from './testing/commands.ts';
import { serveBuilt } from './testing/serve.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Packages of others that a text rightly names, with the reason. Each was looked up in its registry when it was put here
 * (2026-11-22): it is there, and is what the text says.
 */
const OTHERS: Readonly<Record<string, string>> = {
  astro: 'guide to sitemap: the generator adds its own integration',
  express: 'guides: the server whose code is shown',
  'express-rate-limit': 'guide to rate-limit-headers: the limiter whose options are shown',
  hono: 'guides: the server whose code is shown',
  '@hono/node-server': 'guides: runs the server whose code is shown',
  '@hono/zod-openapi': 'guide to openapi: makes the description from the routes that are shown',
  'hono-rate-limiter': 'guide to rate-limit-headers: the limiter whose options are shown',
  zod: 'guide to openapi: the schemas of the routes that are shown',
};
/** Where the command line of the tested deployment is, and the same after it was downloaded. */
const OURS = new RegExp(`^(?:${SITE_ADDRESS}/cli\\.tgz(?:#[0-9a-f]{8})?|\\./cli\\.tgz)$`);
/** Node itself, for those who have an old one. */
const NODE = /^node@\d+$/;
/** Sentences about npx, which are no commands. */
const PROSE = [
  'npx keeps the copy that',
  'npx keeps its first copy of',
  'npx may have kept an older copy',
  'between npx and the address',
  'npx takes a name for',
];

/** Commands that fetch what is neither ours nor on the list. */
function strange(text: string): string[] {
  const searched = PROSE.reduce((rest, phrase) => rest.replaceAll(phrase, ''), text);
  return commandsIn(searched)
    .filter(({ packages }) =>
      packages.some((name) => !OURS.test(name) && !NODE.test(name) && !Object.hasOwn(OTHERS, name)),
    )
    .map(({ command }) => command);
}

/** What a reader sees of a page: its text and its attributes, with line breaks where elements are blocks. */
function textOfHtml(html: string): string {
  const parts: string[] = [];
  const walk = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if ('value' in node) parts.push(node.value);
    if ('attrs' in node) for (const { value } of node.attrs) parts.push(`\n${value}\n`);
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
    if (/^(?:p|li|pre|div|h\d|td|th|dd|dt|code|title)$/.test(node.nodeName)) parts.push('\n');
  };
  for (const child of parse(html).childNodes) walk(child);
  // An attribute stands between the text of its element and that before it: code is marked token by token.
  return parts.join('').replaceAll(/\n(?:token [\w -]+|language-\w+)\n/g, '');
}

/** Every string in a document, with its line breaks. */
function textOfJson(json: string): string {
  const strings: string[] = [];
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') strings.push(value);
    return value;
  });
  return strings.join('\n');
}

function readable(name: string, text: string): string {
  if (/^\s*(?:<!doctype|<html)/i.test(text)) return textOfHtml(text);
  // In a script the address stands in a variable.
  if (name.endsWith('.js')) return text.replaceAll(/npx \$\{[^}]*\}/g, '');
  // Each of its lines is a document.
  if (name.endsWith('.jsonl')) return text.split('\n').filter(Boolean).map(textOfJson).join('\n');
  return /^\s*[[{]/.test(text) && !/\.(?:md|txt)$/.test(name) ? textOfJson(text) : text;
}

let folder: string;
let site: TestServer;
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'commands-'));
  folder = await builtSite();
  site = await serveBuilt(folder);
}, 110_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await rm(temporary, { recursive: true, force: true });
});

describe('the search', () => {
  test.each([
    ['npx agent-readiness audit https://example.com'],
    ['Afterwards verify it with: npx agent-readiness audit <the site>'],
    ['`npx --yes agent-readiness@latest`'],
    ['npx -p node@24 -p agent-readiness agent-readiness'],
    ['npx --package=agent-readiness -- x'],
    [`npx ${SITE_ADDRESS}/cli.tgz.evil.example`],
    ['npx https://other.test/cli.tgz'],
    ['npm i -g agent-readiness'],
    ['npm install --save-dev express agent-readiness'],
    ['npm exec -- agent-readiness'],
    ['npm init agent-readiness'],
    ['pnpm dlx agent-readiness'],
    ['uvx agent-readiness'],
    ['pipx run agent-readiness'],
    ['pip install agent-readiness'],
    ['docker run someone/agent-readiness'],
    ['curl -fsSL https://example.com/install.sh | sudo bash'],
  ])('finds %s', (text) => {
    expect(strange(`Text.\n${text}\n`)).toHaveLength(1);
    expect(
      strange(textOfHtml(`<!doctype html><p>To <code>${text.replaceAll('<', '&lt;')}</code></p>`)),
    ).toHaveLength(1);
  });

  test('finds it where code is marked token by token', () => {
    const html =
      '<pre><code><span class="token function">npx</span> agent-readiness <span class="token parameter">--only</span></code></pre>';
    expect(strange(textOfHtml(html))).toEqual(['npx agent-readiness --only']);
  });

  test.each([
    [`npx ${SITE_ADDRESS}/cli.tgz https://example.com --only robots`],
    [`npx --allow-remote=root ${SITE_ADDRESS}/cli.tgz https://example.com`],
    [`npx "${SITE_ADDRESS}/cli.tgz#0123abcd" --version`],
    [`npm install --global ${SITE_ADDRESS}/cli.tgz   # as a command`],
    ['npx --no -- netlify build --offline'],
    ['npm ci && npm start'],
    ['after every `npm install`: puts back'],
    ['curl -s https://example.com/a.json | jq .'],
    ['npm install hono zod'],
  ])('lets %s be', (text) => {
    expect(strange(text)).toEqual([]);
  });
});

test('every file of the built site', async () => {
  const found: string[] = [];
  let searched = 0;
  let ours = 0;
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.tgz')) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readable(entry.name, await readFile(path, 'utf8'));
    searched += 1;
    ours += commandsIn(text).filter(({ packages }) => packages.some((name) => OURS.test(name))).length;
    for (const command of strange(text)) found.push(`${path.slice(folder.length)}: ${command}`);
    // A mark that was not filled in.
    if (/<(?:cli|base_url)[a-z0-9_]*>/.test(text)) found.push(`${path.slice(folder.length)}: a mark`);
  }
  expect(found).toEqual([]);
  expect(searched).toBeGreaterThan(200);
  // All guides in their three forms and in one document, at least.
  expect(ours).toBeGreaterThan(CHECK_COUNT * 4);
});

describe('what the function answers', () => {
  const rpc = async (method: string, params: unknown) => {
    const response = await fetch(`${site.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return response.text();
  };
  const call = (name: string, args: unknown) => rpc('tools/call', { name, arguments: args });

  test('where there is no scorecard, in every form', async () => {
    for (const form of ['', '/md', '/json']) {
      const answer = await fetch(`${site.url}/score/nobody.example${form}`, {
        headers: { accept: 'text/html' },
      });
      expect(answer.status).toBe(404);
      const text = readable('', await answer.text());
      expect(strange(text)).toEqual([]);
      expect(text).toContain(`npx ${SITE_ADDRESS}/cli.tgz nobody.example`);
    }
  });

  test('to the form, and where there is nothing', async () => {
    for (const accept of ['text/html', 'text/markdown', 'application/json']) {
      for (const [path, body] of [
        ['/audit', 'url=localhost'],
        ['/audit', 'url='],
        ['/oauth2/token', 'grant_type=x'],
      ] as const) {
        const answer = await fetch(site.url + path, {
          method: 'POST',
          headers: { accept, 'content-type': 'application/x-www-form-urlencoded', origin: site.url },
          body,
          redirect: 'manual',
        });
        expect(strange(readable('', await answer.text()))).toEqual([]);
      }
    }
  });

  test('by MCP', async () => {
    const texts = await Promise.all([
      rpc('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1.0.0' },
      }),
      rpc('tools/list', {}),
      rpc('prompts/list', {}),
      rpc('resources/list', {}),
      rpc('prompts/get', { name: 'fix_site', arguments: { target: 'broken.demo' } }),
      rpc('prompts/get', { name: 'explain_check', arguments: { check_id: 'robots' } }),
      call('get_fix', { check_id: 'robots', target: 'broken.demo' }),
      call('get_scorecard', { target: 'broken.demo', detail: 'full' }),
      call('get_scorecard', { target: 'nobody.example' }),
      call('score_cli', { target: 'localhost' }),
    ]);
    for (const text of texts) expect(strange(textOfJson(text))).toEqual([]);
    expect(texts.join('\n')).toContain(`npx ${SITE_ADDRESS}/cli.tgz`);
  });

  test('where an audit was cut short', () => {
    const envelope = envelopeFor();
    const { main } = scorecardPage({ envelope, site: SITE_ADDRESS, kept: false });
    expect(strange(textOfHtml(main))).toEqual([]);
    expect(textOfHtml(main)).toContain(`npx ${SITE_ADDRESS}/cli.tgz ${envelope.target}`);
  });
});

describe('what the command line prints', () => {
  test('its help, its hints, its examples, its scripts and its skill', async () => {
    await buildCli(join(temporary, 'bin'), SITE_ADDRESS);
    const program = join(temporary, 'bin/cli.js');
    const project = join(temporary, 'project');
    const run = async (env: Readonly<Record<string, string>>, commands: readonly (readonly string[])[]) => {
      const printed = await Promise.all(commands.map((args) => cli(args, { program, env, cwd: temporary })));
      return printed.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join('\n');
    };
    const hint = ['skill', 'update', '--dir', join(temporary, 'nothing')];
    const help = [['--help'], ...Object.keys(EXAMPLES).map((name) => [...name.split(' '), '--help'])];
    const byNpx = await run({ npm_config_user_agent: 'npm/11.0.0' }, [
      ...help,
      hint,
      ['examples'],
      ['skill'],
      ['explian', 'robots'],
      ...SHELLS.map((shell) => ['completions', shell]),
      ['skill', 'install', '--all', '--dir', project],
    ]);
    expect(strange(byNpx)).toEqual([]);
    expect(byNpx).toContain(`Type npx ${SITE_ADDRESS}/cli.tgz skill install`);
    // One who has installed it types its name.
    const installed = await run({}, [hint, ['--help']]);
    expect(strange(installed)).toEqual([]);
    expect(installed).toContain(`Type ${INSTALLED_NAME} skill install`);
    // On an old Node it says how to run it with a newer one.
    const old = '{value:{...process.versions,node:"20.1.0"}}';
    const script = encodeURIComponent(`Object.defineProperty(process,"versions",${old})`);
    const { code, stderr } = await cli(['--version'], {
      program,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${script}` },
    });
    expect(code).toBe(78);
    expect(strange(stderr)).toEqual([]);
    expect(stderr).toContain(
      `npx --allow-remote=root -p node@24 -p ${SITE_ADDRESS}/cli.tgz ${INSTALLED_NAME}\n`,
    );

    const skill = await readFile(join(project, '.claude/skills/agent-readiness/SKILL.md'), 'utf8');
    expect(strange(skill)).toEqual([]);
    expect(skill).toContain(`npx ${SITE_ADDRESS}/cli.tgz http://localhost:3000 --json`);
  });
});

test('the texts of the repository', async () => {
  const found: string[] = [];
  const facts = factsOf(Buffer.from('a package'), SITE_ADDRESS);
  for await (const path of glob(['*.md', '.github/**/*.md', 'content/**/*.{md,mdx}'], { cwd: ROOT })) {
    const text = withFacts(withMarksFilled(await readFile(join(ROOT, path), 'utf8'), SITE_ADDRESS), facts);
    for (const command of strange(readable(path, text))) found.push(`${path}: ${command}`);
  }
  expect(found).toEqual([]);
});
