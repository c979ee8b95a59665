/** Handles `POST /mcp` for all protocol revisions, without sessions or state (.github/DECISIONS.md, "MCP"). */
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpServer,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { READ_LIMIT } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import type { ReadState } from '../api.ts';
import type { Caller } from '../caller.ts';
import { readRefusal } from '../limit-texts.ts';
import {
  acceptedTypes,
  type Message,
  readMessage,
  refusal,
  refusedByHeaders,
  wantsProgress,
} from './http.ts';
import { badParams } from './params.ts';
import { type McpServices, serverFactory, type ToolCall } from './server.ts';

export interface McpCall extends Partial<ToolCall> {
  readonly revision?: 'stateful' | '2026-07-28';
  /** The JSON-RPC method as the client sent it, shortened and without control characters. */
  readonly rpc?: string;
}

/**
 * @param report receives the message's method, and after a tool call also the call's outcome, for the log
 * @param count counts a read by this caller; not called for messages that clients send to connect, such as `initialize`
 */
export type McpHandler = (
  request: Request,
  caller: Caller,
  report?: (call: McpCall) => void,
  count?: () => Promise<ReadState>,
) => Promise<Response>;

export function mcpHandler(options: McpServices): McpHandler {
  const makeServer = serverFactory(options);
  const stateless = statelessLane();
  const fixed = new LRUCache<string, FixedResponse>({ max: MOST_FIXED });
  const answer: McpHandler = async (request, caller, report = () => undefined, count = undefined) => {
    const message = refusedByHeaders(request, options.library.origin) ?? (await readMessage(request));
    const reads = isRead(request, message) ? await count?.() : undefined;
    const isOver = reads?.allowed === false;
    if (message instanceof Response) return isOver ? tooMany(reads) : message;
    const bad = badParams(message);
    // A rejected notification gets HTTP status 400 instead of 200 (MCP, "Sending Messages to the Server").
    if (bad !== undefined)
      return refusal(message.id === undefined ? 400 : 200, INVALID_PARAMS, `Invalid params: ${bad}`, {
        id: message.id,
      });
    const rpc = plain(message.method ?? 'response', MOST_LOGGED);
    const key = fixedKey(request, message);
    const known = key === undefined ? undefined : fixed.get(key);
    const revision =
      known?.revision ?? ((await isLegacyRequest(request, message)) ? 'stateful' : '2026-07-28');
    report({ revision, rpc, ...(isOver && { outcome: 'rate_limited' }) });
    if (known !== undefined) return respondTo(message, known);
    if (isOver && message.method !== CALL_TOOL) return tooMany(reads, message);
    const { json, sse } = acceptedTypes(request.headers.get('accept'));
    const streams = sse && wantsProgress(message);
    const exchange: Exchange = {
      request,
      message,
      streams: streams || !json,
      make: () =>
        makeServer({
          caller,
          streams,
          onTool: report,
          refusal: isOver ? readRefusal(reads) : undefined,
          refusesArguments: revision === 'stateful' && !takesArgumentResults(request),
        }),
    };
    const response = await (revision === 'stateful' ? serveStateful(exchange) : stateless(exchange));
    if (key === undefined || !isJsonContentType(response.headers.get('content-type'))) return response;
    const { id, ...rest } = JSON.parse(await response.text()) as Record<string, unknown>;
    const { status, headers } = response;
    const cacheable = { revision, status, headers: [...headers], text: JSON.stringify(rest).slice(0, -1) };
    if (id === message.id && 'result' in rest) fixed.set(key, cacheable);
    return respondTo({ id }, cacheable);
  };
  return async (...args) => withOwnHeaders(await answer(...args));
}

const MOST_LOGGED = 60;

/** The first MCP revision that reports bad arguments in the tool's result, so that the model can read them (SEP-1303). */
const ARGUMENT_RESULTS = '2025-11-25';

/** Returns whether the client's MCP revision reports bad arguments in the result. Older clients do not send a revision. */
function takesArgumentResults({ headers }: Request): boolean {
  return (headers.get('mcp-protocol-version') ?? '') >= ARGUMENT_RESULTS;
}

const CALL_TOOL = 'tools/call';
/** The JSON-RPC error code for exceeding the read limit. It is outside the range that JSON-RPC reserves (-32768 to -32000). */
const TOO_MANY = 429;

/** Returns whether a request counts as a read. Requests that clients send to connect are not counted and never refused. */
function isRead({ method: httpMethod }: Request, message: Message | Response): boolean {
  if (httpMethod !== 'POST') return false;
  if (message instanceof Response) return true;
  const { method = '' } = message;
  return !(
    FIXED.has(method) ||
    method === 'initialize' ||
    method === 'ping' ||
    method.startsWith('notifications/')
  );
}

