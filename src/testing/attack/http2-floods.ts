/** HTTP/2 servers that send too much: frames that each must be read, and may be answered, without end. */
import {
  FLAG,
  field,
  frame,
  type H2Behaviour,
  type H2Connection,
  h2Site,
  home,
  TYPE,
} from './http2-frames.ts';
import { type AttackSite, ONLY_HOME_OR_LOST } from './site.ts';

/** The home page is answered, and everything else in this way. */
function beneathHome(name: string, request: (connection: H2Connection, stream: number) => void): AttackSite {
  const behaviour: H2Behaviour = {
    request: (connection, { stream, isHome }) =>
      isHome ? connection.send(home(stream)) : request(connection, stream),
  };
  return {
    name,
    family: 'http2',
    expects: ONLY_HOME_OR_LOST,
    listen: (host) => h2Site(host, behaviour),
  };
}

const many = (bytes: Buffer, times: number) => Buffer.concat(Array<Buffer>(times).fill(bytes));
const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const EMPTY_DATA = (stream: number) => many(frame(TYPE.data, 0, stream), 500);
const OK = field(':status', '200');

/** One entry of the dynamic table, and then its index as often as a frame holds: 16 kB that mean 64 MB. */
const bomb = once(() => {
  const first = Buffer.concat([OK, field('x-bomb', 'b'.repeat(4000), true)]);
  return Buffer.concat([first, Buffer.alloc(16_000 - first.length, 0x80 | 62)]);
});

export const HTTP2_FLOODS: readonly AttackSite[] = [
  beneathHome('floods empty data', ({ send, flood }, stream) => {
    send(frame(TYPE.headers, FLAG.endHeaders, stream, OK));
    const data = EMPTY_DATA(stream);
    flood(() => data);
  }),
  beneathHome('begins a header that goes on in continuations for ever', ({ send, flood }, stream) => {
    send(frame(TYPE.headers, 0, stream, OK));
    const more = frame(TYPE.continuation, 0, stream, field('x-more', 'm'.repeat(8000)));
    flood(() => more);
  }),
  beneathHome('sends header bombs', ({ send }, stream) => {
    send(frame(TYPE.headers, FLAG.endHeaders | FLAG.endStream, stream, bomb()));
  }),
];
