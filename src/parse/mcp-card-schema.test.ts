import { describe, expect, it } from 'vitest';
import { CARD_SCHEMA, cardSchemaDifferences } from './mcp-card-schema.ts';

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
    ['$schema: another $schema than v1', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
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
