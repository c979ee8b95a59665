/** A proxy in front of a server, which changes one thing of its answers: what a fault of a deployment looks like. */
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen, type TestServer } from '../../testing/servers.ts';

export interface Passing {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly asked: IncomingHttpHeaders;
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** Changes an answer in place. */
export type Break = (answer: Passing) => void;

let callers = 0;

/** A proxy to `port` of this machine, as a caller of its own there, with an allowance of its own. */
export async function breaking(port: number, change: Break): Promise<TestServer> {
  callers += 1;
  const localAddress = `127.0.1.${callers}`;
  const server = createServer((asked, response) => {
    const { method = 'GET', url: path = '/', headers } = asked;
    const passed = request(
      { host: '127.0.0.1', port, localAddress, method, path, headers },
      async (answer) => {
        const given: Passing = {
          method,
          path,
          asked: headers,
          status: answer.statusCode ?? 0,
          headers: { ...answer.headers },
          body: (await buffer(answer)).toString('latin1'),
        };
        change(given);
        for (const name of ['content-length', 'transfer-encoding', 'connection']) delete given.headers[name];
        response.writeHead(given.status, given.headers).end(Buffer.from(given.body, 'latin1'));
      },
    );
    asked.pipe(passed);
  });
  return listen(server, 'http');
}
