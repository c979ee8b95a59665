/** Nothing that this project publishes tells anyone to run a package of somebody else (.github/DECISIONS.md, "HTTP"). */
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECK_COUNT } from '../definitions/index.ts';
import { fillPlaceholders } from '../render/placeholders.ts';
import type { TestServer } from '../testing/servers.ts';
import { factsOf, withFacts } from './command-line/facts.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';
import { commandsIn, OURS, readable, strange, textOfHtml } from './testing/commands.ts';
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
    ['`npx --yes agent-readiness@latest`'],
    ['npx -p node@24 -p agent-readiness agent-readiness'],
    [`npx ${SITE_ADDRESS}/cli.tgz.evil.example`],
    ['npx https://other.test/cli.tgz'],
    ['npm i -g agent-readiness'],
    ['pnpm dlx agent-readiness'],
    ['pipx run agent-readiness'],
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
    ['npm install @modelcontextprotocol/server @modelcontextprotocol/node'],
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

test('the code, which says the rest: our name alone is never what is fetched', async () => {
  const found: string[] = [];
  for await (const path of glob('{src,functions}/**/*.{ts,astro}', { cwd: ROOT })) {
    if (/\.test\.ts$|testing\//.test(path)) continue;
    const text = await readFile(join(ROOT, path), 'utf8');
    const named =
      text.match(/\b(?:npx|bunx|dlx|exec|install|add) (?:-\S+ )*[@\w/-]*agent-readiness\b/g) ?? [];
    found.push(...named.map((command) => `${path}: ${command}`));
  }
  expect(found).toEqual([]);
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
