import type { Har as StandardHar } from 'har-format';
import { describe, expect, it } from 'vitest';
import { neglected } from '../../app/demo/neglected.ts';
import { ready } from '../../app/demo/ready/index.ts';
import { serveDemo } from '../../app/demo/server.ts';
import { AuditError } from '../../base/errors.ts';
import { LIMITS, type Limits } from '../../base/limits.ts';
import { settled, stopClock, until } from '../../testing/clock.ts';
import { outcome, testIo } from '../../testing/live.ts';
import { type Routes, serveSite } from '../../testing/serve.ts';
import { audit } from '../audit.ts';
import { requestFor } from '../request.ts';
import { parseTarget } from '../target.ts';
import { type Har, harText, parseHar, RECORDING_VERSION, type RecordingMeta } from './har.ts';
import type { Exchange, HttpRequest, Io } from './io.ts';
import { recordingIo } from './record.ts';
import { replayingIo } from './replay.ts';

const META: RecordingMeta = {
  target: 'http://127.0.0.1/',
  siteType: null,
  baseUrl: 'https://catalog.example',
};
const signal = new AbortController().signal;

/** An `Io` whose requests and DNS queries all fail. */
const IDLE: Io = {
  send: async (request) => ({ request, failure: { reason: 'connect', message: 'nobody is there' } }),
  dns: async (question) => ({ question, failure: 'nobody is there' }),
  wait: async () => undefined,
  now: () => new Date(0),
  close: async () => undefined,
};

const textOf = (har: Har) => [...harText(har)].join('');
const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: [['accept', '*/*']],
  ...more,
});

/** Sends requests one after another, records them, and returns the recording after writing it as text and parsing it. */
async function recorded(inner: Io, requests: readonly HttpRequest[]): Promise<Har> {
  const { io, har } = recordingIo(inner);
  for (const request of requests) await io.send(request, signal);
  return parseHar(textOf(har(META)));
}

async function replayed(har: Har, requests: readonly HttpRequest[]): Promise<string[]> {
  const io = replayingIo(har);
  const outcomes: string[] = [];
  for (const request of requests) outcomes.push(outcome(await io.send(request, signal)));
  return outcomes;
}

const SITE: Routes = {
  '/': {
    type: 'text/html',
    body: '<p>Ünï "quoted" \u2028 line</p>',
    headers: { 'set-cookie': ['a=1', 'b=2'] },
  },
  '/binary': { type: 'image/png', body: Uint8Array.of(0, 1, 2, 254, 255) },
  '/nul': { type: 'text/plain', body: 'a\0b' },
  '/latin1': { type: 'text/plain; charset=iso-8859-1', body: Uint8Array.of(0x66, 0xfc, 0x72) },
  '/bom': { type: 'text/plain', body: '\ufeffmarked' },
  '/moved': { status: 301, headers: { location: '/' } },
  '/long': { type: 'text/plain', body: 'x'.repeat(3000) },
  '/reset': (_, response) => response.destroy(),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '9' });
    response.write('abc', () => response.destroy());
  },
};

