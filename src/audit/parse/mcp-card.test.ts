import { describe, expect, it } from 'vitest';
import {
  CARD_SCHEMA,
  CARD_TYPE,
  cardDocumentation,
  cardEndpoints,
  cardHasTransport,
  cardName,
  cardSchemaDifferences,
  catalogCards,
  isClientConfiguration,
} from './mcp-card.ts';

const urlsOf = (card: Readonly<Record<string, unknown>>) => cardEndpoints(card, BASE).map(({ url }) => url);
const BASE = 'https://site.example/.well-known/mcp/server-card.json';
const ORIGIN = new URL('https://site.example/');

describe('cardEndpoints', () => {
  it.each([
    ['mcp_endpoint', { mcp_endpoint: '/mcp' }],
    ['endpoint', { endpoint: 'https://site.example/mcp' }],
    ['url', { url: '//site.example/mcp' }],
    ['transport.endpoint', { transport: { type: 'streamable-http', endpoint: '/mcp' } }],
    ['transport.url', { transport: { url: '/mcp#top' } }],
    ['remotes', { remotes: [{ type: 'streamable-http', url: '/mcp' }] }],
    ['servers', { servers: [null, { url: '/mcp' }] }],
    ['transports', { transports: ['stdio', { type: 'streamable-http', url: '/mcp' }] }],
    ['endpoints.mcp', { endpoints: { mcp: '/mcp', api: '/api' } }],
    ['one of two transports', { url: '/mcp', transport: ['webmcp', 'http'] }],
    ['endpoint next to names', { endpoint: '/mcp', transport: ['streamable-http', 'sse'] }],
  ])('reads %s', (_, card) => {
    expect(urlsOf(card)).toEqual(['https://site.example/mcp']);
  });

  it('lists each endpoint once, in order, three at most', () => {
    const card = { url: '/a', endpoint: '/b', remotes: [{ url: '/a' }, { url: '/c' }, { url: '/d' }] };
    expect(urlsOf(card)).toEqual([
      'https://site.example/b',
      'https://site.example/a',
      'https://site.example/c',
    ]);
  });

  it.each([
    [{}],
    [{ url: 5 }],
    [{ url: 'stdio://x' }],
    [{ url: 'http://' }],
    [{ transport: 'http', remotes: {} }],
    [{ remotes: [{ url: 'https://{tenant}.site.example/mcp' }, { url: '/{tenant}/mcp' }] }],
    [{ url: '/app', transport: { type: 'webmcp' } }],
    [{ url: '/app', transport: 'WebMCP' }],
    [{ url: '/app', type: 'web-mcp' }],
    [{ mcp_endpoint: '/app', transports: ['webmcp', 'stdio'] }],
    [{ transport: { type: 'stdio', url: '/app' } }],
    [{ remotes: [{ type: 'stdio', url: '/app' }], servers: [{ transport: 'webmcp', url: '/app' }] }],
  ])('finds none in %j', (card) => {
    expect(urlsOf(card)).toEqual([]);
  });
});

it('tells endpoints of HTTP+SSE, and addresses that need not be endpoints', () => {
  const sse = (card: Readonly<Record<string, unknown>>) => cardEndpoints(card, BASE).map((one) => one.sse);
  expect(
    sse({
      remotes: [
        { type: 'sse', url: '/a' },
        { type: 'streamable-http', url: '/b' },
      ],
    }),
  ).toEqual([true, false]);
  expect(sse({ transport: { type: 'SSE', url: '/a' } })).toEqual([true]);
  expect(sse({ url: '/a', transport: ['streamable-http', 'sse'] })).toEqual([false]);
  expect(sse({ url: '/a', transport: ['sse'] })).toEqual([true]);
  const vague = (card: Readonly<Record<string, unknown>>) =>
    cardEndpoints(card, BASE).map((one) => one.vague);
  expect(vague({ url: '/' })).toEqual([true]);
  expect(vague({ url: '/', remotes: [{ url: '/' }] })).toEqual([false]);
});

