import { describe, expect, it } from 'vitest';
import { parseAiCatalog } from './ai-catalog.ts';

const MCP = 'application/mcp-server-card+json';

describe('parseAiCatalog', () => {
  it.each([
    ['{}', { kind: 'an object', entries: [] }],
    ['[]', { kind: 'an array', entries: [] }],
    ['{"entries":[{"url":"/card"}]}', { kind: 'an object', entries: [{ url: '/card' }] }],
  ])('reads %s', (text, value) => {
    expect(parseAiCatalog(text)).toMatchObject({ ok: true, value });
  });

  it.each([
    [true, { specVersion: '0.9' }],
    [true, { host: { displayName: 'Harbour' } }],
    [true, { entries: [] }],
    [true, { agents: [{ id: 'a', cardUrl: '/a.json' }] }],
    [true, [{ identifier: 'urn:air:a.test:b', data: {} }]],
    [false, {}],
    [false, []],
    [false, { error: 'not_found', message: 'There is no such page.' }],
    [false, { tools: [], services: ['tides'], host: 'a.test', entries: {} }],
    [false, [{ name: 'tides' }, null]],
  ])('recognizes its members: %j, %j', (isRecognized, json) => {
    expect(parseAiCatalog(JSON.stringify(json))).toMatchObject({ value: { isRecognized } });
  });

  it.each(['"x"', '5', 'null', '', 'x'])('refuses %j', (text) => {
    expect(parseAiCatalog(text).ok).toBe(false);
  });
});

const entries = (json: unknown) => {
  const parsed = parseAiCatalog(JSON.stringify(json));
  return parsed.ok ? parsed.value.entries : parsed.why;
};

describe('the entries of a catalog', () => {
  it.each([
    ['of `entries`', { entries: [{ type: MCP, url: '/a' }] }, [{ type: MCP, url: '/a' }]],
    ['of a bare array', [{ type: MCP, url: '/a' }], [{ type: MCP, url: '/a' }]],
    [
      'by the older name of the type',
      { entries: [{ mediaType: MCP, url: '/a' }] },
      [{ type: MCP, url: '/a' }],
    ],
    [
      'in lower case, without parameters',
      [{ type: `${MCP.toUpperCase()}; v=1`, url: ' /a ' }],
      [{ type: MCP, url: '/a' }],
    ],
    ['without those that embed their artifact', { entries: [{ type: MCP, data: {} }, null, 5] }, []],
    ['none where there is no list', { entries: {} }, []],
  ])('%s', (_, json, expected) => {
    expect(entries(json)).toEqual(expected);
  });

  it('are a hundred at most', () => {
    expect(entries(Array.from({ length: 5000 }, () => ({ url: '/a' })))).toHaveLength(100);
  });
});