describe('a recording', () => {
  it('gives back every kind of answer and failure, byte for byte', async () => {
    await using site = await serveSite(SITE);
    await using live = testIo({ limits: { bodyBytes: 2000 } });
    const requests = [
      ...[...Object.keys(SITE), '/none?q=a%20b'].map((path) => get(site.url + path)),
      get(`${site.url}/`, {
        method: 'POST',
        headers: [['content-type', 'application/json']],
        body: '{"ü":1}',
      }),
      get('http://127.0.0.1:1/'),
    ];
    const { io, har } = recordingIo(live.io);
    const direct = [];
    for (const request of requests) direct.push(await io.send(request, signal));
    const replay = replayingIo(parseHar(textOf(har(META))));
    for (const [i, request] of requests.entries()) {
      const { answer, failure } = await replay.send(request, signal);
      expect(failure).toEqual(direct[i]?.failure);
      const expected = direct[i]?.answer;
      expect(answer && { ...answer, body: Buffer.from(answer.body) }).toEqual(
        expected && { ...expected, body: Buffer.from(expected.body) },
      );
    }
    expect(direct.map(outcome).filter((text) => text.endsWith('…'))).toHaveLength(1);
  });

  it('is HAR 1.2 for other readers', async () => {
    await using site = await serveSite(SITE);
    await using live = testIo();
    const requests = Object.keys(SITE).map((path) => get(site.url + path));
    const har = await recorded(live.io, [...requests, get(`${site.url}/?a=1&b=%20`)]);
    // The third-party type for HAR 1.2.
    const standard: StandardHar = har;
    const [first] = standard.log.entries;
    expect(first?.response.content.text).toContain('Ünï "quoted"');
    expect(first?.response.content.encoding).toBeUndefined();
    expect(standard.log.entries[1]?.response.content).toMatchObject({
      text: 'AAEC/v8=',
      encoding: 'base64',
      size: 5,
    });
    expect(standard.log.entries[5]?.response.redirectURL).toBe('/');
    expect(standard.log.entries.at(-1)?.request.queryString).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: ' ' },
    ]);
  });

  it('lists requests in the order of sending, whenever they were answered', async () => {
    const waiting = new Map<string, () => void>();
    const inner: Io = {
      ...IDLE,
      send: (request) =>
        new Promise((resolve) =>
          waiting.set(request.url, () => resolve({ request, failure: { reason: 'reset', message: 'm' } })),
        ),
    };
    const { io, har } = recordingIo(inner);
    const urls = ['http://a.test/', 'http://b.test/', 'http://c.test/'];
    const all = urls.map((url) => io.send(get(url), signal));
    for (const url of urls.toReversed()) waiting.get(url)?.();
    const open = io.send(get('http://never.test/'), signal);
    await Promise.all(all);
    expect(har(META).log.entries.map(({ request }) => request.url)).toEqual(urls);
    waiting.get('http://never.test/')?.();
    await open;
  });

  it('keeps the bodies once: their text is made when it is read', async () => {
    await using site = await serveSite({ '/': { body: 'abc' } });
    await using live = testIo();
    const { io, har } = recordingIo(live.io);
    await io.send(get(site.url), signal);
    const [entry] = har(META).log.entries;
    expect(entry?.response.content).not.toBe(entry?.response.content);
  });
});

