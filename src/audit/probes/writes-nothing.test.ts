/** An audit writes nothing (.github/DECISIONS.md, "MCP discovery"). The tests fail on any write that is not expected. */

import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { isRecord, parseJsonText } from '../../base/json.ts';
import { type Captured, capture, type NodeHandler, sdkV1 } from '../../testing/mcp-servers.ts';
import { HOME } from '../../testing/routes.ts';
import { auditSite, type Routes, serveSite } from '../../testing/serve.ts';

const NOT_FOUND = { status: 404, type: 'text/plain', body: 'Not found' };

/** A request other than GET: its method and path, and its JSON-RPC method. */
interface Write {
  readonly line: string;
  readonly rpc: string | undefined;
}

function methodOf(body: unknown): string | undefined {
  const [message] = Array.isArray(body) ? body : [body];
  return isRecord(message) && typeof message.method === 'string' ? message.method : undefined;
}

/** Runs all checks on a site that keeps every write to a path in `store`. */
async function writesOn(
  routes: Routes,
  store: readonly string[] = [],
): Promise<{ writes: Write[]; kept: string[] }> {
  const kept: string[] = [];
  const keep: NodeHandler = async (request, response) => {
    const text = await textOf(request);
    if (request.method !== 'GET') kept.push(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ messages: kept }));
  };
  const stores = Object.fromEntries(store.map((path) => [path, keep]));
  const log: Captured[] = [];
  await using upstream = await serveSite({ '/': HOME, ...stores, ...routes });
  await using site = await serveSite({ '*': capture(log, upstream.url) });
  await auditSite(site.url);
  const writes = log
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => ({ line: `${method} ${url}`, rpc: methodOf(body) }));
  return { writes, kept };
}

const linesOf = (writes: readonly Write[]) => [...new Set(writes.map(({ line }) => line))].sort();
const rpcOf = (writes: readonly Write[]) => [...new Set(writes.map(({ rpc }) => rpc))].sort();

/** The only JSON-RPC methods sent to an address that may be an endpoint. */
const HANDSHAKES = ['initialize', 'server/discover'];

describe('what is not an MCP endpoint', () => {
  it('keeps what it had: JSON stores at the names that servers of 2024 used', async () => {
    const store = ['/message', '/messages', '/sse', '/rpc', '/api', '/api/message'];
    const { writes, kept } = await writesOn({}, store);
    expect(kept).toEqual([]);
    expect(linesOf(writes)).toEqual(['POST /api/mcp', 'POST /mcp']);
    expect(rpcOf(writes)).toEqual(HANDSHAKES);
  });

  it('a stream at /sse is read, never posted to, and neither is what it does not name', async () => {
    const feed: NodeHandler = (request, response) => {
      response.writeHead(request.method === 'GET' ? 200 : 500, { 'content-type': 'text/event-stream' });
      response.end('event: message\ndata: /message\n\n');
    };
    const { writes, kept } = await writesOn({ '/sse': feed }, ['/message']);
    expect(kept).toEqual([]);
    expect(linesOf(writes)).toEqual(['POST /api/mcp', 'POST /mcp']);
  });

  it('what a stream of HTTP+SSE names receives handshakes alone', async () => {
    const opens: NodeHandler = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /named?sessionId=5f0c\n\n');
    };
    const { writes, kept } = await writesOn({ 'GET /sse': opens, '/named': NOT_FOUND }, ['/message']);
    expect(kept).toEqual([]);
    expect(linesOf(writes)).toEqual(['POST /api/mcp', 'POST /mcp', 'POST /named']);
    expect(rpcOf(writes)).toEqual(HANDSHAKES);
  });

  it.each([
    ['an A2A agent', 405],
    ['an RPC API', 406],
  ])('%s at the root receives handshakes and tools, and nothing is called', async (_, status) => {
    const rpc: NodeHandler = async (request, response) => {
      if (request.method !== 'POST') return void response.writeHead(status).end();
      const parsed = parseJsonText(await textOf(request));
      const id = parsed.ok && isRecord(parsed.value) ? parsed.value.id : null;
      const error = { code: -32601, message: 'Method not found' };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    };
    const { writes } = await writesOn({ '/': rpc });
    expect(linesOf(writes)).toEqual(['POST /', 'POST /api/mcp', 'POST /mcp']);
    expect(rpcOf(writes)).toEqual([...HANDSHAKES, 'tools/list']);
  });
});

it('an endpoint receives requests for lists, and for what it cannot have', async () => {
  const { handler } = sdkV1({ sessions: true });
  const { writes, kept } = await writesOn({ '/mcp': handler }, ['/message', '/sse']);
  expect(kept).toEqual([]);
  expect(linesOf(writes)).toEqual(['DELETE /mcp', 'OPTIONS /mcp', 'POST /api/mcp', 'POST /mcp']);
  expect(rpcOf(writes)).toEqual([
    'anc/no-such-method',
    ...HANDSHAKES.slice(0, 1),
    'notifications/initialized',
    'server/discover',
    'tools/call',
    'tools/list',
    // The malformed body, OPTIONS and DELETE, which have no JSON-RPC method.
    undefined,
  ]);
});
