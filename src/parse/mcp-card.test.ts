import { describe, expect, it } from 'vitest';
import { cardDocumentation, cardEndpoints, cardHasTransport, cardName } from './mcp-card.ts';

const BASE = 'https://site.example/.well-known/mcp/server-card.json';

describe('cardEndpoints', () => {
  it.each([
    ['mcp_endpoint', { mcp_endpoint: '/mcp' }],
    ['endpoint', { endpoint: 'https://site.example/mcp' }],
    ['url', { url: '//site.example/mcp' }],
    ['transport.endpoint', { transport: { type: 'streamable-http', endpoint: '/mcp' } }],
    ['transport.url', { transport: { url: '/mcp#top' } }],
    ['remotes', { remotes: [{ type: 'streamable-http', url: '/mcp' }] }],
    ['servers', { servers: [null, { url: '/mcp' }] }],
  ])('reads %s', (_, card) => {
    expect(cardEndpoints(card, BASE)).toEqual(['https://site.example/mcp']);
  });

  it('lists each endpoint once, in order, three at most', () => {
    const card = { url: '/a', endpoint: '/b', remotes: [{ url: '/a' }, { url: '/c' }, { url: '/d' }] };
    expect(cardEndpoints(card, BASE)).toEqual([
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
  ])('finds none in %j', (card) => {
    expect(cardEndpoints(card, BASE)).toEqual([]);
  });
});

it('knows names, transports and documentation', () => {
  expect(cardName({ name: ' ', serverInfo: { name: 'a' } })).toBe('a');
  expect(cardName({ serverInfo: 'a' })).toBeUndefined();
  expect(cardHasTransport({ transport: 'streamable-http' }, BASE)).toBe(true);
  expect(cardHasTransport({ transport: [] }, BASE)).toBe(false);
  expect(cardDocumentation({ documentationUrl: '/docs.md' }, BASE)).toBe('https://site.example/docs.md');
  expect(cardDocumentation({ documentation: {} }, BASE)).toBeUndefined();
});
