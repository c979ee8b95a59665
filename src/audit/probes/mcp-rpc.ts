/** Builds MCP requests for the revisions of 2025 and 2026-07-28, and sends the requests that several probes share. */

import type { HeaderList } from '../../base/headers.ts';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION } from '../../base/versions.ts';
import { type McpSession, type RpcCall, sessionIdOf } from '../evidence/mcp-answer.ts';
import type { Reply } from '../evidence/reply.ts';
import { endOfStream, findResponse, responseArrived } from '../parse/json-rpc.ts';
import type { ProbeClient } from './client.ts';
import type { RequestOptions } from './request.ts';
import type { Resumption } from './resumed-stream.ts';

/** The Accept header that clients must send in the MCP revisions of 2025. */
export const MCP_ACCEPT = 'application/json, text/event-stream';
export const JSON_TYPE = 'application/json';

const CLIENT_INFO = { name: 'agent-readiness-auditor', version: '1.0.0' } as const;
const META = 'io.modelcontextprotocol';

/** The delay before resuming a stream if the server requests no delay, in milliseconds. Clients use the same delay. */
const RETRY_MS = 1_000;

/** A method, a tool and a resource that no server has. */
export const NO_SUCH_METHOD = 'anc/no-such-method';
export const NO_SUCH_TOOL = 'anc-web-audit-no-such-tool';
export const NO_SUCH_RESOURCE = 'anc-web-audit://no-such-resource';

/** Differences from an ordinary request, for the transport checks. */
export interface Variation {
  readonly accept?: string;
  readonly headers?: HeaderList;
}

/** The handshake of the stateful lane (2025 revisions). */
export const INITIALIZE: RpcCall = {
  id: 'anc-initialize',
  method: 'initialize',
  params: { protocolVersion: MCP_STATEFUL_VERSION, capabilities: {}, clientInfo: CLIENT_INFO },
  revision: MCP_STATEFUL_VERSION,
};

/** The first request of the modern lane (revision 2026-07-28). */
export const DISCOVER: RpcCall = {
  id: 'anc-server-discover',
  method: 'server/discover',
  revision: MCP_MODERN_VERSION,
};

/** The `tools/list` request. It changes nothing on the server, so most probes send a variant of it. */
export const TOOLS_LIST: RpcCall = { id: 'anc-tools-list', method: 'tools/list' };
/** `tools/list` of revision 2026-07-28. A result shows that a server without `server/discover` supports this revision. */
export const MODERN_TOOLS_LIST: RpcCall = {
  id: 'anc-modern-tools-list',
  method: 'tools/list',
  revision: MCP_MODERN_VERSION,
};

/** Builds a request of MCP's 2025 revisions. `session` is `undefined` if there is none, for example for `initialize`. */
export function statefulRequest(
  call: RpcCall,
  session: McpSession | undefined,
  { accept = MCP_ACCEPT, headers = [] }: Variation = {},
): RequestOptions {
  const body = { jsonrpc: '2.0', id: call.id, method: call.method, params: call.params ?? {} };
  return {
    method: 'POST',
    accept,
    headers: [['content-type', JSON_TYPE], ...sessionHeaders(session), ...headers],
    body: JSON.stringify(body),
    enough: responseArrived(call.id),
    resume: (text, answered) => whereToResume(call.id, text, session ?? { id: sessionIdOf(answered) }),
  };
}

/** Returns how to resume a stream that ended before the response (MCP 2025-11-25, "Resumability and Redelivery"). */
function whereToResume(id: string, text: string, session: Partial<McpSession>): Resumption | undefined {
  if (findResponse(text, 'sse', id).ok) return undefined;
  const { lastEventId, retryMs = RETRY_MS } = endOfStream(text);
  if (lastEventId === undefined || !/^[\x20-\x7e]{1,1024}$/.test(lastEventId)) return undefined;
  return { afterMs: retryMs, headers: [['last-event-id', lastEventId], ...sessionHeaders(session)] };
}

/** Builds the notification that ends the handshake. A notification has no id and gets no response. */
export function initializedNotification(session: McpSession): RequestOptions {
  return {
    method: 'POST',
    accept: MCP_ACCEPT,
    headers: [['content-type', JSON_TYPE], ...sessionHeaders(session)],
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  };
}

export function sessionHeaders({ id, version }: Partial<McpSession> = {}): HeaderList {
  return [
    ...(id === undefined ? [] : ([['mcp-session-id', id]] as const)),
    ...(version === undefined ? [] : ([['mcp-protocol-version', version]] as const)),
  ];
}

/** A deliberate fault in a request of MCP revision 2026-07-28. */
export interface ModernFault {
  readonly version?: string;
  /** An `Mcp-Method` header that differs from the method in the body. */
  readonly methodHeader?: string;
  readonly withoutClientCapabilities?: boolean;
  /** Whether the request is sent as a JSON-RPC batch: inside an array. */
  readonly batch?: boolean;
}

/** Builds a request of MCP revision 2026-07-28 (sections "Request Metadata" and "Per-request protocol fields"). */
export function modernRequest(
  call: RpcCall,
  fault: ModernFault = {},
  { accept = MCP_ACCEPT, headers = [] }: Variation = {},
): RequestOptions {
  const version = fault.version ?? MCP_MODERN_VERSION;
  const capabilities = fault.withoutClientCapabilities === true ? {} : { [`${META}/clientCapabilities`]: {} };
  const _meta = {
    [`${META}/protocolVersion`]: version,
    [`${META}/clientInfo`]: CLIENT_INFO,
    ...capabilities,
  };
  const message = { jsonrpc: '2.0', id: call.id, method: call.method, params: { ...call.params, _meta } };
  const name = call.params?.name ?? call.params?.uri;
  return {
    method: 'POST',
    accept,
    headers: [
      ['content-type', JSON_TYPE],
      ['mcp-protocol-version', version],
      ['mcp-method', fault.methodHeader ?? call.method],
      ...(typeof name === 'string' ? ([['mcp-name', name]] as const) : []),
      ...headers,
    ],
    body: JSON.stringify(fault.batch === true ? [message] : message),
    enough: responseArrived(call.id),
  };
}

/** Sends `initialize`. Discovery and the probes of the 2025 revisions share the result. */
export function askInitialize(client: ProbeClient, url: string): Promise<Reply> {
  return client.request(url, statefulRequest(INITIALIZE, undefined));
}

/** Sends `server/discover`. Discovery and the probes of revision 2026-07-28 share the result. */
export function askDiscover(client: ProbeClient, url: string): Promise<Reply> {
  return client.request(url, modernRequest(DISCOVER));
}

const GET_TIMEOUT_MS = 5_000;

/** Returns the options of a GET that accepts an event stream or HTML. Discovery and checks share the response. */
export function endpointGet(): RequestOptions {
  return {
    accept: 'text/event-stream, text/html;q=0.5',
    timeoutMs: GET_TIMEOUT_MS,
    // Stops before the stream is read, because its headers are enough.
    enough: () => true,
  };
}

/** Ends a session when the audit ends (MCP 2025-11-25, "Session Management"). */
export function endSession(client: ProbeClient, url: string, session: McpSession): void {
  if (session.id !== undefined) client.atEnd(url, { method: 'DELETE', headers: sessionHeaders(session) });
}
