/** The built site as it is served: whatever its documents for agents name is there, with the type that it should have. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CHECK_COUNT } from '../catalogue/index.ts';
import { isRecord } from '../parse/json.ts';
import { parseLinkHeader } from '../parse/link-header.ts';
import { parseLlmsTxt } from '../parse/llms-txt.ts';
import { parseSitemap } from '../parse/sitemap.ts';
import type { TestServer } from '../testing/servers.ts';
import { FULL_SECTIONS, SECTIONS } from './llms.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';
import { serveBuilt } from './testing/serve.ts';

/** What answers GET otherwise than with 200: endpoints of protocols, and the form's. */
const ENDPOINTS: Readonly<Record<string, number>> = { '/mcp': 405, '/oauth2/token': 405, '/audit': 303 };
/** Of a listed site without a live result, the addresses of which lead to the catalog's. */
const LIVE = /^\/score\/[^/]+\/live(?:\/|$)/;

let server: TestServer;
const asked = new Map<string, Promise<number>>();

beforeAll(async () => {
  server = await serveBuilt(await builtSite());
}, 120_000);

afterAll(() => server[Symbol.asyncDispose]());

const get = (path: string) => fetch(new URL(path, server.url), { redirect: 'manual' });
const text = async (path: string) => (await get(path)).text();
const json = async (path: string): Promise<unknown> => (await get(path)).json();
const describedPaths = z.object({ paths: z.record(z.string(), z.unknown()) });
const skillsOf = z.object({ skills: z.array(z.object({ url: z.url(), digest: z.string() })) });

/** Those of the site's own addresses that are not there; each is asked for once. */
async function missing(urls: readonly string[]): Promise<string[]> {
  const paths = urls
    .map((url) => new URL(url))
    .filter(({ origin }) => origin === SITE_ADDRESS)
    .map(({ pathname }) => pathname);
  const gone: string[] = [];
  for (const path of new Set(paths)) {
    const status = asked.get(path) ?? get(path).then((response) => response.status);
    asked.set(path, status);
    const expected = LIVE.test(path) ? 302 : (ENDPOINTS[path] ?? 200);
    if ((await status) !== expected) gone.push(path);
  }
  return gone;
}

/** All of the site's own addresses that JSON holds. */
function urlsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(SITE_ADDRESS) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(urlsIn);
  return isRecord(value) ? Object.values(value).flatMap(urlsIn) : [];
}

describe('every address is there that is named by', () => {
  it.each([
    '/llms.txt',
    '/llms-full.txt',
    '/404.md',
    ...SECTIONS.map((section) => `/${section}/llms.txt`),
    ...FULL_SECTIONS.map((section) => `/${section}/llms-full.txt`),
  ])('%s', async (path) => {
    const { links } = parseLlmsTxt(await text(path), SITE_ADDRESS + path);
    expect(links.length).toBeGreaterThan(0);
    expect(await missing(links.map(({ url }) => url))).toEqual([]);
  });

  it('/sitemap.xml', async () => {
    const xml = await text('/sitemap.xml');
    const sitemap = parseSitemap({ body: Buffer.from(xml), truncated: false }, 1e6);
    if (!sitemap.ok) throw new Error(sitemap.why);
    expect(sitemap.value.locations.length).toBeGreaterThan(75);
    expect(await missing(sitemap.value.locations)).toEqual([]);
  });

  it.each([
    '/.well-known/mcp/server-card.json',
    '/.well-known/api-catalog',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/.well-known/agent-skills/index.json',
    '/catalog.json',
    '/checks.json',
  ])('%s', async (path) => {
    const urls = urlsIn(await json(path));
    expect(urls.length).toBeGreaterThan(0);
    expect(await missing(urls)).toEqual([]);
  });

  it('/openapi.json', async () => {
    const { paths } = describedPaths.parse(await json('/openapi.json'));
    const values: Readonly<Record<string, string>> = {
      target: 'ready.demo',
      check_id: 'openapi',
      principle: 'p1',
      name: 'audit',
    };
    const filled = Object.keys(paths).map((path) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    );
    expect(await missing(filled.map((path) => SITE_ADDRESS + path))).toEqual([]);
  });

  it('the Link header of the home page', async () => {
    const links = parseLinkHeader((await get('/')).headers.get('link') ?? undefined, SITE_ADDRESS);
    const relations = ['describedby', 'service-desc', 'api-catalog', 'service-doc', 'service-meta'];
    expect(links.flatMap(({ rel }) => rel)).toEqual(relations);
    expect(await missing(links.map(({ href }) => href))).toEqual([]);
  });
});

