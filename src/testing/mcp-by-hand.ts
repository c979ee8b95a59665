/** An MCP server written by hand that does everything right, except where a test replaces a response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { isRecord, parseJsonText } from '../base/json.ts';
import type { NodeHandler } from './mcp-servers.ts';

/** The requests that a test may respond to in its own way. */
export type Case =
  | 'get'
  | 'options'
  | 'delete'
  | 'malformed'
  | 'initialize'
  | 'notification'
  | 'tools/list'
  | 'resources/list'
  | 'unknown method'
  | 'unknown tool'
  | 'accept image'
  | 'accept json'
  | 'origin'
  | 'server/discover'
  | 'modern tools/list'
  | 'modern unknown tool'
  | 'modern unknown method'
  | 'unknown resource'
  | 'no clientCapabilities'
  | 'header mismatch'
  | 'unknown version'
  | 'batch';

/** A response; `hang` sends nothing, `hold` opens a stream and leaves it open, `reset` closes the connection. */
type Reaction =
  | 'hang'
  | 'hold'
  | 'reset'
  | {
      readonly status?: number;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** A string is sent as it is. An object becomes a JSON-RPC response with the id of the request, unless it has one. */
      readonly body?: string | Readonly<Record<string, unknown>>;
    };

export type Reactions = Readonly<Partial<Record<Case, Reaction>>>;

const META = 'io.modelcontextprotocol';
const CAPABILITIES = { tools: {}, resources: {} };
export const TOOLS = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };

export const result = (value: unknown): Reaction => ({ body: { result: value } });
export const error = (code: number, status = 200, data?: unknown): Reaction => ({
  status,
  body: { error: { code, message: 'no', ...(data === undefined ? {} : { data }) } },
});
export const page = (status: number): Reaction => ({
  status,
  type: 'text/html',
  body: '<!doctype html><p>No',
});
export const empty = (status: number): Reaction => ({ status, body: '' });
export const handshake = (capabilities: unknown = CAPABILITIES) => ({
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'by-hand', version: '1.0.0' },
  capabilities,
});
export const discovered = (capabilities: unknown = CAPABILITIES) => ({
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities,
  _meta: { [`${META}/serverInfo`]: { name: 'by-hand', version: '1.0.0' } },
});

const CORS = { 'access-control-allow-origin': '*' };
const RIGHT: Readonly<Record<Case, Reaction>> = {
  get: { status: 405, headers: { allow: 'POST' }, body: '' },
  options: {
    status: 204,
    headers: { ...CORS, 'access-control-allow-methods': 'POST', 'access-control-allow-headers': '*' },
    body: '',
  },
  delete: empty(405),
  malformed: error(-32700, 400),
  initialize: result(handshake()),
  notification: empty(202),
  'tools/list': result(TOOLS),
  'resources/list': result({ resources: [{ uri: 'test://a', name: 'a' }] }),
  'unknown method': error(-32601),
  'unknown tool': error(-32602),
  'accept image': error(-32000, 406),
  'accept json': result(TOOLS),
  origin: { headers: CORS, body: { result: TOOLS } },
  'server/discover': result(discovered()),
  'modern tools/list': result({ ...TOOLS, resultType: 'complete' }),
  'modern unknown tool': error(-32602),
  'modern unknown method': error(-32601, 404),
  'unknown resource': error(-32602),
  'no clientCapabilities': error(-32602, 400),
  'header mismatch': error(-32020, 400),
  'unknown version': error(-32022, 400, { supported: ['2026-07-28'] }),
  batch: { status: 400, body: { id: null, error: { code: -32600, message: 'no' } } },
};

/** Serves the cases; those without a replacement get the correct response. */
export function byHand(wrong: Reactions = {}): NodeHandler {
  const reactions = { ...RIGHT, ...wrong };
  return async (request, response) => {
    const parsed = parseJsonText(await textOf(request).catch(() => ''));
    const body = parsed.ok ? parsed.value : undefined;
    react(reactions[caseOf(request, body)], body, response);
  };
}

/** A server of the 2025 revisions only: it refuses unknown revisions. */
export function older(wrong: Reactions = {}): NodeHandler {
  return byHand({ 'server/discover': error(-32000, 400), ...wrong });
}

export function caseOf(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  body: unknown,
): Case {
  if (method === 'GET') return 'get';
  if (method === 'OPTIONS') return 'options';
  if (method === 'DELETE') return 'delete';
  if (Array.isArray(body)) return 'batch';
  if (!isRecord(body)) return 'malformed';
  if (!('id' in body)) return 'notification';
  if (headers.origin !== undefined) return 'origin';
  if (headers.accept === 'image/png') return 'accept image';
  if (headers.accept === 'application/json') return 'accept json';
  return headers['mcp-method'] === undefined ? statefulCase(body) : modernCase(headers['mcp-method'], body);
}

function statefulCase({ method }: Record<string, unknown>): Case {
  if (method === 'initialize' || method === 'tools/list' || method === 'resources/list') return method;
  return method === 'tools/call' ? 'unknown tool' : 'unknown method';
}

function modernCase(header: string | string[], { method, params }: Record<string, unknown>): Case {
  const meta = isRecord(params) && isRecord(params._meta) ? params._meta : {};
  if (meta[`${META}/protocolVersion`] !== '2026-07-28') return 'unknown version';
  if (meta[`${META}/clientCapabilities`] === undefined) return 'no clientCapabilities';
  if (header !== method) return 'header mismatch';
  if (method === 'server/discover' || method === 'resources/list') return method;
  if (method === 'tools/list') return 'modern tools/list';
  if (method === 'tools/call') return 'modern unknown tool';
  return method === 'resources/read' ? 'unknown resource' : 'modern unknown method';
}

function react(reaction: Reaction, request: unknown, response: ServerResponse): void {
  if (reaction === 'hang') return;
  if (reaction === 'reset') return void response.destroy();
  if (reaction === 'hold') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
    return;
  }
  const { status = 200, type = 'application/json', headers = {}, body = '' } = reaction;
  const id = isRecord(request) ? request.id : null;
  const text = typeof body === 'string' ? body : JSON.stringify({ jsonrpc: '2.0', id, ...body });
  response.writeHead(status, { ...(text === '' ? {} : { 'content-type': type }), ...headers });
  response.end(text);
}