/** Returns the error for too many reads. A JSON-RPC request gets status 200, because clients ignore the error otherwise. */
function tooMany(state: ReadState, { id, method }: Partial<Message> = {}): Response {
  const { limit, resetS } = state;
  const isRequest = id !== undefined && method !== undefined;
  return refusal(isRequest ? 200 : 429, TOO_MANY, readRefusal(state).message, {
    ...(isRequest && { id }),
    data: { limit, window_s: READ_LIMIT.windowMs / 1000, retry_after_s: resetS },
  });
}

/** Methods whose responses are cached, because they are the same for all callers. Clients call them right after connecting. */
const FIXED: ReadonlySet<unknown> = new Set([
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'server/discover',
  'tools/list',
]);
/** The maximum number of cached responses, of up to 14 kB each. Requests with different client names are cached separately. */
const MOST_FIXED = 100;
/** The maximum length of a request whose response is cached, in characters. */
const MOST_KEY = 1_000;

/** A cached response without an id. `respondTo` adds the id of the request. */
interface FixedResponse {
  readonly revision: NonNullable<McpCall['revision']>;
  readonly status: number;
  readonly headers: [string, string][];
  /** The response's JSON object without its `id` and its closing brace. */
  readonly text: string;
}

/** Returns a cache key with everything that the SDK reads from a request except its id; `undefined` if uncacheable. */
function fixedKey({ headers }: Request, { id, ...message }: Message): string | undefined {
  // The SDK may refuse ids of other types, so do not cache responses to them.
  if (!FIXED.has(message.method) || (typeof id !== 'string' && !Number.isSafeInteger(id))) return undefined;
  const read = [...headers].filter(([name]) => name === 'accept' || name.startsWith('mcp-'));
  const key = JSON.stringify([message, read]);
  return key.length > MOST_KEY ? undefined : key;
}

function respondTo({ id }: Pick<Message, 'id'>, { text, status, headers }: FixedResponse): Response {
  return new Response(`${text},"id":${JSON.stringify(id)}}`, { status, headers });
}

interface Exchange {
  readonly request: Request;
  readonly message: Message;
  readonly streams: boolean;
  make(): McpServer;
}

/** A method that the server refuses, because it offers no subscriptions: the stream would never send anything. */
const SUBSCRIBE = 'subscriptions/listen';
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

function statelessLane(): (exchange: Exchange) => Promise<Response> {
  const exchanges = new WeakMap<Request, Exchange>();
  const factory: McpServerFactory = ({ requestInfo }) => {
    const exchange = requestInfo && exchanges.get(requestInfo);
    if (exchange === undefined) throw new Error('No exchange is known for this request');
    return exchange.make();
  };
  const inOneBody = createMcpHandler(factory, { legacy: 'reject', responseMode: 'auto' });
  const inAStream = createMcpHandler(factory, { legacy: 'reject', responseMode: 'sse' });
  return async (exchange) => {
    const { request, message, streams } = exchange;
    if (message.method === SUBSCRIBE) {
      return refusal(404, METHOD_NOT_FOUND, 'Method not found', message as never);
    }
    exchanges.set(request, exchange);
    const response = await (streams ? inAStream : inOneBody).fetch(request, { parsedBody: message });
    return response.status === 400 ? shortened(response) : response;
  };
}

async function shortened(response: Response): Promise<Response> {
  const short = (_: string, value: unknown) =>
    typeof value === 'string' ? plain(value, MOST_REFUSED) : value;
  return Response.json(JSON.parse(await response.text(), short), response);
}

/** The maximum length of a message in the SDK's error responses, in characters. The SDK may quote the request in it. */
const MOST_REFUSED = 600;

/** Handles a message of an MCP revision from 2025, with a new server for each message. */
async function serveStateful({ request, message, streams, make }: Exchange): Promise<Response> {
  const both = takingBoth(request);
  if (streams) return legacyStatelessFallback(make)(both, { parsedBody: message });
  const server = make();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await server.connect(transport);
  const gone = Promise.withResolvers<Response>();
  // End the wait for a response when the client disconnects, because a closed transport never responds.
  const leave = () => {
    gone.resolve(new Response(null, { status: CLIENT_GONE }));
    void server.close();
  };
  request.signal.addEventListener('abort', leave, { once: true });
  if (request.signal.aborted) leave();
  try {
    return await Promise.race([transport.handleRequest(both, { parsedBody: message }), gone.promise]);
  } finally {
    request.signal.removeEventListener('abort', leave);
  }
}

/** The status for a client that has disconnected, as in nginx and the SDK. */
const CLIENT_GONE = 499;

/** Returns the request with JSON and event streams in Accept, because the transport refuses requests without both. */
function takingBoth(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: 'POST', headers, signal: request.signal });
}

function withOwnHeaders(response: Response): Response {
  // Change the headers in place, because a new `Response` would copy the body through a stream, which is slow.
  const { headers } = response;
  const streamed = headers.get('content-type') === 'text/event-stream';
  headers.delete('connection');
  headers.set('cache-control', streamed ? 'no-store, no-transform' : 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  return response;
}