describe('replaying', () => {
  it('answers equal requests in their recorded order, and says what it does not hold', async () => {
    let count = 0;
    await using site = await serveSite({ '/': (_, response) => response.end(String(++count)) });
    await using live = testIo();
    const asked = get(site.url);
    const har = await recorded(live.io, [asked, asked]);
    const unrecorded = 'unrecorded: the recording does not contain this request';
    expect(await replayed(har, [asked, asked, asked])).toEqual(['200 1', '200 2', unrecorded]);
    const others: HttpRequest[] = [
      { ...asked, method: 'OPTIONS' },
      { ...asked, url: `${site.url}/x` },
      { ...asked, headers: [['accept', 'text/markdown']] },
      { ...asked, body: '' },
    ];
    expect(await replayed(har, others)).toEqual(others.map(() => unrecorded));
  });

  it('answers in the order in which answers came, and waits in no time', async () => {
    const har = await recorded(IDLE, [get('http://127.0.0.1:1/')]);
    const template = har.log.entries.pop();
    if (template === undefined) throw new Error('nothing was recorded');
    const entry = (url: string, ended: number) => ({
      ...template,
      _ended: ended,
      request: { ...template.request, url },
    });
    har.log.entries.push(
      entry('http://slow.test/', 50_000),
      entry('http://fast.test/', 10_000),
      // On a busy machine, this request was sent long after the response that caused it.
      entry('http://late.test/', 60_000),
    );
    const io = replayingIo(har);
    const order: string[] = [];
    const say = (what: string) => () => void order.push(what);
    await Promise.all([
      io.send(get('http://slow.test/'), signal).then(say('slow')),
      io.wait(20_000, signal).then(say('wait')),
      io
        .send(get('http://fast.test/'), signal)
        .then(say('fast'))
        .then(() => io.send(get('http://late.test/'), signal))
        .then(say('late')),
      io
        .wait(10_000, signal)
        .then(() => io.wait(35_000, signal))
        .then(say('two waits')),
    ]);
    expect(order).toEqual(['fast', 'wait', 'two waits', 'slow', 'late']);
  });

  it('gives the recorded DNS replies and the recorded time', async () => {
    const replies = [
      { question: { name: '_index._agents.x.test', type: 'SVCB' }, rcode: 'NOERROR', answers: 2 },
      { question: { name: 'x.test', type: 'TXT' }, rcode: 'NOERROR', answers: 1, rdata: '0a1b' },
      { question: { name: 'y.test', type: 'TXT' }, failure: 'the resolver could not be reached' },
      { question: { name: 'z.test', type: 'TXT' }, failure: 'the audit ended', cut: true },
    ] as const;
    const inner: Io = {
      ...IDLE,
      dns: async (question) => replies.find((one) => one.question.name === question.name) ?? replies[2],
      now: () => new Date('2026-11-21T10:00:00.123Z'),
    };
    const { io, har } = recordingIo(inner);
    for (const { question } of replies) await io.dns(question, signal);
    const replay = replayingIo(parseHar(textOf(har(META))));
    for (const reply of replies) expect(await replay.dns(reply.question, signal)).toEqual(reply);
    expect(await replay.dns({ name: 'other.test', type: 'TXT' }, signal)).toMatchObject({ cut: true });
    expect(replay.now().toISOString()).toBe('2026-11-21T10:00:00.123Z');
  });

  it('ends pauses when they ended, and does not lack repetitions', async () => {
    const har = await recorded(IDLE, []);
    har.log._waits.push({ ms: 1_000, ended: 4_000 });
    const lacking: unknown[] = [];
    const io = replayingIo(har, (asked) => lacking.push(asked));
    const order: string[] = [];
    await Promise.all([
      io.wait(1_000, signal).then(() => order.push('recorded')),
      io.wait(2_000, signal).then(() => order.push('not recorded')),
    ]);
    expect(order).toEqual(['not recorded', 'recorded']);
    expect(outcome(await io.send(get('http://a.test/', { isRepetition: true }), signal))).toMatch(
      /^unrecorded/,
    );
    expect(lacking).toEqual([]);
  });

  it('ends with the audit', async () => {
    const har = await recorded(IDLE, [get('http://127.0.0.1:1/')]);
    expect(outcome(await replayingIo(har).send(get('http://127.0.0.1:1/'), AbortSignal.abort()))).toMatch(
      /^deadline/,
    );
  });
});

/**
 * Audits a site, replays the recording, and returns both envelopes as text.
 *
 * @param through wraps the `Io` of the first audit
 */
async function twice(
  url: string,
  limits: Partial<Limits> = {},
  through: (io: Io) => Io = (io) => io,
): Promise<{ direct: string; replay: string }> {
  const target = parseTarget(url);
  await using live = testIo({ targetHost: target.hostname, limits });
  const { io, har } = recordingIo(through(live.io));
  const meta: RecordingMeta = { ...META, target: target.url };
  const direct = await audit(requestFor(target, { baseUrl: meta.baseUrl }), {
    io,
    limits: { ...LIMITS, ...limits },
  });
  const again = parseHar(textOf(har(meta)));
  const { target: name, siteType, baseUrl } = again.log._agentReadiness;
  const lacking: unknown[] = [];
  const replaying = replayingIo(again, (asked) => lacking.push(asked));
  const replay = await audit({ target: parseTarget(name), siteType, baseUrl }, { io: replaying });
  expect(lacking).toEqual([]);
  return { direct: JSON.stringify(direct.envelope), replay: JSON.stringify(replay.envelope) };
}

