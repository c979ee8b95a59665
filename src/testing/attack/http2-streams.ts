/** HTTP/2 servers that break the rules of streams, windows and frames. */
import {
  answer,
  ERROR_CODE,
  FLAG,
  field,
  frame,
  goaway,
  type H2Behaviour,
  h2Site,
  home,
  resetStream,
  SETTING,
  settings,
  TYPE,
  uint32,
} from './http2-frames.ts';
import {
  type AttackSite,
  BARE,
  BARE_OR_LOST,
  but,
  type Expected,
  NOTHING_SEEN,
  ONLY_HOME,
  ONLY_HOME_OR_LOST,
  SAME_EVERYWHERE,
} from './site.ts';

function h2(name: string, expects: Expected, behaviour: H2Behaviour): AttackSite {
  return { name, family: 'http2', expects, listen: (host) => h2Site(host, behaviour) };
}

/** The home page is answered, and everything else in this way. */
function beneathHome(
  name: string,
  expects: Expected,
  other: (...given: Parameters<H2Behaviour['request'] & {}>) => void,
): AttackSite {
  return h2(name, expects, {
    request: (connection, request) =>
      request.isHome ? connection.send(home(request.stream)) : other(connection, request),
  });
}

const OK = field(':status', '200');
/** How long answers are held back to be sent in another order, in milliseconds. */
const HELD_MS = 50;

export const HTTP2_STREAMS: readonly AttackSite[] = [
  beneathHome('begins every answer and resets it', ONLY_HOME, ({ send }, { stream }) => {
    send(
      frame(TYPE.headers, FLAG.endHeaders, stream, OK),
      frame(TYPE.data, 0, stream, Buffer.from('# Title')),
      resetStream(stream, ERROR_CODE.internal),
    );
  }),
  beneathHome('says farewell to every request', ONLY_HOME_OR_LOST, ({ send, socket }, { stream }) => {
    send(goaway(Math.max(0, stream - 2), ERROR_CODE.calm));
    socket.end();
  }),
  h2('lets no stream be opened', NOTHING_SEEN, {
    greet: ({ send }) => send(settings([SETTING.maxConcurrentStreams, 0])),
  }),
  h2(
    'never lets a body come to it',
    but(BARE, { 'mcp-initialize': ['error', 'n_a'] }, ['scored', 'cut_short']),
    {
      greet: ({ send }) => send(settings([SETTING.initialWindowSize, 0])),
      request: ({ send }, { stream, isHome, isWhole }) => {
        if (isWhole) send(isHome ? home(stream) : answer(stream, 404, {}, 'no'));
      },
    },
  ),
  // Who opens the window soon enough reads the same 10 MiB everywhere.
  beneathHome(
    'sends more than the window holds',
    { ...SAME_EVERYWHERE, statuses: {} },
    ({ send }, { stream }) => {
      const data = frame(TYPE.data, 0, stream, Buffer.alloc(16_384, 'a'));
      send(frame(TYPE.headers, FLAG.endHeaders, stream, OK), ...Array<Buffer>(600).fill(data));
    },
  ),
  beneathHome('pushes what nobody asked for', BARE_OR_LOST, ({ send }, { stream }) => {
    const asked = Buffer.concat([
      field(':method', 'GET'),
      field(':scheme', 'https'),
      field(':authority', 'x'),
      field(':path', '/llms.txt'),
    ]);
    send(
      frame(TYPE.pushPromise, FLAG.endHeaders, stream, Buffer.concat([uint32(2), asked])),
      answer(2, 200, { 'content-type': 'text/plain' }, '# Pushed'),
      answer(stream, 404, {}, 'no'),
    );
  }),
  beneathHome('announces frames of 16 MiB', ONLY_HOME_OR_LOST, ({ send, flood }, { stream }) => {
    const head = frame(TYPE.data, 0, stream);
    head.writeUIntBE(0xffffff, 0, 3);
    send(frame(TYPE.headers, FLAG.endHeaders, stream, OK), head);
    const bytes = Buffer.alloc(16_384);
    flood(() => bytes);
  }),
  beneathHome('has two answers for each stream', BARE_OR_LOST, ({ send }, { stream }) => {
    send(answer(stream, 404, {}, 'no'), answer(stream, 200, { 'content-type': 'text/plain' }, '# Second'));
  }),
  beneathHome('drips a header over HTTP/2', ONLY_HOME, ({ drip }, { stream }) => {
    const bytes = frame(
      TYPE.headers,
      FLAG.endHeaders,
      stream,
      Buffer.concat([OK, field('x-a', 'a'.repeat(500))]),
    );
    let at = 0;
    drip(100, () => bytes.subarray(at, ++at));
  }),
  {
    name: 'answers streams in another order than they came',
    family: 'http2',
    expects: BARE,
    listen(host) {
      const held = new Map<object, Buffer[]>();
      return h2Site(host, {
        request(connection, { stream, isHome }) {
          const waiting = held.get(connection) ?? [];
          held.set(connection, waiting);
          waiting.push(isHome ? home(stream) : answer(stream, 404, {}, 'no'));
          if (waiting.length > 1) return;
          setTimeout(() => connection.send(...waiting.splice(0).reverse()), HELD_MS);
        },
      });
    },
  },
];
