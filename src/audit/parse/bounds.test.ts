/**
 * Tests how many URLs are resolved for the links in a document, and how much of a document is kept. `url.test.ts` tests the
 * maximum length of URLs.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageLinks } from '../evidence/dead-links.ts';
import { parseApiCatalog } from './api-catalog.ts';
import { parseHtml } from './html.ts';
import { parseLinkHeader } from './link-header.ts';
import { parseLlmsTxt } from './llms-txt.ts';
import { apiElsewhere, errorRequests } from './openapi-operations.ts';
import { schemaReferences } from './schema-references.ts';

const SITE = 'https://site.example/';
const ORIGIN = new URL(SITE);

/** Returns numbered pieces: by default, slightly more than any parser reads. */
function many(piece: (i: number) => string, count = 5_100): string {
  return Array.from({ length: count }, (_, i) => piece(i)).join('');
}

/** Returns how many URLs `read` resolves. */
function resolved(read: () => unknown): number {
  const parse = vi.spyOn(URL, 'parse');
  read();
  return parse.mock.calls.length;
}

afterEach(() => {
  vi.restoreAllMocks();
});

const ANCHORS = many((i) => `{"anchor":"a","service-desc":[{"href":"${i}"}]},`);
const SCHEMAS = Array.from({ length: 10_100 }, () => ({ $schema: 'x' }));
const page = (piece: (i: number) => string) => parseHtml(many(piece), SITE);

describe('many links', () => {
  it.each<[what: string, most: number, read: () => unknown]>([
    ['anchors', 5_000, () => page((i) => `<a href=${i}>`)],
    ['links', 5_000, () => page((i) => `<link href=${i}>`)],
    ['links in noscripts', 10_000, () => page((i) => `<noscript><a href=${i}></noscript>`)],
    ['scripts', 5_000, () => page((i) => `<script src=${i}></script>`)],
    ['llms.txt', 10_000, () => parseLlmsTxt(`# A\n${many((i) => `- [a](${i})\n`, 10_100)}`, SITE)],
    [
      'a Markdown page',
      5_000,
      () =>
        pageLinks(
          many((i) => `/a${i} `),
          SITE,
        ),
    ],
    [
      'a Link header',
      1_001,
      () =>
        parseLinkHeader(
          many((i) => `<${i}>;rel=a,`),
          SITE,
        ),
    ],
    ['an api-catalog', 180, () => parseApiCatalog(`{"linkset":[${ANCHORS}{"anchor":"a"}]}`, SITE)],
    ['references to schemas', 10_002, () => schemaReferences(SCHEMAS, SITE)],
  ])('%s: at most %i are resolved', (_, most, read) => {
    const urls = resolved(read);
    expect(urls).toBeGreaterThan(0);
    expect(urls).toBeLessThanOrEqual(most);
  });

  it('are not all kept of a page', () => {
    expect(page((i) => `<a href=${i}>`).anchors).toHaveLength(5_000);
    const inNoscripts = many((i) => `<noscript><a href=${i}><a href=b${i}></noscript>`, 2_600);
    expect(parseHtml(inNoscripts, SITE).noscripts.flat()).toHaveLength(5_000);
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
    expect(resolved(() => errorRequests(openApi, SITE, ORIGIN, 5))).toBeLessThanOrEqual(20);
    // The document itself lists no servers, so its API is on its own origin.
    expect(resolved(() => apiElsewhere(openApi, SITE, ORIGIN))).toBeLessThanOrEqual(41);
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
    const parameters = Array.from({ length: 501 }, () => ({ ...ID, schema: { type: 'integer' } }));
    const requests = errorRequests(description({ get: { parameters } }), SITE, ORIGIN, 1);
    expect(requests).toEqual([expect.stringMatching(/no-such-id$/)]);
    const long = {
      get: { parameters: [ID] },
      servers: [{ url: `${SITE}${'{a}'.repeat(600)}`, variables: { a: { default: 'b'.repeat(1_000) } } }],
    };
    expect(errorRequests(description(long), SITE, ORIGIN, 5)).toEqual([]);
  });
});
