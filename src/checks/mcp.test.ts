import { describe, expect, it } from 'vitest';
import {
  auditMcp,
  auditWrong,
  CARD,
  every,
  HOME,
  IDS,
  json,
  MODERN,
  statusesOf,
} from '../testing/mcp-audit.ts';
import { byHand, empty, error, handshake, page, type Reactions, result } from '../testing/mcp-by-hand.ts';
import { type NodeHandler, sdkV1 } from '../testing/mcp-servers.ts';

const ALL_PASS = Object.fromEntries(IDS.map((id) => [id, 'pass']));
const DOCUMENTS = {
  'well-known-mcp-card': 'absent',
  'mcp-card-legacy-aliases': 'n_a',
  'mcp-usage-doc': 'n_a',
  webmcp: 'n_a',
};
const NO_CORS = { 'mcp-cors-preflight': 'absent', 'mcp-cors-actual': 'absent' };

describe('real servers', () => {
  const V1 = {
    ...ALL_PASS,
    ...DOCUMENTS,
    ...NO_CORS,
    ...every(MODERN, 'absent'),
    'mcp-server-discover': 'absent',
    'mcp-resources-list': 'n_a',
    // Version 1 answers an unknown tool with a result that has isError, and wants both types in Accept.
    'mcp-unknown-tool': 'noncompliant',
    'mcp-accept-json': 'n_a',
  };

  it('version 1 of the SDK with sessions, which are ended', async () => {
    const { handler, sessions } = sdkV1({ sessions: true });
    let opened = 0;
    const counting: NodeHandler = (request, response) => {
      opened = Math.max(opened, sessions.size);
      handler(request, response);
    };
    const results = await auditMcp({ '/mcp': counting });
    expect(statusesOf(results)).toEqual(V1);
    expect(opened).toBe(1);
    expect(sessions.size).toBe(0);
    for (const id of MODERN) expect(results.get(id)).toMatchObject({ unprobed: true });
    expect(results.get('mcp-server-discover')).not.toHaveProperty('unprobed');
  });

  it('version 1 of the SDK without tools', async () => {
    const { handler } = sdkV1({ bare: true, sessions: true });
    expect(statusesOf(await auditMcp({ '/mcp': handler }))).toMatchObject({
      'mcp-initialize': 'pass',
      'mcp-capabilities': 'absent',
      'mcp-tools-list': 'n_a',
      'mcp-unknown-tool': 'n_a',
    });
  });
});

describe('a server that does everything right', () => {
  it('passes everything', async () => {
    const redirect = { status: 301, headers: { location: '/.well-known/mcp/server-card.json' } };
    const results = await auditMcp({
      '/': { ...HOME, body: `${HOME.body}<form toolname="search" action="/s"></form>` },
      '/.well-known/mcp/server-card.json': json(CARD),
      '/mcp.json': redirect,
      '/.well-known/mcp': { ...redirect, status: 308 },
      '/mcp.md': { type: 'text/markdown', body: '# Using it' },
      '/mcp': byHand(),
    });
    expect(statusesOf(results)).toEqual(ALL_PASS);
  });
});

const ISERROR = result({ isError: true, content: [] });

/** One row is one fault: the server does everything else right. */
const FAULTS: readonly (readonly [id: string, title: string, expected: string, wrong: Reactions])[] = [
  ['mcp-initialize', '500', 'broken', { initialize: page(500) }],
  ['mcp-initialize', 'never answers', 'error', { initialize: 'hang' }],
  ['mcp-initialize', 'resets', 'error', { initialize: 'reset' }],
  ['mcp-initialize', 'plainly refused, and the modern lane works', 'n_a', { initialize: page(400) }],
  [
    'mcp-initialize',
    'JSON sent as text/plain',
    'broken',
    { initialize: { type: 'text/plain', body: { result: handshake() } } },
  ],
  ['mcp-tools-list', 'another id', 'broken', { 'tools/list': { body: { id: 'x', result: { tools: [] } } } }],
  [
    'mcp-tools-list',
    'wants authorization',
    'n_a',
    { 'tools/list': { status: 401, headers: { 'www-authenticate': 'Bearer' } } },
  ],
  ['mcp-tools-list', 'rate limited', 'error', { 'tools/list': page(429) }],
  ['mcp-tools-list', 'no capability', 'n_a', { initialize: result(handshake({ prompts: {} })) }],
  ['mcp-tools-list', 'a stream without an end', 'error', { 'tools/list': 'hold' }],
  ['mcp-resources-list', 'empty', 'n_a', { 'resources/list': result({ resources: [] }) }],
  ['mcp-resources-list', 'on the modern lane only', 'pass', { initialize: result(handshake({ tools: {} })) }],
  ['mcp-unknown-method', 'a result', 'broken', { 'unknown method': result({}) }],
  ['mcp-malformed-body', 'never answers', 'broken', { malformed: 'hang' }],
  ['mcp-malformed-body', 'resets', 'error', { malformed: 'reset' }],
  ['mcp-malformed-body', 'plain 400', 'pass', { malformed: page(400) }],
  ['mcp-get-fast-fail', 'a stream that stays open', 'n_a', { get: 'hold' }],
  [
    'mcp-get-fast-fail',
    'a stream of a server without the 2025 revisions',
    'noncompliant',
    { get: 'hold', initialize: error(-32601, 404) },
  ],
  ['mcp-get-fast-fail', 'never answers', 'broken', { get: 'hang' }],
  ['mcp-get-fast-fail', 'resets', 'error', { get: 'reset' }],
  ['mcp-batch-reject', 'served', 'broken', { batch: result({}) }],
  ['mcp-batch-reject', 'no id', 'pass', { batch: error(-32600, 400) }],
  ['mcp-unknown-tool', 'isError, and right on the modern lane', 'pass', { 'unknown tool': ISERROR }],
  [
    'mcp-unknown-tool',
    'isError on both lanes',
    'noncompliant',
    { 'unknown tool': ISERROR, 'modern unknown tool': ISERROR },
  ],
  ['mcp-accept-unsatisfiable', 'ignored', 'absent', { 'accept image': result({ tools: [] }) }],
  ['mcp-accept-json', '406 on both lanes', 'absent', { 'accept json': error(-32000, 406) }],
  [
    'mcp-accept-json',
    'an event stream',
    'broken',
    {
      'accept json': {
        type: 'text/event-stream',
        body: 'data: {"jsonrpc":"2.0","id":"anc-accept-json","result":{}}\n\n',
      },
    },
  ],
  ['mcp-accept-json', 'no response', 'broken', { 'accept json': empty(202) }],
  ['mcp-server-discover', 'never answers', 'error', { 'server/discover': 'hang' }],
  [
    'mcp-server-discover',
    'unknown, where tools are listed by headers alone',
    'absent',
    { 'server/discover': error(-32601, 404) },
  ],
  [
    'mcp-server-discover',
    'a header mismatch that is none',
    'broken',
    { 'server/discover': error(-32020, 400) },
  ],
  ['mcp-modern-tools-list', 'an error', 'broken', { 'modern tools/list': error(-32000, 400) }],
  ['mcp-modern-unknown-method', 'another code', 'broken', { 'modern unknown method': error(-32600, 400) }],
  ['mcp-modern-clientcaps', 'served', 'broken', { 'no clientCapabilities': result({}) }],
  ['mcp-modern-header-mismatch', 'served', 'broken', { 'header mismatch': result({}) }],
  ['mcp-modern-version-reject', 'served', 'broken', { 'unknown version': result({}) }],
  ['mcp-modern-resources-miss', '-32002', 'broken', { 'unknown resource': error(-32002) }],
  ['mcp-cors-preflight', '405', 'absent', { options: page(405) }],
  ['mcp-cors-preflight', 'foreign pages are refused', 'n_a', { origin: page(403) }],
  ['mcp-cors-actual', 'on the preflight only', 'broken', { origin: result({ tools: [] }) }],
];

