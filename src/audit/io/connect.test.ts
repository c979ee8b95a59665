import type { LookupAddress } from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { outcome, testIo } from '../../testing/live.ts';
import { answerOk, h2Streams, listen, rawServer } from '../../testing/servers.ts';
import { TEST_CERT, TEST_KEY } from '../../testing/tls.ts';
import type { Lookup } from './connect.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** A resolver that returns these answers in order, then repeats the last one. `asked` lists the queried names. */
function resolver(...answers: (string[] | Error)[]): { lookup: Lookup; asked: string[] } {
  const asked: string[] = [];
  const lookup: Lookup = (hostname, _, callback) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    if (answer instanceof Error) callback(answer, []);
    else
      callback(
        null,
        answer.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };
  return { lookup, asked };
}

it('a URL with an address goes through the guard, too', async () => {
  await using bird = await rawServer((socket) => socket.end(OK));
  await using live = testIo({ network: 'auto', targetHost: 'example.com' });
  expect((await live.get(`http://127.0.0.1:${bird.port}/`)).failure?.reason).toBe('forbidden');
  expect(bird.connections()).toBe(0);
});

describe('names', () => {
  it('are resolved once a connection, and what was checked is what is dialled', async () => {
    await using server = await rawServer((socket) => socket.write(OK));
    // A client that resolved the name a second time would get an address at which nothing responds.
    const { lookup, asked } = resolver(['127.0.0.1'], ['240.0.0.1']);
    await using live = testIo({ network: 'auto', targetHost: 'name.test', lookup });
    expect(outcome(await live.get(`http://name.test:${server.port}/`))).toBe('200 ok');
    expect(asked).toEqual(['name.test']);
    expect(server.connections()).toBe(1);
  });

  it('that lead elsewhere the next time are held to where they led first', async () => {
    await using server = await rawServer((socket) => socket.end(OK));
    await using bird = await rawServer((socket) => socket.end(OK));
    const { lookup } = resolver(['10.255.255.1', '127.0.0.1'], ['192.0.2.1'], ['169.254.169.254']);
    const limits = { requestMs: 500 };
    await using live = testIo({ network: 'auto', targetHost: 'name.test', lookup, limits });
    await live.get(`http://name.test:${server.port}/`);
    for (let i = 0; i < 2; i++)
      expect((await live.get(`http://name.test:${bird.port}/`)).failure?.reason).toBe('forbidden');
    expect(bird.connections()).toBe(0);
  });

  it('with several addresses are called on one that may be called and answers', async () => {
    await using server = await rawServer((socket) => socket.write(OK));
    const { lookup } = resolver(['::1', '127.0.0.1']);
    await using live = testIo({ network: 'any', lookup });
    expect(outcome(await live.get(`http://name.test:${server.port}/`))).toBe('200 ok');
  });

  it.each(['::1', '127.0.0.1'])(
    'of this machine need no resolver, and are called on %s too',
    async (host) => {
      const answer = (socket: Socket) => socket.once('data', () => socket.end(OK));
      await using server = await listen(createServer(answer), 'http', host);
      for (const name of ['localhost', 'app.localhost', 'A.App.LOCALHOST', 'app.localhost.']) {
        await using live = testIo({ network: 'auto', targetHost: name.toLowerCase() });
        expect(outcome(await live.get(`http://${name}:${server.port}/`)), name).toBe('200 ok');
      }
      await using stranger = testIo({ network: 'auto', targetHost: 'example.com' });
      const { failure } = await stranger.get(`http://app.localhost:${server.port}/`);
      expect(failure?.reason).toBe('forbidden');
    },
  );

  it('that do not resolve say so', async () => {
    const { lookup } = resolver(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    await using live = testIo({ lookup });
    expect(outcome(await live.get('https://name.test/'))).toBe(
      'dns: the host name could not be resolved (ENOTFOUND)',
    );
    await using empty = testIo({ lookup: resolver([]).lookup });
    expect((await empty.get('http://name.test/')).failure).toBeDefined();
  });

  it('that are never resolved are given up in time', async () => {
    await using live = testIo({ lookup: () => undefined, limits: { requestMs: 50 } });
    expect(outcome(await live.get('https://name.test/'))).toBe(
      'connect: no connection could be made (0.05 s)',
    );
  });
});

describe('connecting', () => {
  it('is tried again by a later request, and shared by those that come together', async () => {
    const { lookup, asked } = resolver(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }), ['127.0.0.1']);
    await using server = await rawServer((socket) => socket.write(OK));
    await using live = testIo({ lookup });
    const url = `http://name.test:${server.port}/`;
    const together = await Promise.all([live.get(url), live.get(url), live.get(url)]);
    expect(together.map(({ failure }) => failure?.reason)).toEqual(['dns', 'dns', 'dns']);
    expect(asked).toHaveLength(1);
    expect(outcome(await live.get(url))).toBe('200 ok');
  });

  it('to a port where nobody listens', async () => {
    const gone = await rawServer(() => undefined);
    await gone[Symbol.asyncDispose]();
    await using live = testIo();
    for (const url of [gone.url, gone.url.replace('http', 'https')])
      expect(outcome(await live.get(url))).toMatch(/^connect: .*\(ECONNREFUSED\)/);
  });
});