describe('a replayed audit gives the identical envelope', () => {
  it.each([ready, neglected])('of the demo site $name', async (demo) => {
    await using served = await serveDemo(demo);
    const { direct, replay } = await twice(served.url);
    expect(replay).toBe(direct);
  });

  it.each<[string, Exchange['failure'] | 403 | 503]>([
    ['refuses requests once', 403],
    ['fails once', 503],
    ['hangs once', { reason: 'timeout', message: 'no response within 8 s' }],
  ])('of a site that %s while this machine is busy', async (_, once) => {
    await using served = await serveDemo(ready);
    const seen = new Set<string>();
    const busy = (inner: Io): Io => ({
      dns: (question, until) => inner.dns(question, until),
      wait: async () => undefined,
      now: () => inner.now(),
      close: () => inner.close(),
      async send(request, until) {
        const { pathname } = new URL(request.url);
        const isFirst = /^\/(?:llms|sitemap|\.well-known)/.test(pathname) && !seen.has(pathname);
        seen.add(pathname);
        const exchange = await inner.send(request, until);
        // Delays the next request, so other responses arrive first.
        for (const end = performance.now() + 5; performance.now() < end; );
        const { answer } = exchange;
        if (!isFirst || answer === undefined) return exchange;
        return typeof once === 'number'
          ? { request, answer: { ...answer, status: once } }
          : { request, failure: once ?? { reason: 'reset', message: '' } };
      },
    });
    const { direct, replay } = await twice(served.url, {}, busy);
    expect(replay).toBe(direct);
  });

  it('of a site that stalls until the deadline', async () => {
    const stall = () => undefined;
    await using site = await serveSite({ '/': { type: 'text/html', body: '<h1>Home</h1>' }, '*': stall });
    const clock = stopClock();
    const both = twice(site.url, { requestMs: LIMITS.auditMs * 2 });
    expect(await until(() => site.asked.length > 5)).toBe(true);
    await settled();
    clock.pass(LIMITS.auditMs);
    const { direct, replay } = await both;
    expect(direct).toContain('"status":"skip"');
    expect(replay).toBe(direct);
  });
});

describe('parseHar', () => {
  const valid = {
    log: {
      version: '1.2',
      creator: { name: 'a', version: '1' },
      _agentReadiness: { version: RECORDING_VERSION, ...META },
      _clock: '2026-11-21T10:00:00.000Z',
      _dns: [],
      _waits: [],
      entries: [],
    },
  };
  const own = valid.log._agentReadiness;
  const withLog = (more: object) => JSON.stringify({ log: { ...valid.log, ...more } });

  it('reads its own format, with a byte order mark too', () => {
    expect(parseHar(JSON.stringify(valid)).log._agentReadiness.target).toBe(META.target);
    expect(parseHar(`\ufeff${JSON.stringify(valid)}`).log.entries).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /cannot be read \(empty\)/],
    ['no JSON', '<html>', /not JSON/],
    ['half a file', JSON.stringify(valid).slice(0, -9), /not JSON/],
    ['null', 'null', /not made by this auditor/],
    ['an array', '[]', /not made by this auditor/],
    ['a browser’s HAR', '{"log":{"version":"1.2","creator":{},"entries":[]}}', /not made by this auditor/],
    [
      'a later format',
      withLog({ _agentReadiness: { ...own, version: 9 } }),
      /is 9, but this version reads 2/,
    ],
    [
      'no target',
      withLog({ _agentReadiness: { version: RECORDING_VERSION } }),
      /“log\._agentReadiness\.target” is missing/,
    ],
    ['an unknown site type', withLog({ _agentReadiness: { ...own, siteType: 'x' } }), /siteType/],
    ['no clock', withLog({ _clock: 'yesterday' }), /“log\._clock” is missing/],
    ['entries that are none', withLog({ entries: [{}] }), /“log\.entries\.0\.startedDateTime” is missing/],
    ['a depth of 100,000', '['.repeat(100_000) + ']'.repeat(100_000), /./],
    [
      'a deep entry',
      withLog({}).replace('"entries":[]', `"entries":${'['.repeat(5000)}${']'.repeat(5000)}`),
      /nested deeper/,
    ],
    [
      'more entries than any audit makes',
      withLog({ entries: Array(10_001).fill(0) }),
      /contains 10001 requests/,
    ],
  ])('refuses %s with a typed error', (_, text, why) => {
    try {
      parseHar(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AuditError);
      expect(error).toMatchObject({ kind: 'invalid_recording', message: expect.stringMatching(why) });
      expect((error as AuditError).hint).toMatch(/--har/);
    }
  });
});
