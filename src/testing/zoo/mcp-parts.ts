/** What servers of the zoo are built with. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { constants } from 'node:http2';
import { isRecord, parseJsonText } from '../../parse/json.ts';
import type { NodeHandler } from '../mcp-servers.ts';
import { h2Server, type TestServer } from '../servers.ts';

/** A message as it came: its body read as JSON where it is. */
export interface Message {
  readonly body: unknown;
  readonly text: string;
}

/** Reads the body of a request whole. */
export async function readMessage(incoming: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const parsed = parseJsonText(text);
  return { text, body: parsed.ok ? parsed.value : undefined };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A JSON-RPC error without an id, as servers send that refuse a request before they read it. */
export function refuse(response: ServerResponse, status: number, code: number, message = 'no'): void {
  sendJson(response, status, { jsonrpc: '2.0', id: null, error: { code, message } });
}

/** What a hand-written server gives for a method: a result, or an error. */
export type Answers = (method: string, params: Readonly<Record<string, unknown>>) => Outcome;
export type Outcome = { readonly result: unknown } | { readonly code: number; readonly status?: number };

/** A server of JSON-RPC over POST, as people write it: one JSON body for each request, 202 for notifications. */
export function jsonRpc(
  answers: Answers,
  before: (request: IncomingMessage, response: ServerResponse, message: Message) => boolean = () => false,
): NodeHandler {
  return async (incoming, response) => {
    const message = await readMessage(incoming);
    if (before(incoming, response, message)) return;
    if (incoming.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    if (!isRecord(message.body)) {
      refuse(response, 400, message.body === undefined ? -32700 : -32600);
      return;
    }
    const { id, method, params } = message.body;
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const outcome = answers(String(method), isRecord(params) ? params : {});
    if ('result' in outcome) sendJson(response, 200, { jsonrpc: '2.0', id, ...outcome });
    else
      sendJson(response, outcome.status ?? 200, {
        jsonrpc: '2.0',
        id,
        error: { code: outcome.code, message: 'no' },
      });
  };
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

/** The server at `upstream` over TLS and HTTP/2, as a reverse proxy serves it. */
export function overHttp2(upstream: string): Promise<TestServer> {
  return h2Server((server) => {
    server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      const own = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
      const onward = request(
        new URL(String(headers[constants.HTTP2_HEADER_PATH]), upstream),
        { method: String(headers[constants.HTTP2_HEADER_METHOD]), headers: Object.fromEntries(own) },
        (answer) => {
          const fields = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
          if (stream.destroyed) return void answer.destroy();
          stream.respond({ ':status': answer.statusCode ?? 502, ...Object.fromEntries(fields) });
          answer.pipe(stream);
        },
      );
      onward.on('error', () => stream.close());
      stream.on('close', () => onward.destroy());
      stream.pipe(onward);
    });
  });
}
