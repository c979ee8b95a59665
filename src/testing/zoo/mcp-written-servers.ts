/** Servers as people write them without an SDK, or put before one, and services that are not MCP. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord } from '../../parse/json.ts';
import type { NodeHandler } from '../mcp-servers.ts';
import { type Answers, jsonRpc, type Message, readMessage, refuse, sendJson } from './mcp-parts.ts';
import { CALLS, CORS, except, HANDSHAKE, LEFT_OUT, MODERN, type Truth, type ZooServer } from './mcp-truth.ts';

const TOOL = { name: 'echo', inputSchema: { type: 'object' } };
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
const METHOD_NOT_FOUND = { code: -32601 };

/** A server of the 2025 revisions, its tools on one page. */
const tools2025: Answers = (method) => {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'by-hand', version: '1' },
        },
      };
    case 'tools/list':
      return { result: { tools: [TOOL] } };
    case 'tools/call':
      return { code: -32602 };
    default:
      return METHOD_NOT_FOUND;
  }
};

/** No endpoint, no card. */
const NOTHING: Truth = { n_a: [...CALLS, 'well-known-mcp-card', ...LEFT_OUT] };

/** Sessions, events and errors as Python's FastMCP has them: an unknown method fails its validation of parameters. */
function pythonLike(): NodeHandler {
  const sessions = new Set<string>();
  const results: Readonly<Record<string, unknown>> = {
    'tools/list': { tools: [TOOL] },
    'tools/call': { content: [{ type: 'text', text: 'Unknown tool' }], isError: true },
    'resources/list': { resources: [{ uri: 'data://a', name: 'a' }] },
  };
  const initialized = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {}, experimental: {} },
    serverInfo: { name: 'python-like', version: '2' },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { body } = await readMessage(request);
    const { accept = '', 'mcp-session-id': given } = request.headers;
    const session = typeof given === 'string' && sessions.has(given) ? given : undefined;
    if (!accept.includes('text/event-stream')) return refuse(response, 406, -32600);
    if (request.method === 'POST' && !accept.includes('application/json'))
      return refuse(response, 406, -32600);
    if (request.method === 'POST' && !isRecord(body)) return refuse(response, 400, -32700);
    const { id, method } = isRecord(body) ? body : {};
    if (method !== 'initialize' && session === undefined) return refuse(response, 400, -32600);
    if (id === undefined) return void response.writeHead(202).end();
    const opened = session ?? randomUUID();
    sessions.add(opened);
    const result = method === 'initialize' ? initialized : results[String(method)];
    const outcome =
      result === undefined ? { error: { code: -32602, message: 'Invalid request parameters' } } : { result };
    response.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': opened });
    response.end(`event: message\r\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\r\n\r\n`);
  };
  return (request, response) => {
    const { 'mcp-session-id': given } = request.headers;
    if (request.method !== 'DELETE') return void answer(request, response);
    response.writeHead(sessions.delete(String(given)) ? 200 : 404).end();
  };
}

/** Revision 2026-07-28 written by hand: all of it but `server/discover`; a GET opens a stream. */
function modernByHand(): NodeHandler {
  const meta = 'io.modelcontextprotocol';
  const before = ({ method, headers }: IncomingMessage, response: ServerResponse, { body }: Message) => {
    if (method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      return true;
    }
    if (!isRecord(body)) return false;
    const params = isRecord(body.params) ? body.params : {};
    const _meta = isRecord(params._meta) ? params._meta : {};
    const error = (code: number, data?: unknown) => {
      sendJson(response, 400, { jsonrpc: '2.0', id: body.id, error: { code, message: 'no', data } });
      return true;
    };
    const version = _meta[`${meta}/protocolVersion`];
    if (headers['mcp-protocol-version'] !== version || version === undefined) return error(-32020);
    if (version !== '2026-07-28') return error(-32022, { supported: ['2026-07-28'], requested: version });
    if (headers['mcp-method'] !== body.method) return error(-32020);
    return _meta[`${meta}/clientCapabilities`] === undefined ? error(-32602) : false;
  };
  const answers: Answers = (method) => {
    if (method === 'tools/list') return { result: { resultType: 'complete', tools: [TOOL] } };
    return method === 'tools/call' ? { code: -32602 } : { code: -32601, status: 404 };
  };
  return jsonRpc(answers, before);
}

export const WRITTEN_SERVERS: readonly ZooServer[] = [
  {
    name: 'by hand, no sessions, no notice of revisions',
    endpoint: '/mcp',
    make: () => ({ routes: { '/mcp': jsonRpc(tools2025) } }),
    truth: {
      pass: [
        ...except(HANDSHAKE, 'mcp-resources-list'),
        'mcp-unknown-tool',
        'mcp-malformed-body',
        'mcp-get-fast-fail',
        'mcp-accept-json',
        // What it does with requests of 2026-07-28 is right as far as it goes.
        'mcp-modern-tools-list',
        'mcp-modern-unknown-method',
        'mcp-batch-reject',
      ],
      absent: [
        'mcp-server-discover',
        'mcp-modern-clientcaps',
        'mcp-modern-header-mismatch',
        'mcp-modern-version-reject',
        'mcp-accept-unsatisfiable',
        ...CORS,
        'well-known-mcp-card',
      ],
      n_a: ['mcp-resources-list', 'mcp-modern-resources-miss', ...LEFT_OUT],
    },
  },
  {
    name: 'as Python has it, behind a 307',
    endpoint: '/mcp/',
    make: () => ({
      routes: { '/mcp': { status: 307, headers: { location: '/mcp/' } }, '/mcp/': pythonLike() },
    }),
    truth: {
      pass: [
        'mcp-initialize',
        'mcp-capabilities',
        'mcp-tools-list',
        'mcp-resources-list',
        'mcp-malformed-body',
        'mcp-get-fast-fail',
        'mcp-accept-unsatisfiable',
      ],
      broken: ['mcp-unknown-method'],
      noncompliant: ['mcp-unknown-tool'],
      absent: [...MODERN, ...CORS, 'well-known-mcp-card'],
      n_a: ['mcp-accept-json', ...LEFT_OUT],
    },
  },
  {
    name: 'by hand, 2026-07-28 without server/discover, with a stream',
    endpoint: '/mcp',
    make: () => ({ routes: { '/mcp': modernByHand() } }),
    truth: {
      pass: [
        'mcp-unknown-tool',
        ...except(MODERN, 'mcp-server-discover', 'mcp-modern-resources-miss'),
        'mcp-malformed-body',
        'mcp-accept-json',
      ],
      noncompliant: ['mcp-get-fast-fail'],
      absent: ['mcp-server-discover', 'mcp-accept-unsatisfiable', ...CORS, 'well-known-mcp-card'],
      n_a: [...HANDSHAKE, 'mcp-modern-resources-miss', ...LEFT_OUT],
    },
  },
  {
    name: 'an A2A agent at the root, which is not MCP',
    endpoint: null,
    make: () => ({
      routes: {
        '/': jsonRpc((method) =>
          method === 'message/send' ? { result: { kind: 'message' } } : METHOD_NOT_FOUND,
        ),
        '/.well-known/agent-card.json': json({ name: 'agent', url: '/', skills: [] }),
      },
    }),
    truth: NOTHING,
  },
];
