import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { json as readJson, text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { isRecord, parseJsonText } from '../../base/json.ts';
import { auditMcp, auditWrong, CARD, every, IDS, MODERN, statusesOf } from '../../testing/mcp-audit.ts';
import { byHand, error, handshake, older, type Reactions, result, TOOLS } from '../../testing/mcp-by-hand.ts';
import { type NodeHandler, sdkV2 } from '../../testing/mcp-servers.ts';
import { json } from '../../testing/routes.ts';

const STATEFUL = [
  'mcp-capabilities',
  'mcp-tools-list',
  'mcp-resources-list',
  'mcp-unknown-method',
  'mcp-unknown-tool',
];

function expectAllPass(results: Awaited<ReturnType<typeof auditMcp>>, ids: readonly string[]): void {
  for (const id of ids) expect(results.get(id)?.status, results.get(id)?.evidence).toBe('pass');
}

describe('lanes', () => {
  it('a server whose handshake fails is broken once', async () => {
    const results = statusesOf(await auditMcp({ '/mcp': older({ initialize: error(-32603) }) }));
    expect(results).toMatchObject({
      'mcp-initialize': 'broken',
      'mcp-capabilities': 'absent',
      'mcp-tools-list': 'absent',
      'mcp-unknown-method': 'absent',
      'mcp-server-discover': 'absent',
      'mcp-malformed-body': 'pass',
      'mcp-get-fast-fail': 'pass',
      'mcp-cors-preflight': 'pass',
    });
  });

  it('an endpoint that asks for authorization is judged by its documents only', async () => {
    const challenge = { status: 401, headers: { 'www-authenticate': 'Bearer' } };
    const results = await auditMcp({ '/mcp': challenge, '/.well-known/mcp/server-card.json': json(CARD) });
    expect(statusesOf(results)).toEqual({
      ...every(IDS, 'n_a'),
      'well-known-mcp-card': 'pass',
    });
    expect(results.get('mcp-initialize')?.evidence).toContain('the endpoint asks for authorization');
  });

  it.each([
    [
      'no modern lane',
      { '/mcp': older() },
      'mcp-server-discover',
      'server/discover, 2026-07-28: error -32000, not a response of that revision',
      MODERN,
    ],
    [
      'no handshake',
      { '/mcp': older({ initialize: error(-32603) }) },
      'mcp-initialize',
      'initialize, 2025-11-25: error -32603',
      STATEFUL,
    ],
    ['no endpoint', {}, 'mcp-initialize', '/mcp -> 404', [...MODERN, ...STATEFUL, 'mcp-usage-doc']],
    [
      'a refused endpoint',
      { '/mcp': { status: 403, headers: { 'cf-mitigated': 'challenge' } } },
      'mcp-initialize',
      "allow the auditor's requests, or audit from inside the network",
      [...MODERN, ...STATEFUL],
    ],
    [
      'a promised endpoint',
      { '/.well-known/mcp/server-card.json': json({ name: 'x', endpoint: '/v1' }) },
      'mcp-initialize',
      'declared by /.well-known/mcp/server-card.json',
      [...MODERN, ...STATEFUL],
    ],
  ] as const)('one cause is reported once: %s', async (_, routes, teller, told, others) => {
    const results = await auditMcp(routes);
    expect(results.get(teller)?.evidence).toContain(told);
    for (const id of others) {
      expect(results.get(id)?.evidence, id).toContain(`see ${teller}`);
      expect(results.get(id)?.evidence, id).not.toContain(told);
    }
  });

  it('what is judged on the better of two lanes names the revision that was asked', async () => {
    const results = await auditMcp({ '/mcp': sdkV2() });
    expect(results.get('mcp-unknown-tool')?.evidence).toContain('tools/call, 2025-11-25: error -32602');
    expect(results.get('mcp-accept-json')?.evidence).toContain('tools/list, 2026-07-28: ');
    expect(results.get('mcp-accept-unsatisfiable')?.evidence).toContain('tools/list, 2025-11-25: ');
    expect(results.get('mcp-malformed-body')?.evidence).toContain('POST with a malformed body, 2025-11-25: ');
  });

  it.each([
    ['without a mark of the revision', {}],
    ['with its own result type', { resultType: 'complete' }],
  ])('a revision that only its tools show, %s, is held to nothing: what holds passes', async (_, mark) => {
    const reactions: Reactions = {
      'server/discover': error(-32601),
      'modern tools/list': result({ ...TOOLS, ...mark }),
      'no clientCapabilities': result({ tools: [] }),
      'unknown version': result({ tools: [] }),
      batch: result({}),
    };
    const results = await auditMcp({ '/mcp': byHand(reactions) });
    for (const id of ['mcp-modern-clientcaps', 'mcp-modern-version-reject', 'mcp-batch-reject'])
      expect(results.get(id)).toMatchObject({ status: 'absent', unprobed: true });
    expectAllPass(results, ['mcp-modern-tools-list', 'mcp-modern-unknown-method', 'mcp-unknown-tool']);
  });

  it('what fails on such a lane does not hide what fails on the other, and is absent alone', async () => {
    const only = { 'server/discover': error(-32601), 'modern unknown tool': result({ content: [] }) };
    const fails = async (wrong: Reactions) =>
      (await auditWrong({ ...only, ...wrong }, ['mcp-unknown-tool'])).get('mcp-unknown-tool');
    expect(await fails({ 'unknown tool': result({ content: [] }) })).toMatchObject({ status: 'broken' });
    const closed = { initialize: { status: 401, headers: { 'www-authenticate': 'Bearer' } } };
    expect(await fails(closed)).toMatchObject({ status: 'absent', unprobed: true });
  });

  it('where both handshakes ask for authorization and the tools do not, what holds passes', async () => {
    const results = await auditMcp({
      '/mcp': byHand({
        initialize: error(-32001, 401),
        'server/discover': error(-32001, 401),
        'no clientCapabilities': result(TOOLS),
        batch: error(-32001, 401),
      }),
    });
    const absent = { status: 'absent', unprobed: true };
    expect(results.get('mcp-initialize')).toMatchObject({ status: 'n_a' });
    expect(results.get('mcp-modern-tools-list')).toMatchObject({ status: 'pass' });
    expect(results.get('mcp-modern-header-mismatch')).toMatchObject({ status: 'pass' });
    expect(results.get('mcp-modern-clientcaps')).toMatchObject(absent);
    expect(results.get('mcp-server-discover')).toMatchObject({ status: 'absent' });
    expect(results.get('mcp-batch-reject')).toMatchObject({ status: 'n_a' });
  });

  it('events are read like JSON, and a stream that stays open is left', async () => {
    const stream: NodeHandler = async (request, response) => {
      const { id, method } = (await readJson(request)) as Message;
      if (id === undefined) return void response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 1\ndata:\n\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\n\n');
      const answer = method === 'initialize' ? handshake({ tools: {} }) : TOOLS;
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: answer })}\n\n`);
    };
    const ids = ['mcp-initialize', 'mcp-tools-list'];
    const results = await auditMcp({ '/mcp': stream }, ids);
    expectAllPass(results, ids);
  });
});

interface Message {
  readonly id?: unknown;
  readonly method?: string;
}

/** Passes messages on to `next`, unless the test handles them itself. */
const between =
  (
    own: (message: Message, response: ServerResponse, answer: () => void, headers: Headers) => void,
    next: NodeHandler,
  ): NodeHandler =>
  async (request, response) => {
    const text = await readText(request).catch(() => '');
    const parsed = parseJsonText(text);
    const message = parsed.ok && isRecord(parsed.value) ? parsed.value : {};
    const { method, headers } = request;
    const replay = Object.assign(Readable.from([Buffer.from(text)]), { method, headers });
    own(message, response, () => next(replay as unknown as IncomingMessage, response), headers);
  };
type Headers = IncomingMessage['headers'];

describe('a list', () => {
  it.each([
    [5, 'pass', '5 tools on 5 pages'],
    [6, 'error', '5 tools on 5 pages, and more pages than the 5 that the audit reads'],
  ])('of %i pages: %s', async (last, status, told) => {
    let page = 0;
    const handler = between(({ id, method }, response, answer) => {
      if (method !== 'tools/list') return answer();
      page += 1;
      const more = page < last ? { nextCursor: `${page}` } : {};
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { ...TOOLS, ...more } }));
    }, older());
    const results = await auditMcp({ '/mcp': handler }, ['mcp-tools-list']);
    expect(results.get('mcp-tools-list')?.evidence).toContain(told);
    expect(results.get('mcp-tools-list')?.status).toBe(status);
  });
});

describe('sessions', () => {
  const withSession = byHand({
    initialize: { headers: { 'mcp-session-id': 'abc' }, body: { result: handshake() } },
    'server/discover': error(-32000, 400),
  });

  it('nothing is asked in a session before the handshake has ended', async () => {
    let ended = false;
    const early: string[] = [];
    const handler = between(({ method = '' }, response, answer) => {
      if (method === 'notifications/initialized') {
        setTimeout(() => {
          ended = true;
          response.writeHead(202).end();
        }, 50);
        return;
      }
      if (!ended && ['tools/list', 'tools/call', 'resources/list'].includes(method)) early.push(method);
      answer();
    }, withSession);
    const results = await auditMcp({ '/mcp': handler });
    expect(early).toEqual([]);
    expect(results.get('mcp-tools-list')?.status).toBe('pass');
  });

  /** A server whose first session ends after `after` requests. `over` returns the response in an ended session. */
  const ending = (after: number, over: (id: unknown) => object) => {
    const opened: string[] = [];
    const used = new Map<string, number>();
    const handler = between(({ id, method }, response, answer, headers) => {
      const session = String(headers['mcp-session-id'] ?? '');
      if (method === 'initialize') {
        opened.push(`session-${opened.length + 1}`);
        response.setHeader('mcp-session-id', opened.at(-1) ?? '');
      } else if (session !== '' && method !== 'notifications/initialized') {
        used.set(session, (used.get(session) ?? 0) + 1);
        if ((used.get(session) ?? 0) > (session === 'session-1' ? after : 100)) {
          response.writeHead(404, { 'content-type': 'application/json' });
          return void response.end(JSON.stringify({ jsonrpc: '2.0', ...over(id) }));
        }
      }
      answer();
    }, older());
    return { handler, opened };
  };
  const ASKED = ['mcp-tools-list', 'mcp-resources-list', 'mcp-unknown-method', 'mcp-unknown-tool'];
  const IN_SESSION = [...ASKED, 'mcp-malformed-body', 'mcp-accept-json', 'mcp-cors-actual'];
  const gone = (code: number, message: string) => ({ error: { code, message } });

  it.each([
    ['the TypeScript SDK', 2, () => ({ id: null, ...gone(-32001, 'Session not found') })],
    ['the Python SDK', 1, () => ({ id: 'server-error', ...gone(-32600, 'Session not found') })],
    ['a server by hand', 0, (id: unknown) => ({ id, ...gone(-32000, 'No such session') })],
  ])('one that has ended, as %s says it, is opened again once', async (_, after, over) => {
    const { handler, opened } = ending(after, over);
    const results = await auditMcp({ '/mcp': handler }, IN_SESSION);
    expectAllPass(results, IN_SESSION);
    expect(opened).toHaveLength(2);
  });

  it('that end one after the other are the server’s fault', async () => {
    const handler = between(({ method }, response, answer, headers) => {
      if (method === 'initialize') response.setHeader('mcp-session-id', 'abc');
      if (method === 'initialize' || headers['mcp-session-id'] === undefined) return answer();
      response.writeHead(404).end();
    }, older());
    const results = await auditMcp({ '/mcp': handler }, ['mcp-tools-list']);
    expect(results.get('mcp-tools-list')?.status).toBe('broken');
  });

  it('an unknown method that is answered with 404 ends none', async () => {
    const { handler, opened } = ending(0, (id) => ({ id, ...gone(-32601, 'Method not found') }));
    const results = await auditMcp({ '/mcp': handler }, ['mcp-unknown-method']);
    expect(results.get('mcp-unknown-method')?.status).toBe('pass');
    expect(opened).toHaveLength(1);
  });

  it('without a session nothing waits for the end of the handshake', async () => {
    const listed = Promise.withResolvers<void>();
    let hasWaited = false;
    // The notification gets its response only after `tools/list` has arrived.
    const handler = between(({ method }, response, answer) => {
      if (method === 'tools/list') listed.resolve();
      if (method !== 'notifications/initialized') return answer();
      response.on('close', () => {
        hasWaited ||= !response.writableEnded;
      });
      void listed.promise.then(() => response.writeHead(202).end());
    }, older());
    const results = await auditMcp({ '/mcp': handler }, ['mcp-tools-list']);
    expect(results.get('mcp-tools-list')?.status).toBe('pass');
    expect(hasWaited).toBe(false);
  });
});
