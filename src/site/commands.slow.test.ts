/** Nothing that this project publishes tells anyone to run a package of somebody else (.github/DECISIONS.md, "HTTP"). */
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECK_COUNT } from '../definitions/index.ts';
import { scorecardPage } from '../render/html/scorecard.ts';
import { fillPlaceholders } from '../render/placeholders.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import type { TestServer } from '../testing/servers.ts';
import { factsOf, withFacts } from './command-line/facts.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';
import { commandsIn, OURS, readable, strange, textOfHtml, textOfJson } from './testing/commands.ts';
import { serveBuilt } from './testing/serve.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let folder: string;
let site: TestServer;
beforeAll(async () => {
  folder = await builtSite();
  site = await serveBuilt(folder);
});
afterAll(() => site?.[Symbol.asyncDispose]());

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

test('the texts of the repository', async () => {
  const found: string[] = [];
  const facts = factsOf(Buffer.from('a package'), SITE_ADDRESS);
  for await (const path of glob(['*.md', '.github/**/*.md', 'content/**/*.{md,mdx}'], { cwd: ROOT })) {
    const text = withFacts(fillPlaceholders(await readFile(join(ROOT, path), 'utf8'), SITE_ADDRESS), facts);
    for (const command of strange(readable(path, text))) found.push(`${path}: ${command}`);
  }
  expect(found).toEqual([]);
});
