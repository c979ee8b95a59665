import { createServer } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../base/limits.ts';
import { settled, stopClock, until } from '../../testing/clock.ts';
import { outcome, type TestIoOptions, testIo } from '../../testing/live.ts';
import { serveSite } from '../../testing/serve.ts';
import { answerOk, h2Server, h2Streams, listen, rawServer, type TestServer } from '../../testing/servers.ts';
import { TEST_CERT } from '../../testing/tls.ts';
import type { Lookup } from './connect.ts';

const SMALL: TestIoOptions = { limits: { bodyBytes: 64 * 1024 } };
const head = (...fields: string[]) => `HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n`;

const mishaps: unknown[] = [];
process.on('unhandledRejection', (reason) => mishaps.push(reason));
process.on('warning', (warning) => mishaps.push(warning));
afterEach(() => expect(mishaps).toEqual([]));

/** An interim response that the client did not ask for (RFC 9110 section 15.2). */
const GO_ON = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Writes `beginning` once, then `bytes` repeatedly until the connection closes. */
function forEver(socket: Socket, bytes: string | Buffer, beginning = ''): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(bytes), 1);
  socket.on('close', () => clearInterval(timer));
}

/** Resets a connection. Under TLS, only destroys the socket, because Node cannot send a RST there. */
function reset(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

type Serve = (socket: Socket) => void;
const writes = (bytes: string) => (socket: Socket) => void socket.write(bytes);
const ends = (bytes: string | Buffer) => (socket: Socket) => void socket.end(bytes);
const goesOn = (bytes: string | Buffer, beginning: string) => (socket: Socket) =>
  forEver(socket, bytes, beginning);
const bodyOf = (length: number | string) => head(`Content-Length: ${length}`);
const BODY = bodyOf(9);
const CHUNKED = head('Transfer-Encoding: chunked');
const MANY = Buffer.alloc(65_536, 'a');
const FIELDS = 'X: yyyyyyyyyyyyyyyyyyyyyyyyy\r\n'.repeat(50);
const BOTH = /^protocol: .*both Content-Length and Transfer-Encoding/;
const TOO_LARGE = /^protocol: .*headers are too large/;
const OK = `${bodyOf(2)}ok`;
const SWITCHES = 'HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';

/** Servers that never complete a response, with the expected outcome. */
const STALLING: readonly [what: string, serve: Serve, outcome: RegExp, connections?: number][] = [
  ['never answers', () => undefined, /^timeout: no complete response in time \(8 s\)$/],
  ['stalls inside the body', writes(`${BODY}abc`), /^timeout after 200: /],
  ['sends interim answers for ever', goesOn('HTTP/1.1 103 Hints\r\nX: y\r\n\r\n', ''), /^timeout: /],
  // If undici cannot read a response, Node's own client sends the request again, within the same limits.
  ['says 100 and no more', writes(GO_ON), /^timeout: no complete response in time \(8 s\)$/, 2],
  ['says 100 for ever', goesOn(GO_ON, ''), /^timeout: /, 2],
  ['stalls inside the body behind a 100', writes(`${GO_ON}${BODY}abc`), /^timeout after 200: /, 2],
];

/** What each server does with the socket, and the expected outcome of the request. */
const SERVERS: readonly [what: string, serve: Serve, outcome: RegExp][] = [
  ['resets at once', reset, /^reset: .*ECONNRESET/],
  ['closes at once', ends(''), /^reset: /],
  ['closes inside the body', ends(`${BODY}abc`), /^reset after 200: /],
  [
    'resets inside the body',
    (s) => s.write(`${BODY}abc`, () => setTimeout(reset, 20, s)),
    /^reset after 200: .*ECONNRESET/,
  ],
  ['never ends the body', goesOn(MANY, head('X: y')), /^200 a+ …$/],
  ['never ends a body of tiny chunks', goesOn('1\r\na\r\n'.repeat(2000), CHUNKED), /^200 a+ …$/],
  ['has a body of unknown length', ends(`${head('X: y')}abc`), /^200 abc$/],
  ['sends more than its Content-Length', writes(`${bodyOf(3)}abcdef`), /^200 abc$/],
  // A CGI script behind a server that also counts the length.
  [
    'names two lengths',
    writes(head('Content-Length: 3', 'Content-Length: 5')),
    /^protocol: .*more than one C/,
  ],
  // An application behind lighttpd 1.4 that sets these headers itself.
  ['names a length and chunks', writes(head('Content-Length: 3', 'Transfer-Encoding: chunked')), BOTH],
  ['names chunks and a length', writes(head('Transfer-Encoding: chunked', 'Content-Length: 3')), BOTH],
  ['has a length in words', writes(bodyOf('many')), /^protocol: .*not a number/],
  // A shell script behind socat or inetd.
  ['ends its lines in a bare LF', ends('HTTP/1.1 200 OK\nContent-Length: 2\n\nok'), /^protocol: .*bare LF/],
  ['ends one field in a bare LF', writes(`${head('X: y\nContent-Length: 2')}ok`), /^protocol: .*bare LF/],
  ['ends its chunks in a bare LF', writes(`${CHUNKED}2\nok\n0\n\n`), /^protocol after 200: .*bare LF/],
  ['has a space before a colon', writes(head('X : y')), /^protocol: .*invalid name/],
  [
    'has a control character behind its length',
    writes(head('Content-Length: 2', 'X: a\x01b')),
    /^protocol: .*control character/,
  ],
  ['has no status', ends('HTTP/1.1 OK\r\n\r\n'), /^protocol: .*no three-digit status/],
  ['sends a chunk without a size', writes(`${CHUNKED}zz\r\n`), /^protocol after 200: .*chunk size/],
  [
    'sends a chunk longer than its size',
    writes(`${CHUNKED}2\r\nokay`),
    /^protocol after 200: .*chunk is longer/,
  ],
  ['ends without the last chunk', ends(`${CHUNKED}3\r\nabc\r\n`), /^(reset|protocol) after 200: /],
  ['has a header of 50 KB', ends(`${head(`X: ${'a'.repeat(50_000)}`)}ok`), /^200 ok$/],
  ['has a header of 100 KB', ends(`${head(`X: ${'a'.repeat(100_000)}`)}ok`), TOO_LARGE],
  ['has a header without end', goesOn(FIELDS, 'HTTP/1.1 200 OK\r\n'), TOO_LARGE],
  ['has a header without end behind a 100', goesOn(FIELDS, `${GO_ON}HTTP/1.1 200 OK\r\n`), TOO_LARGE],
  ['never ends the body behind a 100', goesOn(MANY, `${GO_ON}${head('X: y')}`), /^200 a+ …$/],
  [
    'never ends a compressed body behind a 100',
    (s) => {
      s.write(`${GO_ON}${head('Content-Encoding: gzip')}`);
      s.write(gzipSync(Buffer.alloc(8 * 2 ** 20, 'a')));
    },
    /^200 a+ …$/,
  ],
  ['closes inside the body behind a 100', ends(`${GO_ON}${BODY}abc`), /^reset after 200: /],
  ['switches protocols behind a 100', writes(`${GO_ON}${SWITCHES}`), /^protocol: .*101/],
  ['speaks HTTP/1.0', ends('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold'), /^200 old$/],
  ['speaks HTTP/0.9', ends('<h1>page</h1>'), /^protocol: .*status line/],
  ['sends binary', ends(Buffer.from([0, 255, 13, 10, 13, 10])), /^protocol: /],
  ['has a status of four digits', ends('HTTP/1.1 2000 OK\r\n\r\n'), /^protocol: .*three-digit status/],
  ['sends early hints first', writes(`HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n${OK}`), /^200 ok$/],
  ['switches protocols unasked', writes(SWITCHES), /^protocol: .*101/],
  [
    'lies about the encoding',
    ends(`${head('Content-Encoding: gzip')}<!doctype html>`),
    /^protocol after 200: .*C/,
  ],
  ['sends 204 with an encoding', writes('HTTP/1.1 204 No\r\nContent-Encoding: gzip\r\n\r\n'), /^204 $/],
];

/** Returns the outcome of one request. Expects that no connection stays open. */
async function outcomeOf(serve: Serve, tls: boolean): Promise<string> {
  await using server = await rawServer(serve, { tls });
  await using live = testIo({ ...SMALL, ca: [TEST_CERT] });
  const seen = outcome(await live.get(server.url));
  await live.io.close();
  await expect.poll(server.open).toBe(0);
  return seen;
}

describe('a server that', () => {
  it.each(STALLING)('%s', async (_, serve, expected, connections = 1) => {
    await using server = await rawServer(serve);
    await using live = testIo(SMALL);
    const clock = stopClock();
    const exchange = live.get(server.url);
    expect(await until(() => server.connections() === connections)).toBe(true);
    await settled();
    clock.pass(LIMITS.requestMs);
    expect(outcome(await exchange)).toMatch(expected);
    await live.io.close();
    expect(await until(() => server.open() === 0)).toBe(true);
  });

  it.each(SERVERS)('%s', async (_, serve, expected) => {
    expect(await outcomeOf(serve, false)).toMatch(expected);
  });

  it.each(SERVERS.filter(([what]) => /^(?:resets|closes|never ends|sends a chunk|has a header)/.test(what)))(
    '%s, over TLS',
    async (_, serve, expected) => {
      // Under TLS, a reset may appear as a plain close.
      const pattern = new RegExp(expected.source.replace('.*ECONNRESET', ''));
      expect(await outcomeOf(serve, true)).toMatch(pattern);
    },
  );

  it('is of several minds gets a fair hearing each time', async () => {
    let turn = 0;
    await using server = await rawServer((socket) => {
      turn++;
      if (turn % 2 === 1) socket.end('garbage\r\n\r\n');
      else socket.write(OK);
    });
    await using live = testIo(SMALL);
    const seen: string[] = [];
    for (let i = 0; i < 4; i++) seen.push(outcome(await live.get(server.url)).slice(0, 8));
    expect(seen).toEqual(['protocol', '200 ok', 'protocol', '200 ok']);
  });
});

describe('what is sent', () => {
  it('has the method, path, header fields and body of the request', async () => {
    const seen: string[] = [];
    await using site = await serveSite({
      '*': async (request, response) => {
        seen.push(`${request.method} ${request.url} ${request.headers['x-a']} ${await textOf(request)}`);
        response.setHeader('Set-Cookie', ['a=1', 'b=2']).end('ok');
      },
    });
    await using live = testIo();
    const post = { method: 'POST', body: '{"ü":1}', headers: [['x-a', 'b']] } as const;
    const { answer } = await live.get(`${site.url}/p?q=%20#frag`, post);
    expect(seen).toEqual(['POST /p?q=%20 b {"ü":1}']);
    const cookies = answer?.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
    expect(cookies).toEqual(['a=1', 'b=2']);
    expect(answer?.httpVersion).toBe('1.1');
    await live.get(site.url, { method: 'DELETE' });
    await live.get(site.url, { method: 'OPTIONS' });
    expect(seen.slice(1)).toEqual(['DELETE / undefined ', 'OPTIONS / undefined ']);
  });

  it('follows no redirect and keeps no cookie', async () => {
    const sent: unknown[] = [];
    await using site = await serveSite({
      '/': (request, response) => {
        sent.push(request.headers.cookie);
        response.writeHead(302, { location: '/next', 'set-cookie': 'a=1' }).end();
      },
    });
    await using live = testIo();
    expect((await live.get(site.url)).answer?.status).toBe(302);
    await live.get(site.url);
    expect([site.asked, sent]).toEqual([
      ['GET /', 'GET /'],
      [undefined, undefined],
    ]);
  });
});

describe('a connection that closes before any answer', () => {
  const closing = (methods: string[]) =>
    rawServer((socket, request) => {
      methods.push(request.slice(0, request.indexOf(' ')));
      socket.end();
    });

  it('is tried once more, for a GET only', async () => {
    const methods: string[] = [];
    await using server = await closing(methods);
    await using live = testIo();
    await live.get(server.url);
    await live.get(server.url, { method: 'POST', body: 'x' });
    expect(methods).toEqual(['GET', 'GET', 'POST']);
  });

  it('is tried again ten times in an audit, not more', async () => {
    const methods: string[] = [];
    await using server = await closing(methods);
    await using live = testIo();
    await Promise.all(Array.from({ length: 30 }, (_, i) => live.get(`${server.url}/${i}`)));
    expect(methods).toHaveLength(40);
  });
});

/** Serves one connection at a time. The others wait, as in a system's listen backlog. */
async function servingOne(): Promise<TestServer> {
  const waiting: Socket[] = [];
  let served: Socket | undefined;
  const http = createServer((_, response) => response.setHeader('keep-alive', 'timeout=60').end('ok'));
  const next = () => {
    if (served?.destroyed === false) return;
    served = waiting.shift();
    if (served === undefined) return;
    served.once('close', next);
    http.emit('connection', served);
    served.resume();
  };
  const tcp = createTcpServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    next();
  });
  return listen(tcp, 'http');
}

