/** The HTTP side of the endpoint: statuses, headers, and JSON-RPC error codes for invalid messages. */
import { describe, expect, it } from 'vitest';
import { shared } from '../../testing/shared.ts';
import { refusedByHeaders } from './http.ts';
import { serveDemoEndpoint } from './testing/demos.ts';
import { modern, ofRevision, post, request, type Sent, withoutCapabilities } from './testing/messages.ts';
import { serveEndpoint } from './testing/serve.ts';
import { demoLibrary, demoScorecards } from './testing/services.ts';

const { demos, endpoint } = shared(await serveDemoEndpoint(['ready.demo', 'neglected.demo']));

async function send(sent: Sent) {
  const response = await post(endpoint.url, sent);
  const text = await response.text();
  const { status, headers } = response;
  const type = headers.get('content-type');
  return { status, type, headers, text, json: type === 'application/json' ? JSON.parse(text) : undefined };
}

describe('methods', () => {
  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    '%s is refused, without CORS headers',
    async (method) => {
      const origin = 'https://elsewhere.example';
      const { status, headers } = await send({ method, headers: { origin } });
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('POST');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );
});

describe('headers', () => {
  const list = request('tools/list');

  it.each([
    ['application/json', 200, 'application/json'],
    ['application/json, text/event-stream', 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    ['application/*;q=0.5', 200, 'application/json'],
    ['text/event-stream', 200, 'text/event-stream'],
    ['application/json;q=0, */*', 200, 'text/event-stream'],
    ['image/png', 406, 'application/json'],
    ['application/json;q=0', 406, 'application/json'],
    ['text/html, application/xml', 406, 'application/json'],
  ])('Accept: %s', async (accept, status, type) => {
    const answers = [
      await send({ headers: { accept }, body: list }),
      await send({ ...modern('tools/list'), headers: { ...modern('tools/list').headers, accept } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(status);
      expect(answer.type).toBe(type);
    }
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', ''])(
    'Content-Type: %j gives 415',
    async (type) => {
      const { status, json } = await send({ headers: { 'content-type': type }, body: list });
      expect(status).toBe(415);
      expect(json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
    },
  );

  it('accepts a charset', async () => {
    expect(
      (await send({ headers: { 'content-type': 'application/json; charset=utf-8' }, body: list })).status,
    ).toBe(200);
  });

  it('forbids caching and sniffing, and opens no session', async () => {
    for (const sent of [{ body: list }, modern('tools/list'), { method: 'GET' }]) {
      const { headers } = await send(sent);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('mcp-session-id')).toBeNull();
    }
  });

  it('refuses a revision that it does not serve', async () => {
    const { status, json } = await send({ headers: { 'mcp-protocol-version': '2024-11-05' }, body: list });
    expect(status).toBe(400);
    expect(json.error.code).toBe(-32000);
  });
});

describe('Origin', () => {
  const list = request('tools/list');

  it('refuses another site’s origin, and a host that is neither the catalog nor this machine', async () => {
    const { status, json } = await send({ headers: { origin: 'https://elsewhere.example' }, body: list });
    expect(status).toBe(403);
    expect(json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const request = new Request('http://evil.example:8888/mcp', { method: 'POST', headers });
    expect(refusedByHeaders(request, 'https://catalog.example')?.status).toBe(403);
  });

  it('serves its own origin', async () => {
    expect((await send({ headers: { origin: endpoint.origin }, body: list })).status).toBe(200);
  });
});

describe('messages', () => {
  it.each([
    ['{not json', 400, -32700],
    ['', 400, -32700],
    ['{}', 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 400, -32600],
    [`[${JSON.stringify(request('ping'))}]`, 400, -32600],
    ['['.repeat(500), 400, -32700],
  ])('%j', async (body, status, code) => {
    const answer = await send({ body });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  });

  it('of more than 256 KiB get 413', async () => {
    const { status, json } = await send({ body: request('ping', { padding: 'x'.repeat(256 * 1024) }) });
    expect(status).toBe(413);
    expect(json.error.code).toBe(-32000);
  });

  it.each([
    ['stateful', { body: request('tools/list') }],
    ['2026-07-28', modern('tools/list')],
  ] as const)('repeats a %s list with the id of each request, and logs it', async (revision, sent) => {
    const first = await send(sent);
    endpoint.calls.length = 0;
    const again = await send({ ...sent, body: { ...(sent.body as object), id: 'two' } });
    expect(again.json).toEqual({ ...first.json, id: 'two' });
    expect([...again.headers.keys()]).toEqual([...first.headers.keys()]);
    expect(endpoint.calls).toEqual([{ revision, rpc: 'tools/list' }]);
  });

  it('responds to notifications and responses with 202 and no body', async () => {
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      const { status, text } = await send({ body });
      expect(status).toBe(202);
      expect(text).toBe('');
    }
  });
});

it('logs each message, and the outcome of each tool call', async () => {
  endpoint.calls.length = 0;
  await send({ body: request('tools/call', { name: 'list_checks', arguments: {} }) });
  await send(modern('tools/call', { name: 'no_such_tool', arguments: {} }, 'no_such_tool'));
  await send({ body: request(`no\nsuch\u001b[2Kmethod${'x'.repeat(100)}`) });
  await send({ body: request('tools/call', { name: 'list_checks', arguments: { category: 1 } }) });
  const hostile = { target: 'https://user:secret@site.example/path?token=1' };
  await send({ body: request('tools/call', { name: 'get_scorecard', arguments: hostile }) });
  await send({ body: request('tools/call', { name: 'get_scorecard', arguments: { target: 'ready.demo' } }) });
  const call = { revision: 'stateful', rpc: 'tools/call' };
  expect(endpoint.calls).toEqual([
    call,
    { tool: 'list_checks', target: undefined, outcome: 'ok' },
    { revision: '2026-07-28', rpc: 'tools/call' },
    { revision: 'stateful', rpc: expect.stringMatching(/^no suchmethodx+…$/) },
    call,
    { tool: 'list_checks', target: undefined, outcome: 'invalid_arguments' },
    call,
    { tool: 'get_scorecard', target: undefined, outcome: 'invalid_target' },
    call,
    { tool: 'get_scorecard', target: 'ready.demo', outcome: 'ok' },
  ]);
  expect(JSON.stringify(endpoint.calls)).not.toContain('secret');
});

describe('error codes', () => {
  const call = (name: string, args: unknown) => ({ name, arguments: args });

  it.each([
    ['an unknown method', 'no/such/method', {}, undefined, -32601, 404],
    ['a subscription', 'subscriptions/listen', { notifications: {} }, undefined, -32601, 404],
    ['an unknown tool', 'tools/call', call('no_such_tool', {}), 'no_such_tool', -32602, 200],
    [
      'an unknown resource',
      'resources/read',
      { uri: 'https://x.example/y' },
      'https://x.example/y',
      -32602,
      200,
    ],
  ] as const)('%s', async (_, method, params, name, code, modernStatus) => {
    const older = await send({ body: request(method, params) });
    expect(older.status).toBe(200);
    expect(older.json).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code } });
    const newer = await send(modern(method, params, name));
    expect(newer.json).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code } });
    expect(newer.status).toBe(modernStatus);
  });

  const LIST = '`targets` is a list of two to four hosts: ["a.com", "b.com"]';
  it.each([
    ['compare_scorecards', { targets: 'a.com, b.com' }, LIST],
    ['compare_scorecards', { targets: '["a.com", "b.com"]' }, LIST],
    ['compare_scorecards', { targets: ['a.com'] }, LIST],
    ['compare_scorecards', { targets: [1, {}] }, LIST],
    ['compare_scorecards', {}, LIST.replace('is ', 'is missing: ')],
    [
      'list_scorecards',
      { min_score: 101, sort: 'x' },
      '`min_score` is a whole number from 0 to 100; `sort` is one of relative, global, newest, host',
    ],
    ['list_scorecards', { cursor: 7 }, '`cursor` is the next_cursor of the previous page'],
    ['list_checks', { limit: '5' }, '`limit` is a whole number from 1 to 100'],
    ['list_checks', { x: 1 }, 'it has no argument x, only category, keyword, cursor, limit'],
    ['get_fix', { check_id: ['robots'] }, '`check_id` is the id of a check, such as "llms-txt"'],
    ['get_scorecard', {}, '`target` is missing: a public host, such as "example.com"'],
    ['audit_website', { url: null }, '`target` is a public host, such as "example.com"'],
    [
      'score_cli',
      { target: 'a.com', mcp_endpoint: `/${'a'.repeat(100)}` },
      '`mcp_endpoint` is a path on the target, such as "/v1/mcp"',
    ],
  ])('bad arguments of %s, %j: an error, and since 2025-11-25 a result', async (name, args, why) => {
    const message = `Invalid arguments for ${name}: ${why}.`;
    const body = request('tools/call', call(name, args));
    const old = { jsonrpc: '2.0', id: 1, error: { code: -32602, message } };
    const structuredContent = { error: { code: 'invalid_arguments', message } };
    const now = { id: 1, result: { isError: true, structuredContent } };
    for (const [sent, expected] of [
      [{ body }, old],
      [{ body, headers: { 'mcp-protocol-version': '2025-06-18' } }, old],
      [{ body, headers: { 'mcp-protocol-version': '2025-11-25' } }, now],
      [modern('tools/call', call(name, args), name), now],
    ] as const) {
      const { status, json } = await send(sent);
      expect(status).toBe(200);
      expect(json).toMatchObject(expected);
    }
  });

  it.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['2099-01-01', '2025-11-25'],
    ['latest', '2025-11-25'],
  ])('initialize with %s is offered %s', async (asked, offered) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const { json } = await send({ body: request('initialize', params) });
    expect(json.result.protocolVersion).toBe(offered);
  });

  it('of the revision 2026-07-28', async () => {
    const codeOf = async (sent: Sent) => (await send(sent)).json.error.code;
    const { headers, body } = modern('tools/list');
    // A cached response serves only equal requests.
    expect((await send(modern('tools/list'))).status).toBe(200);
    expect(await codeOf(modern('tools/list', { _meta: withoutCapabilities }))).toBe(-32602);
    expect(await codeOf({ body, headers: { ...headers, 'mcp-method': 'prompts/list' } })).toBe(-32020);
    const unknown = modern('tools/list', { _meta: ofRevision('1900-01-01') });
    const { json } = await send({
      ...unknown,
      headers: { ...headers, 'mcp-protocol-version': '1900-01-01' },
    });
    expect(json.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
  });

  it('reveals nothing about internal faults', async () => {
    await using failing = await serveEndpoint({
      library: (origin) => ({
        ...demoLibrary(origin, demos),
        checks: () => Promise.reject(new Error('ENOENT /var/task/secret')),
        spec: () => Promise.reject(new Error('ENOENT /var/task/secret')),
      }),
      scorecards: demoScorecards(demos),
    });
    for (const body of [
      request('tools/call', call('list_checks', {})),
      request('resources/read', { uri: `${failing.origin}/spec.md` }),
    ]) {
      const response = await post(failing.url, { body });
      const text = await response.text();
      expect(JSON.parse(text).error.code).toBe(-32603);
      expect(text).not.toMatch(/ENOENT|secret/);
    }
    expect(failing.errors).toHaveLength(2);
  });
});
