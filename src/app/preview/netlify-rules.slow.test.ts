/**
 * The rules of netlify.toml as Netlify's own code reads them: what each kind of address gets. Header rules are those of the
 * preview, which asks Netlify's parser; redirects are Netlify's matcher's, and the preview's must be the same.
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

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const NEGOTIATED = 'Accept, User-Agent';
const ANY = '*';

/** Fields by name; `undefined` for one that there is not. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  '/': { vary: NEGOTIATED, link: expect.stringContaining('</llms.txt>; rel="describedby"') as string },
  '/index.md': { 'content-type': MARKDOWN, link: expect.stringContaining('rel="service-desc"') as string },
  '/score': { vary: NEGOTIATED, link: undefined },
  '/score/a.example': { vary: NEGOTIATED, 'content-type': HTML },
  '/score/host.md': { vary: NEGOTIATED, 'content-type': HTML },
  '/score/llms.txt': { 'content-type': 'text/plain; charset=utf-8' },
  '/score/a.example/md': { 'content-type': MARKDOWN, vary: undefined },
  '/score/a.example/json': { 'content-type': JSON_TYPE, 'access-control-allow-origin': undefined },
  '/score/a.example/badge.svg': {
    'access-control-allow-origin': ANY,
    'cross-origin-resource-policy': 'cross-origin',
  },
  '/fix/llms-txt': { vary: NEGOTIATED },
  // Netlify takes the dot of `/*.md` for any character.
  '/fix/agent-friendly-404-md': { 'content-type': HTML },
  '/fix/auth-md': { 'content-type': HTML },
  '/fix/llms-txt.md': { 'content-type': MARKDOWN },
  '/principles/p1': { vary: NEGOTIATED },
  '/_astro/page.B1.css': { 'cache-control': 'public, max-age=31536000, immutable' },
  '/.well-known/api-catalog': {
    'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    'access-control-allow-origin': ANY,
  },
  '/.well-known/mcp/server-card.json': { 'access-control-allow-origin': ANY },
  '/.well-known/oauth-protected-resource': {
    'content-type': JSON_TYPE,
    'access-control-allow-origin': ANY,
  },
  '/.well-known/oauth-authorization-server': {
    'content-type': JSON_TYPE,
    'access-control-allow-origin': ANY,
  },
  '/.well-known/jwks.json': { 'access-control-allow-origin': ANY },
  '/schema/scorecard.json': { 'content-type': 'application/schema+json; charset=utf-8' },
  '/catalog.csv': { 'content-type': 'text/csv; charset=utf-8; header=present' },
  '/dataset': { vary: NEGOTIATED, 'access-control-allow-origin': undefined },
  '/dataset/shares.csv': {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'access-control-allow-origin': ANY,
  },
  '/dataset/shares.jsonl': { 'content-type': 'application/jsonl; charset=utf-8' },
  '/dataset/shares.parquet': { 'content-type': 'application/vnd.apache.parquet' },
  '/changes.atom': {
    'content-type': 'application/atom+xml; charset=utf-8',
    'access-control-allow-origin': ANY,
  },
  '/score/a.example/changes.feed.json': {
    'content-type': 'application/feed+json; charset=utf-8',
    'access-control-allow-origin': ANY,
  },
  '/score/a.example/preview.png': { 'cross-origin-resource-policy': 'cross-origin' },
  '/cli.tgz': { 'content-type': 'application/gzip', 'access-control-allow-origin': ANY },
  '/mcp': { 'access-control-allow-origin': undefined },
  '/oauth2/token': { 'access-control-allow-origin': undefined },
};

const SECURITY: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/) as string,
};

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
  it.each(Object.entries(FIELDS))('the header fields of %s', (path, wanted) => {
    const given = rules.headersAt(path);
    for (const [name, value] of Object.entries({ ...SECURITY, ...wanted }))
      expect(given.get(name), name).toEqual(value);
  });

  it.each(Object.entries(MOVED))('%s a redirect to %s', async (path, to) => {
    const match = await redirects.match(new Request(SITE + path));
    if (to === undefined) expect(match).toBeUndefined();
    else expect(match).toMatchObject({ statusCode: 301, targetRelative: to, force: true, external: false });
  });

  it.each([
    '/catalog.json',
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
