/** HTTP/2 floods: endless frames that the client must read and may have to answer. */
import {
  answer,
  FLAG,
  field,
  frame,
  type H2Behavior,
  type H2Connection,
  h2Site,
  home,
  settings,
  TYPE,
} from './http2-frames.ts';
import { type AttackSite, BARE_OR_LOST, type Expected, ONLY_HOME_OR_LOST } from './site.ts';

function flooding(name: string, make: () => Buffer, expects: Expected = BARE_OR_LOST): AttackSite {
  const request: H2Behavior['request'] = (connection, { stream, isHome }) => {
    if (!isHome) return connection.send(answer(stream, 404));
    connection.send(home(stream));
    connection.flood(make);
  };
  return { name, family: 'http2', expects, listen: (host) => h2Site(host, { request }) };
}

/** Responds to the home page normally, and to everything else like this. */
function beneathHome(
  name: string,
  request: (connection: H2Connection, stream: number) => void,
  expects: Expected = ONLY_HOME_OR_LOST,
): AttackSite {
  const behavior: H2Behavior = {
    request: (connection, { stream, isHome }) =>
      isHome ? connection.send(home(stream)) : request(connection, stream),
  };
  return { name, family: 'http2', expects, listen: (host) => h2Site(host, behavior) };
}

const many = (bytes: Buffer, times: number) => Buffer.concat(Array<Buffer>(times).fill(bytes));
const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const PING = many(frame(TYPE.ping, 0, 0, Buffer.alloc(8, 'p')), 500);
const LONG_SETTINGS = settings(...Array.from({ length: 2700 }, (_, i) => [0x1000 + i, i] as const));
const UNKNOWN = many(frame(0xbb, 0xff, 0, Buffer.alloc(64)), 200);
const EMPTY_DATA = (stream: number) => many(frame(TYPE.data, 0, stream), 500);
const OK = field(':status', '200');
const HINTS = field(':status', '103');

/** One entry of the dynamic table, and its index as often as fits into a frame: 16 kB that decode to 64 MB. */
const bomb = once(() => {
  const first = Buffer.concat([OK, field('x-bomb', 'b'.repeat(4000), true)]);
  return Buffer.concat([first, Buffer.alloc(16_000 - first.length, 0x80 | 62)]);
});

export const HTTP2_FLOODS: readonly AttackSite[] = [
  flooding('floods settings with 2,700 parameters each', () => LONG_SETTINGS),
  flooding('floods pings', () => PING),
  flooding('floods frames of an unknown type', () => UNKNOWN),
  beneathHome('floods empty data', ({ send, flood }, stream) => {
    send(frame(TYPE.headers, FLAG.endHeaders, stream, OK));
    const data = EMPTY_DATA(stream);
    flood(() => data);
  }),
  beneathHome('floods interim answers over HTTP/2', ({ flood }, stream) => {
    const hints = many(frame(TYPE.headers, FLAG.endHeaders, stream, HINTS), 100);
    flood(() => hints);
  }),
  beneathHome('begins a header that goes on in continuations for ever', ({ send, flood }, stream) => {
    send(frame(TYPE.headers, 0, stream, OK));
    const more = frame(TYPE.continuation, 0, stream, field('x-more', 'm'.repeat(8000)));
    flood(() => more);
  }),
  beneathHome('sends header bombs', ({ send }, stream) => {
    send(frame(TYPE.headers, FLAG.endHeaders | FLAG.endStream, stream, bomb()));
  }),
  beneathHome(
    'ends each body with a megabyte of trailers',
    ({ send }, stream) => {
      const trailers = field('x-trailer', 't'.repeat(15_000));
      send(
        frame(TYPE.headers, FLAG.endHeaders, stream, field(':status', '404')),
        frame(TYPE.headers, FLAG.endStream, stream, trailers),
        ...Array.from({ length: 70 }, (_, i) =>
          frame(TYPE.continuation, i === 69 ? FLAG.endHeaders : 0, stream, trailers),
        ),
      );
    },
    BARE_OR_LOST,
  ),
];
