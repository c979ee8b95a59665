/** Parses JSON-RPC 2.0 responses, in a JSON body or in server-sent events (MCP, "Streamable HTTP"). */
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { isRecord, parseJsonText } from '../../base/json.ts';
import type { MediaType } from '../../base/media-type.ts';
import type { Parsed } from '../../base/parsed.ts';

export type Framing = 'json' | 'sse';

/** A JSON-RPC error (JSON-RPC 2.0, section 5.1). */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

/** A JSON-RPC response with a result or an error. The id is `undefined` if the response has none. */
export type RpcResponse =
  | { readonly id: unknown; readonly result: unknown; readonly error?: undefined }
  | { readonly id: unknown; readonly error: RpcError; readonly result?: undefined };

export function framingOf(type: MediaType | undefined): Framing {
  return type?.essence === 'text/event-stream' ? 'sse' : 'json';
}

/**
 * Finds the response to the request with this id. Skips notifications and requests from the server. An error without an id is
 * accepted, because a server that refuses a request before reading it cannot know the id.
 *
 * @param refused whether the HTTP status is 400 or more; if so, a body with a single error is accepted, whatever its id
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
  const matching = responses.find((response) => response.id === id);
  if (matching !== undefined) return { ok: true, value: matching };
  const [first] = responses;
  if (first === undefined) return { ok: false, why: 'no JSON-RPC response' };
  const nameless = responses.find(
    (response) => response.error !== undefined && (response.id === null || response.id === undefined),
  );
  if (nameless !== undefined) return { ok: true, value: nameless };
  return refused && first.error !== undefined && responses.length === 1
    ? { ok: true, value: first }
    : { ok: false, why: 'a JSON-RPC response with another id' };
}

/** Returns a function that checks whether the response with this id has arrived. Each call parses only the new text. */
export function responseArrived(id: string): (text: string) => boolean {
  let arrived = false;
  let parsedText = '';
  let parser: EventSourceParser | undefined;
  return (text) => {
    if (parser === undefined || !text.startsWith(parsedText)) {
      arrived = false;
      parsedText = '';
      parser = eventParser((message) => {
        if (readResponse(message)?.id === id) arrived = true;
      });
    }
    parser.feed(text.slice(parsedText.length));
    parsedText = text;
    return arrived;
  };
}

/** Data for resuming a stream: the last event id, and the delay that the server requested, in milliseconds. */
interface StreamEnd {
  readonly lastEventId: string | undefined;
  readonly retryMs: number | undefined;
}

/** Returns the last event id and the last retry delay in an event stream (HTML, "Server-sent events"). */
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

/** Parses a body that contains one JSON-RPC message or a batch (an array). */
function readBody(text: string): Parsed<readonly unknown[]> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed;
  return { ok: true, value: Array.isArray(parsed.value) ? parsed.value : [parsed.value] };
}

function readEvents(text: string): Parsed<readonly unknown[]> {
  const messages: unknown[] = [];
  const parser = eventParser((message) => messages.push(message));
  parser.feed(text);
  // Ends the last event, even if no blank line follows it. Some clients drop such an event, but this auditor accepts it.
  parser.feed('\n\n');
  return { ok: true, value: messages };
}

/** Parses the messages in an event stream. Skips events of other types, empty events and invalid JSON. */
function eventParser(onMessage: (message: unknown) => void): EventSourceParser {
  return createParser({
    onEvent({ event, data }) {
      if ((event !== undefined && event !== 'message') || data === '') return;
      const body = readBody(data);
      if (body.ok) for (const message of body.value) onMessage(message);
    },
  });
}

/** Returns a message as a response; `undefined` if it is a request, a notification or not JSON-RPC. */
function readResponse(message: unknown): RpcResponse | undefined {
  if (!isRecord(message) || message.jsonrpc !== '2.0' || 'method' in message) return undefined;
  const { id, error } = message;
  if (isRecord(error) && typeof error.code === 'number') {
    const text = typeof error.message === 'string' ? error.message : '';
    return { id, error: { code: error.code, message: text, data: error.data } };
  }
  return 'result' in message ? { id, result: message.result } : undefined;
}

const MAX_EVENTS = 20;

/** Returns the URL in an `endpoint` event (MCP 2024-11-05, "HTTP with SSE"); `undefined` if there is no such event yet. */
export function sseEndpoint(text: string): string | undefined {
  return readEndpoint(text).endpoint;
}

/** Returns whether enough of an event stream has arrived: the `endpoint` event, or `MAX_EVENTS` other events. */
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
