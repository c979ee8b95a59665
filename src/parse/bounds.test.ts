/**
 * How much work the links of a document make, counted in URLs that are resolved and in characters that the URL parser is
 * given: a long base and many links are what took the process out of memory.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_URL_CHARS } from '../limits.ts';
import { parseApiCatalog } from './api-catalog.ts';
import { parseHtml } from './html.ts';
import { parseLinkHeader } from './link-header.ts';
import { parseLlmsTxt } from './llms-txt.ts';
import { apiElsewhere, errorRequests } from './openapi-operations.ts';
import { pageLinks } from './page-links.ts';
import { schemaReferences } from './schema-references.ts';
import { parseSitemap } from './sitemap.ts';

const SITE = 'https://site.example/';
const LONG = `${SITE}${'b'.repeat(MAX_URL_CHARS - 100)}/`;
const TOO_LONG = `${SITE}${'b'.repeat(4_000)}/`;
const SIZE = 380 * 1024;
const ORIGIN = new URL(SITE);

/** Pieces with a number in them, up to a size. */
function many(piece: (i: number) => string, size = SIZE): string {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < size; i++) length += parts[parts.push(piece(i)) - 1]?.length ?? 0;
  return parts.join('');
}

/** What a reader has the URL parser do. */
function workOf(read: () => unknown): { readonly urls: number; readonly chars: number } {
  const parse = vi.spyOn(URL, 'parse');
  read();
  const given = parse.mock.calls.map(([text, base = '']) => String(text).length + String(base).length);
  return { urls: given.length, chars: given.reduce((sum, length) => sum + length, 0) };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('380 KiB of links and a long base', () => {
  it.each<[what: string, most: number, read: () => unknown]>([
    ['anchors', 5_001, () => parseHtml(`<base href="${LONG}">${many((i) => `<a href=${i}>`)}`, SITE)],
    ['links', 5_001, () => parseHtml(`<base href="${LONG}">${many((i) => `<link href=${i}>`)}`, SITE)],
    [
      'links in noscripts',
      10_001,
      () => parseHtml(`<base href="${LONG}">${many((i) => `<noscript><a href=${i}></noscript>`)}`, SITE),
    ],
    [
      'scripts',
      5_001,
      () => parseHtml(`<base href="${LONG}">${many((i) => `<script src=${i}></script>`)}`, SITE),
    ],
    ['llms.txt', 10_000, () => parseLlmsTxt(`# A\n${many((i) => `- [a](${i})\n`)}`, LONG)],
    [
      'a Markdown page',
      5_000,
      () =>
        pageLinks(
          many((i) => `/a${i} `),
          LONG,
        ),
    ],
    [
      'a Link header',
      1_001,
      () =>
        parseLinkHeader(
          many((i) => `<${i}>;rel=a,`),
          LONG,
        ),
    ],
    [
      'an api-catalog',
      40,
      () =>
        parseApiCatalog(
          `{"linkset":[${many((i) => `{"anchor":"a","service-desc":[{"href":"${i}"}]},`)}{"anchor":"a"}]}`,
          LONG,
        ),
    ],
    [
      'references to schemas',
      10_002,
      () =>
        schemaReferences(
          Array.from({ length: 50_000 }, () => ({ $schema: 'x' })),
          LONG,
        ),
    ],
  ])('%s: at most %i are resolved', (_, most, read) => {
    const { urls, chars } = workOf(read);
    expect(urls).toBeGreaterThan(0);
    expect(urls).toBeLessThanOrEqual(most);
    expect(chars).toBeLessThanOrEqual(most * 2 * MAX_URL_CHARS);
  });

  it('what is kept of a page is bounded too', () => {
    const page = parseHtml(`<base href="${LONG}">${many((i) => `<a href=${i}>`)}`, SITE);
    expect(page.anchors).toHaveLength(5_000);
    expect(page.anchors[0]).toBe(`${LONG}0`);
    const inNoscripts = parseHtml(
      many((i) => `<noscript><a href=${i}><a href=b${i}></noscript>`),
      SITE,
    );
    expect(inNoscripts.noscripts.flat()).toHaveLength(5_000);
  });

  it('a base over the bound is not used', () => {
    const page = parseHtml(`<base href="${TOO_LONG}"><a href=a><a href="${TOO_LONG}">`, SITE);
    expect(page.anchors).toEqual([`${SITE}a`]);
    expect(parseLinkHeader('<a>;rel=b, <https://other.example/>;rel=c', TOO_LONG)).toMatchObject([
      { rel: 'c' },
    ]);
    expect(pageLinks('/a https://other.example/b', TOO_LONG)).toEqual(['https://other.example/b']);
  });
});

describe('URLs over the bound are not seen by the URL parser', () => {
  it.each<[what: string, read: (url: string) => unknown]>([
    ['a page', (url) => parseHtml(`<a href="${url}"><link href="${url}"><noscript><a href="${url}">`, SITE)],
    ['llms.txt', (url) => parseLlmsTxt(`- [a](${url})\n`, SITE)],
    ['a Markdown page', (url) => pageLinks(`${url} [a](${url})`, SITE)],
    ['a Link header', (url) => parseLinkHeader(`<${url}>; rel=a`, SITE)],
    [
      'a sitemap',
      (url) =>
        parseSitemap(
          { body: Buffer.from(`<urlset><url><loc>${url}</loc></url></urlset>`), truncated: false },
          1e6,
        ),
    ],
    ['a list of URLs', (url) => parseSitemap({ body: Buffer.from(`${url}\n`), truncated: false }, 1e6)],
  ])('%s', (_, read) => {
    const parse = vi.spyOn(URL, 'parse');
    const longest = () => Math.max(...parse.mock.calls.map(([text]) => String(text).length));
    read(`${SITE}${'a'.repeat(MAX_URL_CHARS - SITE.length)}`);
    expect(longest()).toBe(MAX_URL_CHARS);
    parse.mockClear();
    read(`${SITE}${'a'.repeat(MAX_URL_CHARS)}`);
    expect(longest()).toBeLessThanOrEqual(MAX_URL_CHARS);
  });
});

describe('paths of a description that share what they hold', () => {
  const paths = (item: object) =>
    Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`/p${i}/{id}`, { $ref: `#/components/i`, item }]),
    );
  const description = (item: object) => ({
    version: '3.1.0',
    complete: true,
    document: { openapi: '3.1.0', components: { i: item }, paths: paths(item) },
  });
  const servers = Array.from({ length: 20 }, (_, i) => ({ url: `https://other${i}.example/` }));
  const ID = { name: 'id', in: 'path' };

  it('have their servers resolved once', () => {
    const openApi = description({ servers, get: { parameters: [ID], servers } });
    expect(workOf(() => errorRequests(openApi, SITE, ORIGIN, 5)).urls).toBeLessThanOrEqual(20);
    // The document names none: it is served where it is.
    expect(workOf(() => apiElsewhere(openApi, SITE, ORIGIN)).urls).toBeLessThanOrEqual(41);
  });

  it('have their responses and parameters looked at once', () => {
    let asked = 0;
    const counting = (object: object) =>
      new Proxy(object, {
        ownKeys(target) {
          asked += 1;
          return Reflect.ownKeys(target);
        },
      });
    const responses = counting({ 200: {}, 404: {} });
    const requests = errorRequests(description({ get: { parameters: [ID], responses } }), SITE, ORIGIN, 5);
    expect(requests).toHaveLength(5);
    expect(asked).toBe(1);
  });

  it('may not take what no description has', () => {
    const tooMany = Array.from({ length: 501 }, () => ID);
    expect(errorRequests(description({ get: { parameters: tooMany } }), SITE, ORIGIN, 5)).toEqual([]);
    const long = {
      get: { parameters: [ID] },
      servers: [{ url: `${SITE}${'{a}'.repeat(600)}`, variables: { a: { default: 'b'.repeat(1_000) } } }],
    };
    expect(errorRequests(description(long), SITE, ORIGIN, 5)).toEqual([]);
  });
});
