import { describe, expect, it } from 'vitest';
import { auditMcp, auditWrong, CARD, IDS, statusesOf } from '../../testing/mcp-audit.ts';
import {
  byHand,
  discovered,
  error,
  handshake,
  page,
  type Reactions,
  result,
} from '../../testing/mcp-by-hand.ts';
import { HOME, json } from '../../testing/routes.ts';

const ALL_PASS = Object.fromEntries(IDS.map((id) => [id, 'pass']));
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

const LONG = 'x'.repeat(3 * 1024 * 1024);
const LONG_TOOLS = [{ name: 'a', description: LONG, inputSchema: { type: 'object' } }];
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };

/** A JSON-RPC error without a media type, as a hand-written server may send it. */
const untyped = (code: number, status = 200) => ({
  status,
  type: '',
  body: { error: { code, message: 'no' } },
});

/** One row is one fault: the server does everything else right. */
const FAULTS: readonly (readonly [id: string, title: string, expected: string, wrong: Reactions])[] = [
  ['mcp-initialize', 'never answers', 'error', { initialize: 'hang' }],
  ['mcp-initialize', 'resets', 'error', { initialize: 'reset' }],
  ['mcp-initialize', 'plainly refused, and the modern lane works', 'n_a', { initialize: page(400) }],
  [
    'mcp-tools-list',
    'wants authorization',
    'n_a',
    { 'tools/list': { status: 401, headers: { 'www-authenticate': 'Bearer' } } },
  ],
  ['mcp-tools-list', 'a stream without an end', 'error', { 'tools/list': 'hold' }],
  ['mcp-resources-list', 'on the modern lane only', 'pass', { initialize: result(handshake({ tools: {} })) }],
  ['mcp-malformed-body', 'never answers', 'broken', { malformed: 'hang' }],
  ['mcp-malformed-body', 'resets', 'error', { malformed: 'reset' }],
  ['mcp-get-fast-fail', 'a stream that stays open', 'n_a', { get: 'hold' }],
  ['mcp-get-fast-fail', 'resets', 'error', { get: 'reset' }],
  ['mcp-tools-list', '3 MiB', 'error', { 'tools/list': result({ tools: LONG_TOOLS }) }],
  [
    'mcp-tools-list',
    '3 MiB as events',
    'error',
    { 'tools/list': { type: 'text/event-stream', body: `data: ${LONG}\n\n` } },
  ],
  // If the status alone decides, the body is not needed.
  ['mcp-malformed-body', '400 and 3 MiB', 'pass', { malformed: error(-32700, 400, LONG) }],
  ['mcp-cors-actual', '3 MiB', 'pass', { origin: { headers: ANY_ORIGIN, body: { result: LONG } } }],
  ['mcp-server-discover', 'never answers', 'error', { 'server/discover': 'hang' }],
  ...([500, 502, 501] as const).map(
    (status) =>
      [
        'mcp-server-discover',
        `${status} without the older lane’s way of saying no`,
        'broken',
        { 'server/discover': page(status) },
      ] as const,
  ),
  ['mcp-server-discover', '500 with -32601', 'broken', { 'server/discover': error(-32601, 500) }],
  ['mcp-server-discover', '400 without a media type', 'absent', { 'server/discover': untyped(-32600, 400) }],
  ['mcp-server-discover', '-32601 without a media type', 'broken', { 'server/discover': untyped(-32601) }],
  ['mcp-modern-unknown-method', 'where server/discover fails', 'absent', { 'server/discover': page(500) }],
  [
    'mcp-unknown-method',
    'without a media type (hand-written)',
    'broken',
    { 'unknown method': untyped(-32601) },
  ],
  ...(
    [
      ['n_a', { initialize: result(handshake({ tools: {} })), 'server/discover': error(-32000, 400) }],
      ['n_a', { initialize: result(handshake({ resources: null })), 'server/discover': page(500) }],
      ['absent', { 'server/discover': error(-32000, 400) }],
      ['pass', { initialize: result(handshake({ tools: {} })) }],
      ['n_a', { 'server/discover': result(discovered({ tools: {} })) }],
    ] as const
  ).map(([status, wrong], i) => ['mcp-modern-resources-miss', `lane ${i}`, status, wrong] as const),
  [
    'mcp-server-discover',
    'a header mismatch that is none',
    'broken',
    { 'server/discover': error(-32020, 400) },
  ],
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

  it('well-known-mcp-card: only at an older path → absent', async () => {
    const results = await auditMcp({ '/mcp': byHand(), '/mcp.json': json(CARD) }, ['well-known-mcp-card']);
    expect(results.get('well-known-mcp-card')?.status).toBe('absent');
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
