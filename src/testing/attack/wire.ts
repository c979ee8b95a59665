/** Servers with invalid HTTP/1.1: wrong lengths, endless headers, responses without a request. */
import type { Socket } from 'node:net';
import { dripOn, floodOn, RAW_404, RAW_HOME, raw, wireSite } from './serve.ts';
import { ANYTHING, type AttackSite, BARE_OR_LOST, type Expected, NOTHING_SEEN, ONLY_HOME } from './site.ts';

function beneathHome(name: string, expects: Expected, other: (socket: Socket) => void): AttackSite {
  const listen = wireSite((socket, { isHome }) => void (isHome ? socket.write(RAW_HOME) : other(socket)));
  return { name: `${name} beneath its home page`, family: 'wire', expects, listen };
}

function everywhere(name: string, expects: Expected, answer: (socket: Socket) => void): AttackSite {
  return { name, family: 'wire', expects, listen: wireSite(answer) };
}

/** Responds with these bytes to all but the home page. */
const bytes = (name: string, expects: Expected, text: string) =>
  beneathHome(name, expects, (socket) => void socket.write(text, 'latin1'));

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const NOT_HTTP = ONLY_HOME;

export const WIRE: readonly AttackSite[] = [
  beneathHome('sends a header of a megabyte', NOT_HTTP, (socket) => {
    socket.write(`${OK}X-Long: ${'a'.repeat(1024 * 1024)}\r\nContent-Length: 2\r\n\r\nok`);
  }),
  beneathHome('sends a header without end', NOT_HTTP, (socket) => {
    socket.write(OK);
    floodOn(socket, () => 'X-A: b\r\n'.repeat(1000));
  }),
  beneathHome('drips a header', NOT_HTTP, (socket) => {
    socket.write(OK);
    dripOn(socket, 100, () => 'X-A: b\r\n');
  }),
  everywhere('sends 60 kB of header in 5,000 fields with every answer', BARE_OR_LOST, (socket) => {
    socket.write(`HTTP/1.1 404 x\r\n${'X-A: 1234\r\n'.repeat(5_000)}Content-Length: 2\r\n\r\nno`);
  }),
  beneathHome('drips chunks of one byte', ONLY_HOME, (socket) => {
    socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
    dripOn(socket, 100, () => '1\r\na\r\n');
  }),
  beneathHome('sends an extension of a chunk without end', ONLY_HOME, (socket) => {
    socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n5;a=`);
    floodOn(socket, () => 'x'.repeat(16_384));
  }),
  beneathHome('sends trailers without end', ONLY_HOME, (socket) => {
    socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n`);
    floodOn(socket, () => 'X-Trailer: t\r\n'.repeat(1000));
  }),
  // The second response belongs to no request, and must not be taken for the response to the next one.
  everywhere('sends two answers at once', BARE_OR_LOST, (socket) => {
    socket.write(
      raw(404, 'text/plain', 'no') + raw(200, 'text/plain', '# Smuggled\n\n> Summary\n\n- [a](/b)\n'),
    );
  }),
  bytes(
    'sends two answers at once',
    BARE_OR_LOST,
    RAW_404 + raw(200, 'text/plain', '# Smuggled\n\n> Summary\n'),
  ),
  // The client cannot see that the response to its next request was sent before it.
  beneathHome('sends an answer before it is asked', ANYTHING, (socket) => {
    socket.write(RAW_404);
    setTimeout(() => socket.writable && socket.write(raw(200, 'text/plain', '# Early\n')), 10);
  }),
  beneathHome('sends interim answers without end', ONLY_HOME, (socket) => {
    floodOn(socket, () => 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(100));
  }),
  // The auditor retries these with Node's own client.
  beneathHome('says 100 without end', ONLY_HOME, (socket) => {
    floodOn(socket, () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100));
  }),
  beneathHome('folds a header without end', NOT_HTTP, (socket) => {
    socket.write(`${OK}X-A: b\r\n`);
    floodOn(socket, () => ' c\r\n'.repeat(1000));
  }),
  beneathHome('folds a header and drips its body', ONLY_HOME, (socket) => {
    socket.write(`${OK}X-A: b\r\n c\r\nTransfer-Encoding: chunked\r\n\r\n`);
    dripOn(socket, 100, () => '1\r\na\r\n');
  }),
  // Three digits are enough for a status. The same response at every path is a refusal.
  bytes(
    'answers 999',
    ONLY_HOME,
    'HTTP/1.1 999 x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno',
  ),
  everywhere('answers every request with noise', NOTHING_SEEN, (socket) => {
    const noise = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256));
    floodOn(socket, () => noise);
  }),
  {
    name: 'gives each answer to the request after it',
    family: 'wire',
    expects: ANYTHING,
    listen: (host) => {
      let last = raw(404, 'text/plain', 'no');
      return wireSite((socket, { isHome }) => {
        const answer = last;
        last = isHome ? RAW_HOME : RAW_404;
        socket.write(answer);
      })(host);
    },
  },
];
