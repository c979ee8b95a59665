/** Hostile connections: endless TLS handshakes, sockets that are closed in each phase, or that stay silent. */
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listen } from '../servers.ts';
import { LOOPBACK_CERT, TEST_CERT, TEST_KEY } from '../tls.ts';
import { dripOn, floodOn, RAW_404, RAW_HOME, secureSite, send404, sendHome, wireSite } from './serve.ts';
import { type AttackSite, BARE, BARE_OR_LOST, but, type Expected, NOTHING_SEEN, ONLY_HOME } from './site.ts';

function connections(name: string, expects: Expected, serve: AttackSite['listen']): AttackSite {
  return { name, family: 'connections', expects, listen: serve };
}

const insteadOfTls = (onConnection: (socket: Socket) => void) => (host: string) =>
  listen(createServer(reading(onConnection)), 'https', host);

/** Only a socket that is read notices its end. */
const reading = (onConnection: (socket: Socket) => void) => (socket: Socket) => {
  socket.resume();
  onConnection(socket);
};

/** Longer than any deadline here, in milliseconds. */
const UNREAD_MS = 4_000;

const reset = (socket: Socket) => void socket.resetAndDestroy();

/** Ways to end a connection, by the progress of the response. */
const DEATHS: Readonly<Record<string, (socket: Socket) => void>> = {
  'by a reset before a byte': reset,
  'in the body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n# Title'),
};

export const CONNECTIONS: readonly AttackSite[] = [
  ...Object.entries(DEATHS).map(([when, die]) =>
    connections(
      `ends each connection ${when} beneath its home page`,
      ONLY_HOME,
      wireSite((socket, { isHome }) => void (isHome ? socket.write(RAW_HOME) : die(socket))),
    ),
  ),
  connections('resets each connection when it is made', NOTHING_SEEN, insteadOfPlain(reset)),
  connections(
    'never answers beneath its home page',
    ONLY_HOME,
    wireSite((socket, { isHome }) => void (isHome && socket.write(RAW_HOME))),
  ),
  connections(
    'takes connections and never answers',
    NOTHING_SEEN,
    insteadOfPlain(() => undefined),
  ),
  connections('takes connections and never reads', NOTHING_SEEN, (host) =>
    listen(
      // A socket that is not read does not notice its end.
      createServer({ pauseOnConnect: true }, (socket) => void setTimeout(() => socket.resume(), UNREAD_MS)),
      'http',
      host,
    ),
  ),
  connections(
    'answers once on each connection, and is silent then',
    // Each new connection gets one response, so some requests succeed.
    BARE_OR_LOST,
    wireSite((socket, { isHome, nth }) => {
      if (nth === 1) socket.write(isHome ? RAW_HOME : RAW_404);
    }),
  ),
  connections(
    'never ends the handshake of TLS',
    NOTHING_SEEN,
    insteadOfTls(() => undefined),
  ),
  connections(
    'drips the handshake of TLS',
    NOTHING_SEEN,
    // The header of a TLS record of 16 kB, then one byte at a time.
    insteadOfTls((socket) => {
      socket.on('error', () => undefined);
      socket.write(Buffer.from([22, 3, 3, 0x40, 0]));
      dripOn(socket, 50, () => Buffer.from([2]));
    }),
  ),
  connections(
    'floods garbage in place of the handshake',
    NOTHING_SEEN,
    insteadOfTls((socket) => {
      const bytes = Buffer.alloc(16_384, 0x16);
      floodOn(socket, () => bytes);
    }),
  ),
  connections('has a chain of 2,000 certificates', NOTHING_SEEN, (host) => {
    const cert = LOOPBACK_CERT + TEST_CERT.repeat(2_000);
    return listen(createTlsServer({ key: TEST_KEY, cert }), 'https', host);
  }),
  connections('is slow from the 13th request on', but(BARE_OR_LOST, {}, ['scored', 'cut_short']), (host) => {
    let asked = 0;
    return wireSite((socket, { isHome }) => {
      asked += 1;
      const answer = isHome ? RAW_HOME : RAW_404;
      if (asked < 13) socket.write(answer);
      else setTimeout(() => socket.writable && socket.write(answer), 2_500);
    })(host);
  }),
  connections('kills every third connection', but(BARE_OR_LOST, {}), (host) => {
    let asked = 0;
    return wireSite((socket, { isHome }) => {
      asked += 1;
      if (asked % 3 === 0) reset(socket);
      else socket.write(isHome ? RAW_HOME : RAW_404);
    })(host);
  }),
];

function insteadOfPlain(onConnection: (socket: Socket) => void): AttackSite['listen'] {
  return (host) => listen(createServer(reading(onConnection)), 'http', host);
}

/** Not hostile: the cost of an audit without any obstacle. */
export const PLAIN_SITE: AttackSite = connections(
  'is a plain site over TLS',
  BARE,
  secureSite(({ url, method }, response) =>
    url === '/' && method === 'GET' ? sendHome(response) : send404(response),
  ),
);