describe('catalogCards', () => {
  const entry = { type: CARD_TYPE, url: '/mcp/server-card' };
  it('reads addresses and cards in place, of the type of cards alone', () => {
    const entries = [
      null,
      { type: 'application/a2a-agent-card+json', url: '/a' },
      { ...entry, type: `${CARD_TYPE}; charset=utf-8` },
      { mediaType: CARD_TYPE, data: { name: 'a/b' } },
      { type: CARD_TYPE },
    ];
    expect(catalogCards({ entries }, BASE, ORIGIN)).toEqual([
      { url: 'https://site.example/mcp/server-card' },
      { card: { name: 'a/b' } },
    ]);
  });

  it('passes over those of other hosts, however many, and takes this one by any scheme', () => {
    const foreign = [
      'https://other.example/card',
      'https://example.com/mcp/server-card',
      'https://a.site.example/',
    ];
    const entries = [...foreign, 'http://site.example:80/b'].map((url) => ({
      type: CARD_TYPE,
      url,
      data: {},
    }));
    expect(catalogCards({ entries }, BASE, ORIGIN)).toEqual([{ url: 'https://site.example/b' }]);
  });

  it('takes a few, and nothing of what is not a list', () => {
    expect(catalogCards({ entries: Array(9).fill(entry) }, BASE, ORIGIN)).toHaveLength(3);
    expect(catalogCards({ entries: {} }, BASE, ORIGIN)).toEqual([]);
  });
});

it('knows a configuration for clients from a card', () => {
  expect(isClientConfiguration({ mcpServers: { a: { url: '/mcp' } } })).toBe(true);
  expect(isClientConfiguration({ name: 'a', mcpServers: {} })).toBe(false);
});

it('knows names, transports and documentation', () => {
  expect(cardName({ name: ' ', serverInfo: { name: 'a' } })).toBe('a');
  expect(cardName({ serverInfo: 'a' })).toBeUndefined();
  expect(cardHasTransport({ transport: 'streamable-http' }, BASE)).toBe(true);
  expect(cardHasTransport({ transport: [] }, BASE)).toBe(false);
  expect(cardHasTransport({ transport: ['streamable-http'] }, BASE)).toBe(true);
  expect(cardHasTransport({ transports: ['streamable-http'] }, BASE)).toBe(true);
  expect(cardHasTransport({ remotes: [{ url: 'https://{tenant}.example/mcp' }] }, BASE)).toBe(true);
  expect(cardDocumentation({ documentationUrl: '/docs.md' }, BASE)).toBe('https://site.example/docs.md');
  expect(cardDocumentation({ documentation: {} }, BASE)).toBeUndefined();
});

const CARD = { $schema: CARD_SCHEMA, name: 'example.org/minimal', version: '1.0.0', description: 'Smallest' };

describe('cards that the published schema takes', () => {
  it.each([
    ['the smallest', {}],
    ['members that it does not know', { serverInfo: { name: 1 }, transport: {} }],
    ['a remote with a template', { remotes: [{ type: 'streamable-http', url: '{base}/mcp', headers: [] }] }],
    [
      'all the rest',
      {
        title: 'T',
        websiteUrl: 'https://a.example',
        icons: [{ src: 'data:image/png,x' }],
        _meta: {},
        repository: { source: 'github', url: 'https://a.example/r' },
        remotes: [{ type: 'sse', url: 'http://a' }],
      },
    ],
    ['100 characters of two code units each', { description: '\u{1F30A}'.repeat(100) }],
  ])('%s', (_, members) => {
    expect(cardSchemaDifferences({ ...CARD, ...members })).toEqual([]);
  });
});

describe('differences from it', () => {
  it.each([
    ['$schema: not the v1 schema', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['name: not namespace/name', { name: 'minimal' }],
    ['version: longer than 255 characters', { version: '1'.repeat(256) }],
    ['description: shorter than 1 characters', { description: '' }],
    ['description: longer than 100 characters', { description: 'x'.repeat(5_000) }],
    ['websiteUrl: not a URI', { websiteUrl: '/' }],
    ['repository: no source', { repository: { url: 'https://a.example/r' } }],
    ['icons: not an array', { icons: {} }],
    ['remotes: type: neither streamable-http nor sse', { remotes: [{ type: 'http', url: 'https://a' }] }],
    ['remotes: url: not an http(s) URL', { remotes: [{ type: 'sse', url: '/mcp' }] }],
  ])('%s', (difference, members) => {
    expect(cardSchemaDifferences({ ...CARD, ...members })).toEqual([difference]);
  });

  it('names what is missing, and the first few of many', () => {
    expect(cardSchemaDifferences({})).toEqual(['no $schema', 'no name', 'no version', 'no description']);
    expect(cardSchemaDifferences({ title: '', icons: 1, remotes: 1 })).toEqual([
      'no $schema',
      'no name',
      'no version',
      'no description',
      'title: shorter than 1 characters',
      '2 more',
    ]);
  });
});
