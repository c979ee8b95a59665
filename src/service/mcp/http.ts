import { isJsonContentType, readRequestBody } from '@modelcontextprotocol/server';
import { isRecord, parseJsonText } from '../../base/json.ts';
import { takes } from '../incoming/negotiation.ts';
import { isFromOwnPage } from '../incoming/own-page.ts';

/** The maximum size of a request's body, in bytes. This is a hundred times the largest useful request. */
const MAX_BODY = 256 * 1024;

/** The maximum length of a request's id, in characters. It is limited because every response repeats it. */
const MOST_ID = 256;

/** The JSON-RPC error code for transport errors, which implementations may choose (JSON-RPC 2.0, section 5.1). */
const TRANSPORT_ERROR = -32000;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
}

/** Returns a JSON-RPC error that refuses a request. The id is `null` if the request's id is unknown or was not read. */
export function refusal(
  status: number,
  code: number,
  message: string,
  options: {
    readonly id?: unknown;
    readonly data?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Response {
  const { id = null, data, headers = {} } = options;
  return Response.json({ jsonrpc: '2.0', error: { code, message, data }, id }, { status, headers });
}

/** Returns the error response to a request with a wrong method or wrong headers; `undefined` for other requests. */
export function refusedByHeaders(request: Request, origin: string): Response | undefined {
  const { headers, method } = request;
  if (method !== 'POST') {
    const message = `Method not allowed: send JSON-RPC messages by POST. How to connect: ${origin}/mcp-skill`;
    return refusal(405, TRANSPORT_ERROR, message, { headers: { allow: 'POST' } });
  }
  if (!isFromOwnPage({ origin: headers.get('origin'), url: request.url }, origin)) {
    return refusal(
      403,
      TRANSPORT_ERROR,
      'Forbidden: call this endpoint by its own host name, and not from a page of another origin.',
    );
  }
  const { json, sse } = acceptedTypes(headers.get('accept'));
  if (!json && !sse) {
    return refusal(
      406,
      TRANSPORT_ERROR,
      'Not acceptable: responses are application/json, or text/event-stream with progress.',
    );
  }
  if (!isJsonContentType(headers.get('content-type'))) {
    return refusal(415, TRANSPORT_ERROR, 'Unsupported media type: send the message as application/json.');
  }
  return undefined;
}

/** Returns which of the two response types a client accepts (RFC 9110, section 12.5.1). */
export function acceptedTypes(accept: string | null): { readonly json: boolean; readonly sse: boolean } {
  const field = accept ?? undefined;
  return { json: takes(field, 'application/json'), sse: takes(field, 'text/event-stream') };
}

export async function readMessage(request: Request): Promise<Message | Response> {
  let text: string;
  try {
    const body = await readRequestBody(request, MAX_BODY);
    if (body.tooLarge)
      return refusal(
        413,
        TRANSPORT_ERROR,
        `Content too large: a message may have at most ${MAX_BODY} bytes.`,
      );
    text = body.text;
  } catch {
    return refusal(400, PARSE_ERROR, 'Parse error: the request body could not be read.');
  }
  const parsed = parseJsonText(text);
  if (!parsed.ok) return refusal(400, PARSE_ERROR, 'Parse error: the request body is not JSON.');
  if (Array.isArray(parsed.value)) {
    return refusal(
      400,
      INVALID_REQUEST,
      'Invalid request: send one message at a time; batches are not supported.',
    );
  }
  if (!isMessage(parsed.value)) {
    return refusal(400, INVALID_REQUEST, 'Invalid request: the body is not a JSON-RPC 2.0 message.');
  }
  return parsed.value;
}

function isMessage(value: unknown): value is Message {
  if (!isRecord(value) || value.jsonrpc !== '2.0') return false;
  const { id, method } = value;
  if (typeof id === 'string' ? id.length > MOST_ID : id !== undefined && !Number.isInteger(id)) return false;
  return typeof method === 'string' || (method === undefined && ('result' in value || 'error' in value));
}

/** Returns whether a tool call requests progress notifications. */
export function wantsProgress({ method, params }: Message): boolean {
  return (
    method === 'tools/call' &&
    isRecord(params) &&
    isRecord(params._meta) &&
    params._meta.progressToken !== undefined
  );
}