describe('a server of one connection at a time (HAProxy maxconn 1, Apache with one worker, HTTPServer of Python)', () => {
  it('hears every request: none waits for an idle connection', async () => {
    await using server = await servingOne();
    await using live = testIo({ limits: { perOrigin: 6 } });
    const all = Array.from({ length: 12 }, (_, i) => live.get(`${server.url}/${i}`));
    expect((await Promise.all(all)).map(outcome)).toEqual(all.map(() => '200 ok'));
  });
});

describe('an answer about a connection that was kept alive', () => {
  it.each<[string, Serve]>([
    ['408 of HAProxy', ends('HTTP/1.1 408 No\r\nContent-length: 0\r\nConnection: close\r\n\r\n')],
    ['408 of Node', ends('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')],
    ['408 of Apache, which says no more', ends('HTTP/1.1 408 No\r\nContent-Length: 0\r\n\r\n')],
    ['421 of Apache and Envoy', writes('HTTP/1.1 421 Misdirected\r\nContent-Length: 0\r\n\r\n')],
    ['a reset', reset],
    ['an end', ends('')],
  ])('%s: is requested again on a new one', async (_, onIdle) => {
    const heard = new WeakSet<Socket>();
    await using server = await rawServer((socket) => {
      if (heard.has(socket)) return onIdle(socket);
      heard.add(socket);
      socket.write(OK);
    });
    await using live = testIo();
    await Promise.all(['/1', '/2', '/3'].map((path) => live.get(server.url + path)));
    expect(outcome(await live.get(server.url))).toBe('200 ok');
    expect(server.connections()).toBe(4);
  });

  it('408 whenever one is used again: each request has a new one, soon', async () => {
    const heard = new WeakSet<Socket>();
    let asked = 0;
    await using server = await rawServer((socket) => {
      asked++;
      if (heard.has(socket)) return socket.end('HTTP/1.1 408 Timeout\r\nConnection: close\r\n\r\n');
      heard.add(socket);
      socket.write(OK);
    });
    await using live = testIo();
    const seen: string[] = [];
    for (let i = 0; i < 20; i++) seen.push(outcome(await live.get(server.url)));
    expect(seen).toEqual(Array(20).fill('200 ok'));
    expect(asked).toBe(23);
  });

  it.each([408, 421])('%i: a POST is asked again, too, once', async (status) => {
    let asked = 0;
    await using server = await rawServer((socket) => {
      asked++;
      socket.write(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    });
    await using live = testIo();
    const post = { method: 'POST', body: '{}' } as const;
    expect(outcome(await live.get(server.url, post))).toBe(`${status} `);
    expect(asked).toBe(2);
    await live.get(server.url, { once: true });
    expect(asked).toBe(3);
  });
});

describe('an answer that the standards oblige a client to read', () => {
  it.each([
    ['a 100 that was not asked for (IIS 5)', `${GO_ON}${OK}`],
    ['folded fields (http.server of Python)', `${head('X: a\r\n b', 'Content-Length: 2')}ok`],
    ['fields folded behind the length', `${head('Content-Length: 2', 'X: a\r\n\tb')}ok`],
    ['a field that begins on its second line', `${head('X:\r\n a b', 'Content-Length: 2')}ok`],
    ['a folded length', `${head('X: a', 'Content-Length:\r\n 2')}ok`],
  ])('%s: costs one request more, once for an origin', async (_, bytes) => {
    for (const tls of [false, true]) {
      const asked: string[] = [];
      await using server = await rawServer(
        (socket, request) => {
          asked.push(request);
          socket.write(bytes);
        },
        { tls },
      );
      await using live = testIo({ ca: [TEST_CERT] });
      const post = { method: 'POST', body: '{}', headers: [['x-a', 'b']] } as const;
      const first = await live.get(`${server.url}/p?q`, post);
      expect(outcome(first)).toBe('200 ok');
      expect(first.answer?.headers.find(([name]) => name === 'x')?.[1] ?? 'a b').toMatch(/^a([ \t]b)?$/);
      expect(outcome(await live.get(server.url))).toBe('200 ok');
      expect(asked.map((one) => one.slice(0, one.indexOf(' HTTP')))).toEqual([
        'POST /p?q',
        'POST /p?q',
        'GET /',
      ]);
    }
  });

  it('200 fields over HTTP/2 (nginx with 200 add_header)', async () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x-${i}`, 'y']));
    const asked: string[] = [];
    await using server = await h2Streams(async (stream, { ':method': method, 'x-a': own }) => {
      asked.push(`${method} ${own} ${await textOf(stream)}`);
      stream.respond({ ':status': 200, ...fields });
      stream.end('ok');
    });
    await using live = testIo({ ca: [TEST_CERT] });
    const post = { method: 'POST', body: '{}', headers: [['x-a', 'b']] } as const;
    const first = await live.get(server.url, post);
    expect(outcome(first)).toBe('200 ok');
    expect(first.answer?.httpVersion).toBe('2');
    expect(first.answer?.headers.filter(([name]) => name.startsWith('x-'))).toHaveLength(200);
    expect(outcome(await live.get(server.url))).toBe('200 ok');
    expect(asked).toEqual(['POST b {}', 'POST b {}', 'GET undefined ']);
  });

  it('ENHANCE_YOUR_CALM of a server changes nothing for the next request', async () => {
    let streams = 0;
    await using server = await h2Streams((stream) => {
      if (++streams === 1) stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
      else answerOk(stream);
    });
    await using live = testIo({ ca: [TEST_CERT] });
    const seen: string[] = [];
    for (let i = 0; i < 3; i++) seen.push(outcome(await live.get(server.url)));
    expect(seen).toEqual(Array(3).fill('200 ok'));
    expect(server.connections()).toBe(2);
  });

  it.each<[string, (stream: ServerHttp2Stream) => void, SecureVersion]>([
    [
      'of a stream (Apache with an optional client certificate at one path)',
      (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED),
      'TLSv1.2',
    ],
    [
      'of a stream, with TLS 1.3 alone (Apache: SSLProtocol TLSv1.3)',
      (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED),
      'TLSv1.3',
    ],
    ['of a connection', (stream) => stream.session?.goaway(constants.NGHTTP2_HTTP_1_1_REQUIRED), 'TLSv1.2'],
  ])('HTTP_1_1_REQUIRED %s: HTTP/1.1 from then on', async (_, refuse, minVersion) => {
    const asked: string[] = [];
    await using server = await h2Server(
      (h2) =>
        h2.on('request', (request, response) => {
          const version = (request.socket as TLSSocket).getProtocol();
          asked.push(`${request.method} ${request.httpVersion} ${version}`);
          if (request.httpVersion === '1.1') return response.end('ok');
          refuse(request.stream);
        }),
      { allowHTTP1: true, minVersion },
    );
    await using live = testIo({ ca: [TEST_CERT], limits: { perOrigin: 2 } });
    const first = await live.get(server.url, { method: 'POST', body: '{}' });
    expect([outcome(first), first.answer?.httpVersion]).toEqual(['200 ok', '1.1']);
    // TLS 1.2 lets a server request a certificate in a way that Node supports.
    expect(asked).toEqual(['POST 2.0 TLSv1.3', `POST 1.1 ${minVersion}`]);
    const all = await Promise.all(Array.from({ length: 6 }, () => live.get(server.url)));
    expect(all.map(outcome)).toEqual(Array(6).fill('200 ok'));
    expect(asked.filter((one) => one.includes('2.0'))).toHaveLength(1);
  });
});

describe('raw bytes in URLs', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');

  it.each([
    ['location', '/docs/anfänge', '/docs/anf%E4nge', 'header() of PHP from a file in Latin-1'],
    ['location', utf8('/docs/anfänge?ü'), '/docs/anf%C3%A4nge?%C3%BC', 'nginx: return 301 /docs/anfänge'],
    ['location', utf8('/日本/'), '/%E6%97%A5%E6%9C%AC/', 'the root of a Japanese site behind Apache'],
    ['location', '/a%20b%C3%A4', '/a%20b%C3%A4', 'what is encoded stays'],
    [
      'link',
      utf8('</ä.md>; rel="alternate"; title="ä"'),
      `</%C3%A4.md>; rel="alternate"; title="${utf8('ä')}"`,
      'add_header Link of nginx',
    ],
  ])('%s: %j is %j (%s)', async (name, sent, expected) => {
    const bytes = Buffer.from(`HTTP/1.1 301 M\r\n${name}: ${sent}\r\nContent-Length: 0\r\n\r\n`, 'latin1');
    await using http1 = await rawServer((socket) => socket.write(bytes));
    await using http2 = await h2Streams((stream) => {
      stream.respond({ ':status': 301, [name]: sent });
      stream.end();
    });
    await using live = testIo({ ca: [TEST_CERT] });
    for (const { url } of [http1, http2]) {
      const { answer } = await live.get(url);
      expect(answer?.headers.find(([key]) => key === name)).toEqual([name, expected]);
    }
  });
});

describe('limits', () => {
  it('never has more requests under way to an origin than it may, and no more connections', async () => {
    let now = 0;
    let most = 0;
    await using server = await rawServer((socket) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        socket.write(OK);
      }, 5);
    });
    await using live = testIo({ limits: { perOrigin: 3 } });
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => live.get(`${server.url}/${i}`)));
    expect(all.every(({ answer }) => answer?.status === 200)).toBe(true);
    expect(most).toBe(3);
    expect(server.connections()).toBe(3);
  });

  it('sends no more requests than it may, those sent again included', async () => {
    await using site = await serveSite({ '*': { body: 'ok' } });
    await using live = testIo({ limits: { requests: 5 } });
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => live.get(`${site.url}/${i}`)));
    expect(site.asked).toHaveLength(5);
    expect(all.filter(({ failure }) => failure?.reason === 'budget')).toHaveLength(3);
  });

  it('reads little of each body once the audit has read its share', async () => {
    let count = 0;
    await using site = await serveSite({
      '*': (_, response) => response.end(Buffer.alloc(3 * 2 ** 20, ++count)),
    });
    await using live = testIo({ limits: { bodyBytes: 2 ** 20, auditBytes: 2.5 * 2 ** 20 } });
    const sizes: (number | undefined)[] = [];
    for (let i = 0; i < 4; i++) sizes.push((await live.get(site.url)).answer?.body.length);
    expect(sizes).toEqual([2 ** 20, 2 ** 20, 2 ** 19, 2 ** 16]);
  });

  it('gives a request its own time limit where that is shorter, and never a longer one', async () => {
    await using server = await rawServer(() => undefined);
    await using live = testIo(SMALL);
    const clock = stopClock();
    const limits = [50, 60_000];
    const all = limits.map((timeoutMs) => live.get(`${server.url}/${timeoutMs}`, { timeoutMs }));
    expect(await until(() => server.connections() === limits.length)).toBe(true);
    await settled();
    clock.pass(LIMITS.requestMs);
    const [shorter, longer] = (await Promise.all(all)).map(outcome);
    expect([shorter, longer]).toEqual([expect.stringContaining('0.05 s'), expect.stringContaining('(8 s)')]);
  });

  it('does not count the wait for a free connection as time of the request', async () => {
    const waiting: Socket[] = [];
    await using server = await rawServer((socket) => void waiting.push(socket));
    await using live = testIo({ limits: { perOrigin: 1 } });
    const clock = stopClock();
    const all = [1, 2, 3].map((i) => live.get(`${server.url}/${i}`));
    for (const nth of [1, 2, 3]) {
      expect(await until(() => waiting.length === nth)).toBe(true);
      clock.pass(LIMITS.requestMs - 1);
      waiting.at(-1)?.write(OK);
    }
    expect((await Promise.all(all)).map(outcome)).toEqual(Array(3).fill('200 ok'));
  });
});

describe('the end of an audit', () => {
  it.each<[string, Serve]>([
    ['never answers', () => undefined],
    ['never ends its body', (socket) => forEver(socket, 'a', head('X: y'))],
    [
      'stalls in a compressed body',
      (socket) =>
        socket.write(
          Buffer.concat([Buffer.from(head('Content-Encoding: gzip')), gzipSync('abc').subarray(0, 9)]),
        ),
    ],
  ])('ends at once what is under way to a server that %s, and what waits behind it', async (_, serve) => {
    await using server = await rawServer(serve);
    await using live = testIo();
    const all = Array.from({ length: 20 }, (_, i) => live.get(`${server.url}/${i}`));
    await expect.poll(server.connections).toBe(8);
    live.abort();
    const reasons = (await Promise.all(all)).map(({ failure }) => failure?.reason);
    expect(new Set(reasons)).toEqual(new Set(['deadline']));
    expect(outcome(await live.get(server.url))).toMatch(/^deadline: /);
    await live.io.close();
    await expect.poll(server.open).toBe(0);
  });

  it.each(['http', 'https'])(
    'ends at once while a name is resolved or a connection made (%s)',
    async (scheme) => {
      await using silent = await rawServer(() => undefined);
      await using unresolved = testIo({ lookup: () => undefined });
      await using unconnected = testIo({ ca: [TEST_CERT] });
      const first = unresolved.get(`${scheme}://name.test/`);
      const second = unconnected.get(`${scheme}://127.0.0.1:${silent.port}/`);
      await expect.poll(silent.connections).toBe(1);
      unresolved.abort();
      unconnected.abort();
      expect((await first).failure?.reason).toBe('deadline');
      expect((await second).failure?.reason).toBe('deadline');
      await Promise.all([unresolved.io.close(), unconnected.io.close()]);
      await expect.poll(silent.open).toBe(0);
    },
  );

  it('ends at once while a further connection to the same origin is made', async () => {
    await using server = await rawServer(() => undefined);
    let lookups = 0;
    const lookup: Lookup = (_hostname, _options, callback) => {
      if (lookups++ === 0) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    await using live = testIo({ lookup, limits: { requestMs: 600_000 } });
    const all = [1, 2].map((i) => live.get(`http://name.test:${server.port}/${i}`));
    await expect.poll(() => lookups).toBe(2);
    live.abort();
    expect((await Promise.all(all)).map(({ failure }) => failure?.reason)).toEqual(['deadline', 'deadline']);
  });

  it('close alone ends everything too, and nothing is sent afterwards', async () => {
    await using server = await rawServer(() => undefined);
    await using live = testIo();
    const pending = live.get(server.url);
    await expect.poll(server.connections).toBe(1);
    await live.io.close();
    expect((await pending).failure?.reason).toBe('deadline');
    expect((await live.get(server.url)).failure?.reason).toBe('deadline');
    expect(server.connections()).toBe(1);
    await expect.poll(server.open).toBe(0);
  });

  it('leaves a stream of events at its header, where no more is wanted of it', async () => {
    const type = 'text/event-stream';
    await using site = await serveSite({
      '/silent': (_, response) => response.writeHead(200, { 'content-type': type }).flushHeaders(),
      '/ended': { type, body: 'data: 1\n\n' },
    });
    await using live = testIo();
    for (const path of ['/silent', '/ended'])
      expect(outcome(await live.get(site.url + path, { enough: () => true }))).toBe('200  …');
  });

  it('ends a wait', async () => {
    await using live = testIo();
    const stop = new AbortController();
    const wait = live.io.wait(60_000, stop.signal);
    stop.abort();
    await expect(wait).resolves.toBeUndefined();
    await expect(live.io.wait(60_000, stop.signal)).resolves.toBeUndefined();
  });
});
