/** JSON-RPC 2.0 answers, as one JSON body or as server-sent events (MCP, "Streamable HTTP"). */
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { isRecord, parseJsonText } from '../../base/json.ts';
import type { MediaType } from '../../base/media-type.ts';
import type { Parsed } from '../../base/parsed.ts';

/** How a body carries its messages. */
export type Framing = 'json' | 'sse';

/** The error member of a response (JSON-RPC 2.0, section 5.1). */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

/** A response: a result or an error, and the id that it names (`undefined` when it names none). */
export type RpcResponse =
  | { readonly id: unknown; readonly result: unknown; readonly error?: undefined }
  | { readonly id: unknown; readonly error: RpcError; readonly result?: undefined };

/** Events are read as what their Content-Type says; only `text/event-stream` is a stream. */
export function framingOf(type: MediaType | undefined): Framing {
  return type?.essence === 'text/event-stream' ? 'sse' : 'json';
}

/**
 * Finds the response to a request in a body. In a stream, notifications and server requests before it are passed over.
 * An error that names no id answers too: a server that refuses a request before it reads it cannot know the id.
 *
 * @param refused the HTTP status is 400 or more; the body's only message is then the answer even where an error names
 *   an id of the server's own
 */
export function findResponse(
  text: string,
  framing: Framing,
  id: string,
  refused = false,
): Parsed<RpcResponse> {
  const read = framing === 'sse' ? readEvents(text) : readBody(text);
  if (!read.ok) return read;
  const responses = read.value.map(readResponse).filter((response) => response !== undefined);
  const own = responses.find((response) => response.id === id);
  if (own !== undefined) return { ok: true, value: own };
  const [first] = responses;
  if (first === undefined) return { ok: false, why: 'no JSON-RPC response' };
  const nameless = responses.find(
    (response) => response.error !== undefined && (response.id === null || response.id === undefined),
  );
  if (nameless !== undefined) return { ok: true, value: nameless };
  return refused && first.error !== undefined && responses.length === 1
    ? { ok: true, value: first }
    : { ok: false, why: "a JSON-RPC response, but not with the request's id" };
}

/**
 * Tells while a stream is read whether the response with this id is in, so that a stream that is kept open can be left.
 * Each call gets all text so far; only what is new is parsed.
 */
export function responseArrived(id: string): (text: string) => boolean {
  let arrived = false;
  let seen = '';
  let parser: EventSourceParser | undefined;
  return (text) => {
    if (parser === undefined || !text.startsWith(seen)) {
      arrived = false;
      seen = '';
      parser = eventParser((message) => {
        if (readResponse(message)?.id === id) arrived = true;
      });
    }
    parser.feed(text.slice(seen.length));
    seen = text;
    return arrived;
  };
}

/** Where a stream can be taken up again: its last event id, and the milliseconds that the server wants to pass before. */
interface StreamEnd {
  readonly lastEventId: string | undefined;
  readonly retryMs: number | undefined;
}

/** How a stream ended (HTML, "Server-sent events"). */
export function endOfStream(text: string): StreamEnd {
  let lastEventId: string | undefined;
  let retryMs: number | undefined;
  const parser = createParser({
    onId: (id) => {
      lastEventId = id === '' ? undefined : id;
    },
    onRetry: (ms) => {
      retryMs = ms;
    },
  });
  parser.feed(text);
  return { lastEventId, retryMs };
}

/** One message, or a batch of them (an array). */
function readBody(text: string): Parsed<readonly unknown[]> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed;
  return { ok: true, value: Array.isArray(parsed.value) ? parsed.value : [parsed.value] };
}

function readEvents(text: string): Parsed<readonly unknown[]> {
  const messages: unknown[] = [];
  const parser = eventParser((message) => messages.push(message));
  parser.feed(text);
  // The last event may lack its blank line; clients differ on whether they read it, so it is read.
  parser.feed('\n\n');
  return { ok: true, value: messages };
}

/** Parses the messages of a stream; events of another type, empty ones and what is not JSON are passed over. */
function eventParser(onMessage: (message: unknown) => void): EventSourceParser {
  return createParser({
    onEvent({ event, data }) {
      if ((event !== undefined && event !== 'message') || data === '') return;
      const body = readBody(data);
      if (body.ok) for (const message of body.value) onMessage(message);
    },
  });
}

/** A response object, `undefined` for anything else (a request, a notification, no JSON-RPC at all). */
function readResponse(message: unknown): RpcResponse | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0' || 'method' in message) return undefined;
  const { id, error } = message;
  if (isRecord(error) && typeof error.code === 'number') {
    const text = typeof error.message === 'string' ? error.message : '';
    return { id, error: { code: error.code, message: text, data: error.data } };
  }
  return 'result' in message ? { id, result: message.result } : undefined;
}

/** After so many events a stream is not looked through further. */
const MAX_EVENTS = 20;

/**
 * The address that an `endpoint` event names, as it is sent; `undefined` where the stream has none so far. It is the first
 * event of the HTTP+SSE transport (MCP 2024-11-05, "HTTP with SSE").
 */
export function sseEndpoint(text: string): string | undefined {
  return readEndpoint(text).endpoint;
}

/** Whether a stream has been read far enough: it has named its endpoint, or sent many other events. */
export function sseEndpointArrived(text: string): boolean {
  const { endpoint, events } = readEndpoint(text);
  return endpoint !== undefined || events >= MAX_EVENTS;
}

function readEndpoint(text: string): { endpoint: string | undefined; events: number } {
  let endpoint: string | undefined;
  let events = 0;
  const parser = createParser({
    onEvent({ event, data }) {
      events++;
      if (event === 'endpoint' && events <= MAX_EVENTS) endpoint ??= data.trim();
    },
  });
  parser.feed(text);
  return { endpoint, events };
}
