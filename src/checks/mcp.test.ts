import { describe, expect, it } from 'vitest';
import { auditMcp, CARD, every, HOME, IDS, json, MODERN, SHORT, statusesOf } from '../testing/mcp-audit.ts';
import {
  byHand,
  discovered,
  empty,
  error,
  handshake,
  page,
  type Reactions,
  result,
} from '../testing/mcp-by-hand.ts';
import { type NodeHandler, sdkV1, sdkV2 } from '../testing/mcp-servers.ts';

const ALL_PASS = Object.fromEntries(IDS.map((id) => [id, 'pass']));
const DOCUMENTS = {
  'well-known-mcp-card': 'absent',
  'mcp-card-legacy-aliases': 'n_a',
  'mcp-usage-doc': 'n_a',
  webmcp: 'n_a',
};
const NO_CORS = { 'mcp-cors-preflight': 'absent', 'mcp-cors-actual': 'absent' };

describe('real servers', () => {
  it('version 2 of the SDK, both lanes', async () => {
    expect(statusesOf(await auditMcp({ '/mcp': sdkV2() }))).toEqual({
      ...ALL_PASS,
      ...DOCUMENTS,
      ...NO_CORS,
    });
  });

  it('version 2 of the SDK, the modern lane alone', async () => {
    expect(statusesOf(await auditMcp({ '/mcp': sdkV2({ legacy: 'reject' }) }))).toEqual({
      ...ALL_PASS,
      ...DOCUMENTS,
      ...NO_CORS,
      ...every(
        ['mcp-initialize', 'mcp-capabilities', 'mcp-tools-list', 'mcp-resources-list', 'mcp-unknown-method'],
        'n_a',
      ),
      'mcp-accept-unsatisfiable': 'absent',
    });
  });

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

  it('version 1 of the SDK without sessions, which opens the stream of its revision', async () => {
    const { handler } = sdkV1({ json: true });
    expect(statusesOf(await auditMcp({ '/mcp': handler }))).toEqual({ ...V1, 'mcp-get-fast-fail': 'n_a' });
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

/** The server speaks the 2025 revisions alone. */
const onlyOlder = (wrong: Reactions): Reactions => ({ 'server/discover': error(-32000, 400), ...wrong });
const ISERROR = result({ isError: true, content: [] });
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };

/** One row is one fault: the server does everything else right. */
const FAULTS: readonly (readonly [id: string, title: string, expected: string, wrong: Reactions])[] = [
  [
    'mcp-initialize',
    'no serverInfo',
    'noncompliant',
    { initialize: result({ protocolVersion: '2025-11-25' }) },
  ],
  ['mcp-initialize', 'an empty result', 'broken', { initialize: result({}) }],
  ['mcp-initialize', '500', 'broken', { initialize: page(500) }],
  ['mcp-initialize', 'never answers', 'error', { initialize: 'hang' }],
  ['mcp-initialize', 'resets', 'error', { initialize: 'reset' }],
  ['mcp-initialize', 'refused, and the modern lane works', 'n_a', { initialize: error(-32601, 404) }],
  ['mcp-initialize', 'plainly refused, and the modern lane works', 'n_a', { initialize: page(400) }],
  [
    'mcp-initialize',
    'JSON sent as text/plain',
    'broken',
    { initialize: { type: 'text/plain', body: { result: handshake() } } },
  ],
  ['mcp-capabilities', 'none', 'absent', { initialize: result(handshake({})) }],
  ['mcp-capabilities', 'null', 'absent', { initialize: result(handshake({ tools: null })) }],
  ['mcp-tools-list', 'no array', 'broken', { 'tools/list': result({}) }],
  ['mcp-tools-list', 'no schema', 'noncompliant', { 'tools/list': result({ tools: [{ name: 'a' }] }) }],
  ['mcp-tools-list', 'an error', 'broken', { 'tools/list': error(-32603) }],
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
  [
    'mcp-resources-list',
    'nameless',
    'noncompliant',
    { 'resources/list': result({ resources: [{ uri: 'a:b' }] }) },
  ],
  [
    'mcp-resources-list',
    'one without a uri',
    'broken',
    { 'resources/list': result({ resources: [{ uri: 'a:b', name: 'b' }, { name: 'c' }] }) },
  ],
  ['mcp-resources-list', 'unknown', 'broken', { 'resources/list': error(-32601) }],
  [
    'mcp-resources-list',
    'not advertised on either lane',
    'n_a',
    { initialize: result(handshake({ tools: {} })), 'server/discover': result(discovered({ tools: {} })) },
  ],
  ['mcp-resources-list', 'on the modern lane only', 'pass', { initialize: result(handshake({ tools: {} })) }],
  ['mcp-unknown-method', 'a result', 'broken', { 'unknown method': result({}) }],
  ['mcp-unknown-method', 'another code', 'broken', { 'unknown method': error(-32603) }],
  ['mcp-unknown-method', 'no JSON', 'broken', { 'unknown method': page(404) }],
  ['mcp-unknown-method', 'with 404', 'pass', { 'unknown method': error(-32601, 404) }],
  ['mcp-unknown-method', 'never answers', 'error', { 'unknown method': 'hang' }],
  ['mcp-malformed-body', 'a result', 'broken', { malformed: result({}) }],
  ['mcp-malformed-body', '500', 'broken', { malformed: page(500) }],
  ['mcp-malformed-body', 'never answers', 'broken', { malformed: 'hang' }],
  ['mcp-malformed-body', 'resets', 'error', { malformed: 'reset' }],
  ['mcp-malformed-body', 'plain 400', 'pass', { malformed: page(400) }],
  ['mcp-malformed-body', '415', 'pass', { malformed: page(415) }],
  ['mcp-malformed-body', '200 with -32700', 'pass', { malformed: error(-32700) }],
  ['mcp-malformed-body', '422', 'noncompliant', { malformed: page(422) }],
  ['mcp-get-fast-fail', 'a stream that stays open', 'n_a', { get: 'hold' }],
  [
    'mcp-get-fast-fail',
    'a stream of a server without the 2025 revisions',
    'noncompliant',
    { get: 'hold', initialize: error(-32601, 404) },
  ],
  ['mcp-get-fast-fail', 'never answers', 'broken', { get: 'hang' }],
  ['mcp-get-fast-fail', '500', 'broken', { get: page(500) }],
  ['mcp-get-fast-fail', 'resets', 'error', { get: 'reset' }],
  ['mcp-get-fast-fail', 'a page', 'pass', { get: page(200) }],
  [
    'mcp-get-fast-fail',
    'wants authorization',
    'pass',
    { get: { status: 401, headers: { 'www-authenticate': 'Bearer' } } },
  ],
  ['mcp-batch-reject', 'served', 'broken', { batch: result({}) }],
  ['mcp-batch-reject', 'another code', 'broken', { batch: error(-32700, 400) }],
  [
    'mcp-batch-reject',
    'an id of its own',
    'noncompliant',
    { batch: { status: 400, body: { id: 'anc-modern-batch', error: { code: -32600, message: 'no' } } } },
  ],
  ['mcp-batch-reject', '400 without JSON-RPC', 'noncompliant', { batch: page(400) }],
  ['mcp-batch-reject', 'no id', 'pass', { batch: error(-32600, 400) }],
  ['mcp-unknown-tool', 'isError', 'noncompliant', onlyOlder({ 'unknown tool': ISERROR })],
  ['mcp-unknown-tool', 'another code', 'noncompliant', onlyOlder({ 'unknown tool': error(-32601) })],
  ['mcp-unknown-tool', 'what looks like success', 'broken', onlyOlder({ 'unknown tool': result({}) })],
  ['mcp-unknown-tool', 'isError, and right on the modern lane', 'pass', { 'unknown tool': ISERROR }],
  [
    'mcp-unknown-tool',
    'isError on both lanes',
    'noncompliant',
    { 'unknown tool': ISERROR, 'modern unknown tool': ISERROR },
  ],
  ['mcp-accept-unsatisfiable', 'ignored', 'absent', { 'accept image': result({ tools: [] }) }],
  ['mcp-accept-unsatisfiable', '400', 'absent', { 'accept image': page(400) }],
  ['mcp-accept-unsatisfiable', '500', 'broken', { 'accept image': page(500) }],
  ['mcp-accept-json', '406 on both lanes', 'absent', { 'accept json': error(-32000, 406) }],
  ['mcp-accept-json', '406', 'n_a', onlyOlder({ 'accept json': error(-32000, 406) })],
  ['mcp-accept-json', '400', 'absent', onlyOlder({ 'accept json': page(400) })],
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
  [
    'mcp-server-discover',
    'no serverInfo',
    'noncompliant',
    { 'server/discover': result({ ...discovered(), _meta: {} }) },
  ],
  ['mcp-server-discover', 'method not found', 'absent', { 'server/discover': error(-32601, 404) }],
  [
    'mcp-server-discover',
    'a result of something else',
    'absent',
    { 'server/discover': result({ ok: true }) },
  ],
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
  [
    'mcp-server-discover',
    'another revision only',
    'absent',
    { 'server/discover': error(-32022, 400, { supported: ['2027-01-01'] }) },
  ],
  ['mcp-modern-tools-list', 'an error', 'broken', { 'modern tools/list': error(-32000, 400) }],
  [
    'mcp-modern-tools-list',
    'no capability',
    'n_a',
    { 'server/discover': result(discovered({ resources: {} })) },
  ],
  ['mcp-modern-unknown-method', 'another code', 'broken', { 'modern unknown method': error(-32600, 400) }],
  ['mcp-modern-unknown-method', 'with 200', 'pass', { 'modern unknown method': error(-32601) }],
  ['mcp-modern-unknown-method', 'with 500', 'noncompliant', { 'modern unknown method': error(-32601, 500) }],
  ['mcp-modern-clientcaps', 'served', 'broken', { 'no clientCapabilities': result({}) }],
  ['mcp-modern-clientcaps', '-32600', 'pass', { 'no clientCapabilities': error(-32600, 400) }],
  ['mcp-modern-header-mismatch', 'served', 'broken', { 'header mismatch': result({}) }],
  ['mcp-modern-header-mismatch', 'no JSON', 'broken', { 'header mismatch': page(400) }],
  ['mcp-modern-version-reject', 'served', 'broken', { 'unknown version': result({}) }],
  ['mcp-modern-version-reject', 'no data', 'noncompliant', { 'unknown version': error(-32022, 400) }],
  ['mcp-modern-resources-miss', '-32002', 'broken', { 'unknown resource': error(-32002) }],
  [
    'mcp-modern-resources-miss',
    'no capability',
    'n_a',
    { 'server/discover': result(discovered({ tools: {} })) },
  ],
  ['mcp-cors-preflight', '405', 'absent', { options: page(405) }],
  ['mcp-cors-preflight', 'foreign pages are refused', 'n_a', { origin: page(403) }],
  [
    'mcp-cors-preflight',
    'origin only',
    'broken',
    { options: { status: 204, headers: { 'access-control-allow-origin': '*' }, body: '' } },
  ],
  ['mcp-cors-preflight', '500', 'broken', { options: page(500) }],
  ['mcp-cors-actual', 'on the preflight only', 'broken', { origin: result({ tools: [] }) }],
  ['mcp-cors-actual', 'on the POST only', 'broken', { options: page(405) }],
  ['mcp-cors-actual', 'foreign pages are refused', 'n_a', { options: page(405), origin: page(403) }],
  ['mcp-cors-actual', 'neither', 'absent', { options: page(405), origin: result({ tools: [] }) }],
  ['mcp-cors-actual', 'an error with the header', 'broken', { origin: { status: 400, headers: ANY_ORIGIN } }],
];

describe.concurrent('one fault each', () => {
  it.each(FAULTS)('%s: %s → %s', async (id, _, expected, wrong) => {
    const results = await auditMcp({ '/mcp': byHand(wrong) }, [id], SHORT);
    expect(results.get(id)?.status, results.get(id)?.evidence).toBe(expected);
  });
});

describe('documents', () => {
  const CANONICAL = '/.well-known/mcp/server-card.json';
  const to = (location: string, status = 301) => ({ status, headers: { location } });

  it.each([
    ['a card', { [CANONICAL]: json(CARD) }, 'pass'],
    ['a card without a name', { [CANONICAL]: json({ url: '/mcp' }) }, 'noncompliant'],
    ['a card without an endpoint', { [CANONICAL]: json({ name: 'x' }) }, 'noncompliant'],
    ['an array', { [CANONICAL]: json([CARD]) }, 'broken'],
    ['not JSON', { [CANONICAL]: { type: 'application/json', body: '{' } }, 'broken'],
    ['500', { [CANONICAL]: { status: 500 } }, 'broken'],
    ['longer than what is read', { [CANONICAL]: json({ ...CARD, notes: 'x'.repeat(2_500_000) }) }, 'error'],
    ['only at an older path', { '/mcp.json': json(CARD) }, 'absent'],
    ['a page for every path', { '*': HOME }, 'absent'],
  ] as const)('well-known-mcp-card: %s → %s', async (_, routes, expected) => {
    const results = await auditMcp({ '/mcp': byHand(), ...routes }, ['well-known-mcp-card']);
    const card = results.get('well-known-mcp-card');
    expect(card?.status, card?.evidence).toBe(expected);
  });

  it.each([
    ['none', {}, 'n_a'],
    ['308', { '/mcp.json': to(CANONICAL, 308) }, 'pass'],
    [
      'over another alias',
      { '/mcp.json': to('/.well-known/mcp'), '/.well-known/mcp': to(CANONICAL) },
      'pass',
    ],
    ['302', { '/mcp.json': to(CANONICAL, 302) }, 'broken'],
    ['served in place', { '/mcp.json': json(CARD) }, 'broken'],
    ['one right, one wrong', { '/mcp.json': json(CARD), '/.well-known/mcp': to(CANONICAL) }, 'broken'],
    ['a redirect to a page', { '/mcp.json': to('/') }, 'n_a'],
    ['a page', { '/.well-known/mcp': HOME }, 'n_a'],
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
    ['a page', { '/mcp.md': HOME }, 'n_a'],
    ['empty', { '/mcp.md': { type: 'text/markdown', body: ' ' } }, 'n_a'],
  ] as const)('mcp-usage-doc: %s → %s', async (_, routes, expected) => {
    const results = await auditMcp({ '/mcp': byHand(), ...routes }, ['mcp-usage-doc']);
    expect(results.get('mcp-usage-doc')?.status, results.get('mcp-usage-doc')?.evidence).toBe(expected);
  });

  it.each([
    ['a declaration', '<script type="application/webmcp+json">{}</script>', 'pass'],
    ['a script', '<script type="module">navigator.modelContext.provideContext({})</script>', 'pass'],
    ['a script elsewhere', '<script src="/webmcp.js">navigator.modelContext</script>', 'n_a'],
    ['data', '<script type="application/ld+json">{"a":"navigator.modelContext"}</script>', 'n_a'],
    ['a form', '<form toolname="a"></form>', 'pass'],
    ['an unnamed form', '<form toolname=" "></form>', 'n_a'],
  ])('webmcp, without an MCP endpoint: %s → %s', async (_, html, expected) => {
    const results = await auditMcp({ '/': { ...HOME, body: `${HOME.body}${html}` } }, ['webmcp']);
    expect(results.get('webmcp')?.status).toBe(expected);
  });
});