const CARD = '/.well-known/mcp/server-card.json';
const AUTHENTICATION = '/docs/authentication.md';

it.each([
  ['/.well-known/mcp', CARD],
  ['/.well-known/mcp.json', CARD],
  ['/mcp.json', CARD],
  ['/auth.md', AUTHENTICATION],
  ['/.well-known/auth.md', AUTHENTICATION],
])('%s redirects to %s, which is there', async (path, to) => {
  const response = await get(path);
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe(to);
  expect((await get(to)).status).toBe(200);
});

describe('a scorecard that is not there answers', () => {
  it('with a problem where JSON was asked for', async () => {
    const response = await get('/score/no-such-site.example/json');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('with Markdown where that was asked for', async () => {
    const response = await get('/score/no-such-site.example/md');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('text/markdown');
    expect(await response.text()).toContain('# Not scored yet');
  });
});

it('the digest of each skill is that of its file', async () => {
  const { skills } = skillsOf.parse(await json('/.well-known/agent-skills/index.json'));
  expect(skills).toHaveLength(CHECK_COUNT);
  for (const { url, digest } of skills) {
    const bytes = new Uint8Array(await (await get(new URL(url).pathname)).arrayBuffer());
    expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest);
  }
});

it.each([
  ['/llms.txt', 'text/plain'],
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
  ['/.well-known/security.txt', 'text/plain'],
  ['/.well-known/api-catalog', 'application/linkset+json'],
  ['/.well-known/oauth-protected-resource', 'application/json'],
  ['/.well-known/oauth-authorization-server', 'application/json'],
  ['/.well-known/jwks.json', 'application/json'],
  ['/.well-known/mcp/server-card.json', 'application/json'],
  ['/openapi.json', 'application/json'],
  ['/schema/audit.schema.json', 'application/schema+json'],
  ['/catalog.csv', 'text/csv'],
  ['/changes.atom', 'application/atom+xml'],
  ['/changes.feed.json', 'application/feed+json'],
  ['/score/ready.demo/changes.atom', 'application/atom+xml'],
  ['/score/ready.demo/changes.feed.json', 'application/feed+json'],
  ['/score/ready.demo/preview.png', 'image/png'],
  ['/preview.png', 'image/png'],
  ['/dataset/shares.csv', 'text/csv'],
  ['/dataset/verdicts.jsonl', 'application/jsonl'],
  ['/dataset/scores.parquet', 'application/vnd.apache.parquet'],
  ['/dataset/datapackage.json', 'application/json'],
  ['/dataset/CITATION.cff', 'application/yaml'],
  ['/404.md', 'text/markdown'],
])('%s is served as %s', async (path, type) => {
  const { status, headers } = await get(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')?.split(';')[0]).toBe(type);
});

describe('CORS', () => {
  it.each([
    '/.well-known/mcp/server-card.json',
    '/.well-known/api-catalog',
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
    '/openapi.json',
    '/catalog.json',
    '/dataset/verdicts.parquet',
  ])('is open on %s', async (path) => {
    expect((await get(path)).headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(Object.keys(ENDPOINTS))('is closed on %s', async (path) => {
    expect((await get(path)).headers.get('access-control-allow-origin')).toBeNull();
  });
});
