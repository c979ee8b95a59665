/** Servers whose HTTP/1.1 is not HTTP/1.1: lengths that lie, headers without end, answers that nobody asked for. */
import type { Socket } from 'node:net';
import { dripOn, floodOn, RAW_404, RAW_HOME, raw, wireSite } from './serve.ts';
import { ANYTHING, type AttackSite, BARE_OR_LOST, type Expected, ONLY_HOME } from './site.ts';

/** The home page is answered, and everything else in this way. */
function beneathHome(name: string, expects: Expected, other: (socket: Socket) => void): AttackSite {
  const listen = wireSite((socket, { isHome }) => void (isHome ? socket.write(RAW_HOME) : other(socket)));
  return { name: `${name} beneath its home page`, family: 'wire', expects, listen };
}

function everywhere(name: string, expects: Expected, answer: (socket: Socket) => void): AttackSite {
  return { name, family: 'wire', expects, listen: wireSite(answer) };
}

/** The answers beneath the home page are these bytes. */
const bytes = (name: string, expects: Expected, text: string) =>
  beneathHome(name, expects, (socket) => void socket.write(text, 'latin1'));

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const NOT_HTTP = ONLY_HOME;

export const WIRE: readonly AttackSite[] = [
  beneathHome('sends a header without end', NOT_HTTP, (socket) => {
    socket.write(OK);
    floodOn(socket, () => 'X-A: b\r\n'.repeat(1000));
  }),
  beneathHome('drips a header', NOT_HTTP, (socket) => {
    socket.write(OK);
    dripOn(socket, 100, () => 'X-A: b\r\n');
  }),
  // The second answer belongs to no request: nothing that it says may be taken for the next one's.
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
  // Whichever request comes next has been answered so, as far as anybody can see.
  beneathHome('sends an answer before it is asked', ANYTHING, (socket) => {
    socket.write(RAW_404);
    setTimeout(() => socket.writable && socket.write(raw(200, 'text/plain', '# Early\n')), 10);
  }),
  beneathHome('sends interim answers without end', ONLY_HOME, (socket) => {
    floodOn(socket, () => 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'.repeat(100));
  }),
  // It is asked again through Node's own client.
  beneathHome('folds a header and drips its body', ONLY_HOME, (socket) => {
    socket.write(`${OK}X-A: b\r\n c\r\nTransfer-Encoding: chunked\r\n\r\n`);
    dripOn(socket, 100, () => '1\r\na\r\n');
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
