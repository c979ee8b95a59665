/** What stands before servers of the zoo. */
import { request } from 'node:http';
import { constants } from 'node:http2';
import { h2Server, type TestServer } from '../servers.ts';

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