describe.concurrent('one fault each', () => {
  it.each(FAULTS)('%s: %s → %s', async (id, _, expected, wrong) => {
    const results = await auditWrong(wrong, [id]);
    expect(results.get(id)?.status, results.get(id)?.evidence).toBe(expected);
  });
});

describe('documents', () => {
  const CANONICAL = '/.well-known/mcp/server-card.json';
  const to = (location: string, status = 301) => ({ status, headers: { location } });

  it.each([
    ['a card', { [CANONICAL]: json(CARD) }, 'pass'],
    ['a card without an endpoint', { [CANONICAL]: json({ name: 'x' }) }, 'noncompliant'],
    ['longer than what is read', { [CANONICAL]: json({ ...CARD, notes: 'x'.repeat(2_500_000) }) }, 'error'],
    ['only at an older path', { '/mcp.json': json(CARD) }, 'absent'],
  ] as const)('well-known-mcp-card: %s → %s', async (_, routes, expected) => {
    const results = await auditMcp({ '/mcp': byHand(), ...routes }, ['well-known-mcp-card']);
    const card = results.get('well-known-mcp-card');
    expect(card?.status, card?.evidence).toBe(expected);
  });

  it.each([
    ['308', { '/mcp.json': to(CANONICAL, 308) }, 'pass'],
    [
      'over another alias',
      { '/mcp.json': to('/.well-known/mcp'), '/.well-known/mcp': to(CANONICAL) },
      'pass',
    ],
    ['one right, one wrong', { '/mcp.json': json(CARD), '/.well-known/mcp': to(CANONICAL) }, 'broken'],
    ['a redirect to a page', { '/mcp.json': to('/') }, 'n_a'],
    ['a redirect to a card elsewhere', { '/mcp.json': to('/card.json'), '/card.json': json(CARD) }, 'broken'],
  ] as const)('mcp-card-legacy-aliases: %s → %s', async (_, routes, expected) => {
    const id = 'mcp-card-legacy-aliases';
    const results = await auditMcp({ '/mcp': byHand(), [CANONICAL]: json(CARD), ...routes }, [id]);
    expect(results.get(id)?.status, results.get(id)?.evidence).toBe(expected);
  });

  const MARKDOWN = { type: 'text/markdown', body: '# Using it' };
  it.each([
    ['/mcp-skill.md', { '/mcp-skill.md': MARKDOWN }, 'pass'],
    ['/.well-known/mcp/usage.md', { '/.well-known/mcp/usage.md': MARKDOWN }, 'pass'],
    [
      'named by the card',
      { [CANONICAL]: json({ ...CARD, documentation: '/guide.md' }), '/guide.md': MARKDOWN },
      'pass',
    ],
    [
      'a page named by the card',
      { [CANONICAL]: json({ ...CARD, documentation: '/guide' }), '/guide': HOME },
      'n_a',
    ],
  ] as const)('mcp-usage-doc: %s → %s', async (_, routes, expected) => {
    const results = await auditMcp({ '/mcp': byHand(), ...routes }, ['mcp-usage-doc']);
    expect(results.get('mcp-usage-doc')?.status, results.get('mcp-usage-doc')?.evidence).toBe(expected);
  });
});