describe('TLS', () => {
  const onConnect = (serve: (socket: Socket) => void) =>
    listen(
      createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => serve(socket));
      }),
      'http',
    );

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['silent', () => undefined, /^connect: no connection could be made \(0\.3 s\)$/],
    ['speaking HTTP', (s) => s.end('HTTP/1.1 400 Bad Request\r\n\r\n'), /^tls: /],
    ['closing', (s) => s.end(), /^tls: /],
    ['resetting', (s) => s.resetAndDestroy(), /^tls: .*ECONNRESET/],
  ])('with a server that is %s', async (_, serve, expected) => {
    await using server = await onConnect(serve);
    await using live = testIo({ limits: { requestMs: 300 } });
    expect(outcome(await live.get(`https://127.0.0.1:${server.port}/`))).toMatch(expected);
  });

  it('trusts the certificate that is configured, for the names in it', async () => {
    await using server = await rawServer((socket) => socket.write(OK), { tls: true });
    const { lookup } = resolver(['127.0.0.1']);
    await using stranger = testIo({ lookup });
    expect(outcome(await stranger.get(server.url))).toMatch(
      /^certificate: .*self-signed: DEPTH_ZERO_SELF_SIGNED_CERT/,
    );
    await using friend = testIo({ lookup, ca: [TEST_CERT] });
    expect(outcome(await friend.get(server.url))).toBe('200 ok');
    expect(outcome(await friend.get(`https://site.test:${server.port}/`))).toBe('200 ok');
    expect(outcome(await friend.get(`https://other.test:${server.port}/`))).toMatch(
      /^certificate: .*another name: .*ALTNAME/,
    );
  });
});

describe('a server that speaks TLS, but', () => {
  const OLD = 'DEFAULT:@SECLEVEL=0';

  it.each<[string, TlsOptions, RegExp]>([
    [
      'requires a client certificate (Apache: SSLVerifyClient require)',
      { requestCert: true },
      /^certificate: .*requires a client certificate: ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED/,
    ],
    [
      'requires a client certificate in TLS 1.2, which has no alert for that',
      { requestCert: true, maxVersion: 'TLSv1.2' },
      /^tls: .*requires a client certificate/,
    ],
    [
      'nothing newer than TLS 1.1 (nginx: ssl_protocols TLSv1.1)',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: OLD },
      /^tls: .*does not support TLS 1\.2 or later/,
    ],
    [
      'with no cipher that is safe',
      { maxVersion: 'TLSv1.2', ciphers: 'NULL-SHA256:@SECLEVEL=0' },
      /^tls: .*no common cipher/,
    ],
  ])('%s', async (_, options, expected) => {
    const server = createTlsServer({ ...options, key: TEST_KEY, cert: TEST_CERT }, (socket) => {
      socket.on('error', () => undefined);
      socket.write(OK);
    });
    await using listening = await listen(server, 'https');
    await using live = testIo({ ca: [TEST_CERT] });
    expect(outcome(await live.get(listening.url))).toMatch(expected);
    // None of these failures is retried.
    expect(listening.connections()).toBe(1);
  });
});

describe('HTTP/2', () => {
  const ca = [TEST_CERT];

  it('carries everything on one connection, in as many streams as both sides allow', async () => {
    let now = 0;
    let most = 0;
    await using server = await h2Streams(
      (stream) => {
        most = Math.max(most, ++now);
        setTimeout(() => {
          now--;
          stream.respond({ ':status': 200, 'set-cookie': ['a=1', 'b=2'] });
          stream.end('ok');
        }, 5);
      },
      { maxConcurrentStreams: 6 },
    );
    await using live = testIo({ ca });
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => live.get(`${server.url}/${i}`)));
    expect(new Set(all.map(outcome))).toEqual(new Set(['200 ok']));
    expect(all[0]?.answer?.httpVersion).toBe('2');
    expect(all[0]?.answer?.headers.slice(0, 2)).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    expect(server.connections()).toBe(1);
    expect(most).toBeLessThanOrEqual(6);
    expect(most).toBeGreaterThan(1);
    await live.io.close();
    await expect.poll(server.open).toBe(0);
  });

  it.each<[string, Parameters<typeof h2Streams>[0], RegExp]>([
    ['never answers', () => undefined, /^timeout: /],
    ['stalls in the body', (s) => s.respond({ ':status': 200 }) ?? s.write('x'), /^timeout after 200: /],
    ['resets the stream', (s) => s.close(2), /^reset: /],
    ['refuses the stream', (s) => s.close(7), /^reset: /],
    ['ends the session', (s) => s.session?.destroy(), /^reset: /],
    [
      'sends less than its Content-Length',
      (s) => s.respond({ ':status': 200, 'content-length': '9' }) ?? s.end('abc'),
      /^protocol after 200: /,
    ],
    [
      'never ends the body',
      (s) => {
        s.respond({ ':status': 200 });
        const write = () => {
          while (!s.destroyed && s.write(Buffer.alloc(16_384, 'a')));
        };
        s.on('drain', write);
        write();
      },
      /^200 a+ …$/,
    ],
  ])('with a server that %s', async (_, onStream, expected) => {
    await using server = await h2Streams(onStream);
    await using live = testIo({ ca, limits: { requestMs: 300, bodyBytes: 65_536 } });
    expect(outcome(await live.get(server.url))).toMatch(expected);
    await live.io.close();
    await expect.poll(server.open).toBe(0);
  });

  it('connects again after a server has said goodbye', async () => {
    await using server = await h2Streams((stream) => {
      answerOk(stream);
      stream.session?.close();
    });
    await using live = testIo({ ca });
    for (let i = 0; i < 3; i++) expect(outcome(await live.get(server.url))).toBe('200 ok');
    expect(server.connections()).toBe(3);
  });

  it('ends at once with the audit', async () => {
    await using server = await h2Streams(() => undefined);
    await using live = testIo({ ca });
    const all = Array.from({ length: 50 }, (_, i) => live.get(`${server.url}/${i}`));
    await expect.poll(server.connections).toBe(1);
    live.abort();
    expect(new Set((await Promise.all(all)).map(({ failure }) => failure?.reason))).toEqual(
      new Set(['deadline']),
    );
    await live.io.close();
    await expect.poll(server.open).toBe(0);
  });
});
