/**
 * The redirects of netlify.toml as Netlify's own code matches them; the preview's must be the same. The header fields of a
 * deployment are those that `verify` expects.
 */
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RedirectsHandler } from '@netlify/redirects';
import { describe, expect, it } from 'vitest';
import { builtSite } from '../../site/testing/build.ts';
import { siteRules } from './site-rules.ts';

const TOML = new URL('../../../netlify.toml', import.meta.url);
const SITE = 'https://catalog.example';
/** Without `_headers` and `_redirects` files: all rules stand in netlify.toml. */
const NO_FILES = join(import.meta.dirname, 'no-such-folder');

const rules = await siteRules(TOML);
const redirects = new RedirectsHandler({
  configPath: fileURLToPath(TOML),
  configRedirects: [],
  projectDir: NO_FILES,
  publicDir: NO_FILES,
  jwtRoleClaim: '',
  jwtSecret: '',
});

const CARD = '/.well-known/mcp/server-card.json';
/** Where an address leads to for good; `undefined` for what leads nowhere else. */
const MOVED: Readonly<Record<string, string | undefined>> = {
  '/.well-known/mcp': CARD,
  '/.well-known/mcp.json': CARD,
  '/mcp.json': CARD,
  '/compare/other': '/why-others-differ',
  '/auth.md': '/docs/authentication.md',
  '/.well-known/auth.md': '/docs/authentication.md',
  '/.well-known/mcp/server-card.json': undefined,
  '/mcp': undefined,
  '/nosuch': undefined,
};

describe('Netlify gives', () => {
  it.each(Object.entries(MOVED))('%s a redirect to %s', async (path, to) => {
    const match = await redirects.match(new Request(SITE + path));
    if (to === undefined) expect(match).toBeUndefined();
    else expect(match).toMatchObject({ statusCode: 301, targetRelative: to, force: true, external: false });
  });

  it.each([
    '/catalog.json',
    '/catalog/1.json',
    '/catalog.csv',
    '/checks.json',
    '/dataset/scores.csv',
    '/cli.tgz',
    '/cli.json',
    '/llms-full.txt',
    '/score/a.example/json',
    '/score/a.example/md',
  ])('%s a limit, and leads it to itself', async (path) => {
    const match = await redirects.match(new Request(SITE + path));
    expect(match).toMatchObject({ statusCode: 200, targetRelative: path, external: false, redirect: false });
  });
});

it('leads every file of the site where the preview leads it', { timeout: 240_000 }, async () => {
  const folder = await builtSite();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`);
  const pages = files
    .filter((path) => path.endsWith('.html'))
    .map((path) => path.replace(/(?:index)?\.html$/, ''));
  expect(pages.length).toBeGreaterThan(80);
  for (const path of [...files, ...pages, ...Object.keys(MOVED), '/nosuch/deep.json']) {
    const match = await redirects.match(new Request(SITE + path));
    expect(match?.redirect === true ? match.targetRelative : undefined, path).toBe(
      rules.redirectAt(path)?.to,
    );
  }
});
