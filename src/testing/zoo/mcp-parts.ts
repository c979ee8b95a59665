/** Proxies and filters in front of servers of the zoo. */
import { request } from 'node:http';
import { constants } from 'node:http2';
import type { NodeHandler } from '../mcp-servers.ts';
import { h2Streams, type TestServer } from '../servers.ts';

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

/** Serves the server at `upstream` over TLS and HTTP/2, as a reverse proxy does. */
export function overHttp2(upstream: string): Promise<TestServer> {
  return h2Streams((stream, headers) => {
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
}

/** A server that is restarted after three requests of its first session, and forgets the session. */
export function restarted(server: NodeHandler): NodeHandler {
  let first: string | undefined;
  let left = 3;
  return (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id !== undefined) first ??= String(id);
    if (id === undefined || id !== first || left-- > 0) return server(request, response);
    const error = { code: -32001, message: 'Session not found' };
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
  };
}

/** Refuses clients that do not accept both types, as the revisions allow. */
export function wantsBothTypes(next: NodeHandler): NodeHandler {
  return (request, response) => {
    const { method, headers } = request;
    const takes = (type: string) => headers.accept?.includes(type) === true;
    if (method !== 'POST' || (takes('application/json') && takes('text/event-stream')))
      return next(request, response);
    response.writeHead(406).end();
  };
}
