import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isRecord, parseJsonText } from '../parse/json.ts';
import { auditMcp, CARD, every, IDS, json, MODERN, statusesOf } from '../testing/mcp-audit.ts';
import { byHand, error, handshake, older, type Reactions, result } from '../testing/mcp-by-hand.ts';
import { type NodeHandler, sdkV2 } from '../testing/mcp-servers.ts';

const STATEFUL = [
  'mcp-capabilities',
  'mcp-tools-list',
  'mcp-resources-list',
  'mcp-unknown-method',
  'mcp-unknown-tool',
];

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
      'server/discover, 2026-07-28: error -32000, not an answer of that revision',
      MODERN,
    ],
    [
      'no handshake',
      { '/mcp': older({ initialize: error(-32603) }) },
      'mcp-initialize',
      'initialize, 2025-11-25: error -32603',
      ['mcp-capabilities', 'mcp-tools-list', 'mcp-resources-list', 'mcp-unknown-method', 'mcp-unknown-tool'],
    ],
    ['no endpoint', {}, 'mcp-initialize', '/mcp -> 404', [...MODERN, ...STATEFUL, 'mcp-usage-doc']],
    [
      'a refused endpoint',
      { '/mcp': { status: 403, headers: { 'cf-mitigated': 'challenge' } } },
      'mcp-initialize',
      'let the auditor through to it, or audit it from inside',
      [...MODERN, ...STATEFUL],
    ],
    [
      'a promised endpoint',
      { '/.well-known/mcp/server-card.json': json({ name: 'x', endpoint: '/v1' }) },
      'mcp-initialize',
      'promised by /.well-known/mcp/server-card.json',
      [...MODERN, ...STATEFUL],
    ],
  ] as const)('one cause is told once: %s', async (_, routes, teller, told, others) => {
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

  it('a revision that only its tools show is held to nothing that 2025 did not have', async () => {
    const reactions: Reactions = {
      'server/discover': error(-32601),
      'modern tools/list': result({ tools: [] }),
      'no clientCapabilities': result({ tools: [] }),
      'unknown version': result({ tools: [] }),
      batch: result({}),
    };
    const results = await auditMcp({ '/mcp': byHand(reactions) });
    for (const id of ['mcp-modern-clientcaps', 'mcp-modern-version-reject', 'mcp-batch-reject'])
      expect(results.get(id)).toMatchObject({ status: 'absent', unprobed: true });
    expect(results.get('mcp-modern-tools-list')?.status).toBe('pass');
    const known = await auditMcp({
      '/mcp': byHand({ ...reactions, 'modern tools/list': result({ tools: [], resultType: 'complete' }) }),
    });
    expect(known.get('mcp-modern-clientcaps')?.status).toBe('broken');
  });

  it('events are read like JSON, and a stream that stays open is left', async () => {
    const stream: NodeHandler = (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { id, method } = JSON.parse(body) as { id?: string; method?: string };
        if (id === undefined) return void response.writeHead(202).end();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('id: 1\ndata:\n\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\n\n');
        const answer = method === 'initialize' ? handshake({ tools: {} }) : { tools: [] };
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: answer })}\n\n`);
      });
    };
    const ids = ['mcp-initialize', 'mcp-tools-list'];
    const results = await auditMcp({ '/mcp': stream }, ids);
    for (const id of ids) expect(results.get(id)?.status, results.get(id)?.evidence).toBe('pass');
  });
});

describe('sessions', () => {
  /** Hands on to `next`, unless the test answers a message itself. */
  const between =
    (
      own: (message: { method?: string }, response: ServerResponse, answer: () => void) => void,
      next: NodeHandler,
    ): NodeHandler =>
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const parsed = parseJsonText(text);
        const message = parsed.ok && isRecord(parsed.value) ? parsed.value : {};
        const replay = Object.assign(Readable.from([Buffer.from(text)]), {
          method: request.method,
          headers: request.headers,
        });
        own(message, response, () => next(replay as unknown as IncomingMessage, response));
      });
    };
  const withSession = byHand({
    initialize: { headers: { 'mcp-session-id': 'abc' }, body: { result: handshake() } },
    'server/discover': error(-32000, 400),
  });

  it('nothing is asked in a session before the handshake has ended', async () => {
    let ended = false;
    const early: string[] = [];
    const results = await auditMcp(
      {
        '/mcp': between(({ method }, response, answer) => {
          if (method === 'notifications/initialized') {
            setTimeout(() => {
              ended = true;
              response.writeHead(202).end();
            }, 50);
            return;
          }
          if (!ended && ['tools/list', 'tools/call', 'resources/list'].includes(method ?? ''))
            early.push(method ?? '');
          answer();
        }, withSession),
      },
      IDS,
    );
    expect(early).toEqual([]);
    expect(results.get('mcp-tools-list')?.status).toBe('pass');
  });

  it('without a session nothing waits for the end of the handshake', async () => {
    let held: ServerResponse | undefined;
    let waited = true;
    const handler = between(({ method }, response, answer) => {
      if (method === 'notifications/initialized') {
        held = response;
        response.on('close', () => {
          held = undefined;
        });
        return;
      }
      if (method === 'tools/list' && held !== undefined) {
        waited = false;
        held.writeHead(202).end();
      }
      answer();
    }, older());
    const results = await auditMcp({ '/mcp': handler }, ['mcp-tools-list']);
    expect(results.get('mcp-tools-list')?.status).toBe('pass');
    expect(waited).toBe(false);
  });
});
