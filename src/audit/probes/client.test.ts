import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS, type Limits } from '../../base/limits.ts';
import { type Route, type Routes, serveSite, type TestSite } from '../../testing/serve.ts';
import { renderEvidence, replyFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { inconclusive } from '../evidence/surface.ts';
import type { Io } from '../io/io.ts';
import { liveIo } from '../io/live.ts';
import { Client } from './client.ts';

const told = (reply: Reply) => renderEvidence(replyFacts(reply));

const open: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

interface World {
  readonly site: TestSite;
  readonly client: Client;
  /** The pauses of the client, in order. No time passes. */
  readonly waits: number[];
  get(path: string, options?: Parameters<Client['request']>[1]): Promise<Reply>;
}

async function world(
  routes: Routes,
  limits: Partial<Limits> = {},
  options: Partial<ConstructorParameters<typeof Client>[0]> = {},
): Promise<World> {
  const site = await serveSite(routes);
  const all = { ...LIMITS, ...limits };
  const live = liveIo({ limits: all, network: 'any', targetHost: '127.0.0.1', resolver: `${site.url}/dns` });
  const waits: number[] = [];
  const io: Io = {
    send: (request, signal) => live.send(request, signal),
    dns: (question, signal) => live.dns(question, signal),
    wait: async (ms) => void waits.push(ms),
    now: () => live.now(),
    close: () => live.close(),
  };
  open.push(
    () => live.close(),
    () => site[Symbol.asyncDispose](),
  );
  const signal = new AbortController().signal;
  const client = new Client({ io, limits: all, signal, userAgent: 'auditor/1', ...options });
  return { site, client, waits, get: (path, given) => client.request(new URL(path, site.url), given) };
}

function answerOf(reply: Reply): Answer {
  if (reply.kind !== 'answer') throw new Error(told(reply));
  return reply.answer;
}

const OK: Route = { type: 'text/plain', body: 'ok' };
const to = (location: string, status = 302): Route => ({ status, headers: { location } });
/** Returns these responses in order, and then repeats the last one. */
function inTurn(...answers: { status: number; headers?: Record<string, string> }[]): Route {
  let turn = 0;
  return (_request, response) => {
    const next = answers[Math.min(turn++, answers.length - 1)];
    response.writeHead(next?.status ?? 500, next?.headers).end();
  };
}

describe('a request', () => {
  it('says who asks, and what it accepts', async () => {
    const seen: Record<string, unknown>[] = [];
    const { get } = await world({
      '*': (request, response) => {
        seen.push(request.headers);
        response.end();
      },
    });
    await get('/a');
    await get('/b', { accept: 'text/markdown', userAgent: 'curl/8', headers: [['x-a', 'b']] });
    expect(seen[0]).toMatchObject({ accept: '*/*', 'user-agent': 'auditor/1' });
    expect(seen[1]).toMatchObject({ accept: 'text/markdown', 'user-agent': 'curl/8', 'x-a': 'b' });
    expect(seen[0]).not.toHaveProperty('cookie');
  });

  it('is made once for all who ask at any time, and its fragment does not matter', async () => {
    const { site, get } = await world({ '*': OK });
    const [one, other] = await Promise.all([get('/a'), get('/a#part')]);
    expect(await get('/a')).toBe(one);
    expect(other).toBe(one);
    expect(site.asked).toEqual(['GET /a']);
  });

  it.each<[string, Parameters<Client['request']>[1]]>([
    ['accepts something else', { accept: 'text/markdown' }],
    ['comes from someone else', { userAgent: 'curl/8' }],
    ['has another method', { method: 'OPTIONS' }],
    ['has a body', { method: 'POST', body: '{}' }],
    ['has another header', { headers: [['origin', 'https://a.example']] }],
    ['does not follow', { follow: false }],
  ])('is made again when it %s', async (_title, options) => {
    const { site, get } = await world({ '*': OK });
    await Promise.all([get('/a'), get('/a', options)]);
    expect(site.asked).toHaveLength(2);
  });

  it('reads the text in its charset, and the media type', async () => {
    const { get } = await world({ '*': { type: 'Text/Plain; charset=latin1', body: Uint8Array.of(0xe4) } });
    const answer = answerOf(await get('/a'));
    expect(answer.text).toBe('ä');
    expect(answer.type?.essence).toBe('text/plain');
  });
});

describe('a request to another site', () => {
  it('is not sent with a body, whichever probe asks for it, and does not follow a redirect with one', async () => {
    const { site, get } = await world({ '*': OK }, {}, { site: 'https://audited.example/' });
    const reply = await get('/mcp', { method: 'POST', body: '{}' });
    expect(reply).toMatchObject({ kind: 'aborted', overLimit: true });
    expect(inconclusive(reply)?.status).toBe('skip');
    expect(told(reply)).toContain('request bodies are sent only to the audited site');
    expect(site.asked).toEqual([]);
  });

  it('is not made once there were as many as are allowed', async () => {
    const { site, get } = await world({ '*': OK }, { otherSites: 2 }, { site: 'https://audited.example/' });
    const replies = await Promise.all(['/c', '/b', '/a'].map((path) => get(path)));
    expect(replies.map(({ kind }) => kind)).toEqual(['aborted', 'answer', 'answer']);
    expect(site.asked.toSorted()).toEqual(['GET /a', 'GET /b']);
    expect(replies[0] && told(replies[0])).toBe(
      `${site.url}/c -> not completed (an audit sends at most 2 requests to other sites)`,
    );
  });
});

describe('redirects', () => {
  const chain = (length: number): Routes => ({
    ...Object.fromEntries(Array.from({ length }, (_, i) => [`/${i}`, to(`/${i + 1}`, 301)])),
    [`/${length}`]: OK,
  });

  it('are followed five times', async () => {
    const { site, get } = await world(chain(5));
    const answer = answerOf(await get('/0'));
    expect(answer).toMatchObject({ status: 200, url: `${site.url}/5`, requestedUrl: `${site.url}/0` });
    expect(answer.hops.map(({ status }) => status)).toEqual([301, 301, 301, 301, 301]);
  });

  it('are not followed a sixth time', async () => {
    const { site, get } = await world(chain(6));
    const answer = answerOf(await get('/0'));
    expect(answer).toMatchObject({ status: 301, lost: 'more than 5 redirects' });
    expect(site.asked).toHaveLength(6);
  });

  it('end in circles', async () => {
    const { get } = await world({ '/a': to('/b'), '/b': to('/a') });
    expect(answerOf(await get('/a'))).toMatchObject({ status: 302, lost: 'redirect loop' });
  });

  it.each(['ftp://127.0.0.1/', 'http://[', 'javascript:alert(1)'])('do not lead to %s', async (location) => {
    const { get } = await world({ '/a': to(location) });
    expect(answerOf(await get('/a')).lost).toMatch(/Location is not/);
  });

  it('without a Location are answers', async () => {
    const { get } = await world({ '/a': { status: 304 }, '/b': { status: 302 } });
    expect(answerOf(await get('/a'))).toMatchObject({ status: 304 });
    expect(answerOf(await get('/b'))).toMatchObject({ status: 302 });
  });

  it('are the answer where a check judges them, and for other methods', async () => {
    const { site, get } = await world({ '*': to('/b') });
    expect(answerOf(await get('/a', { follow: false })).status).toBe(302);
    expect(answerOf(await get('/a', { method: 'POST', body: '' })).status).toBe(302);
    expect(site.asked).toEqual(expect.arrayContaining(['GET /a', 'POST /a']));
    expect(site.asked).toHaveLength(2);
  });

  it('lead to another host, where the form of its URL is allowed', async () => {
    await using other = await serveSite({ '*': OK });
    const free = await world({ '*': to(`${other.url}/x`) });
    expect(answerOf(await free.get('/a')).url).toBe(`${other.url}/x`);
    const elsewhere = (url: URL) => url.origin !== new URL(other.url).origin;
    const bound = await world({ '*': to(`${other.url}/x`) }, {}, { allowUrl: elsewhere });
    const reply = await bound.get('/a');
    expect(reply).toMatchObject({ kind: 'failed', reason: 'forbidden' });
    expect(told(reply)).toContain(`redirected to ${other.url}`);
    expect(await bound.get(`${other.url}/named-by-the-site`)).toMatchObject({
      kind: 'failed',
      reason: 'forbidden',
    });
    expect(other.asked).toEqual(['GET /x']);
  });

  it('to a host that does not answer fail, and say where', async () => {
    const { get } = await world({ '*': to('http://127.0.0.1:1/x') });
    const reply = await get('/a');
    expect(reply).toMatchObject({ kind: 'failed', reason: 'connect' });
    expect(told(reply)).toContain('redirected to http://127.0.0.1:1/x');
  });
});

describe('Retry-After', () => {
  const busy = (seconds: string, status = 429) => ({ status, headers: { 'retry-after': seconds } });

  const THEN = { status: 200 };
  const SEEN = { answer: THEN };
  const LIMITED = { kind: 'blocked', mark: 'rate limited' };
  const asksFor = (value: string) => ({ mark: `${LIMITED.mark}; with Retry-After ${value}` });
  type RetryRow = [string, Parameters<typeof inTurn>, waits: number[], outcome: object];

  it.each<RetryRow>([
    ['of a few seconds is waited for after 429', [busy('2'), THEN], [2000], SEEN],
    ['of a few seconds is waited for after 503', [busy('2', 503), THEN], [2000], SEEN],
    ['is waited for once: the second refusal stands', [busy('1')], [1000], LIMITED],
    ['of 6 s is longer than an audit waits', [busy('6')], [], asksFor('6')],
    ['of an hour is longer than an audit waits', [busy('3600')], [], asksFor('3600')],
    ['of another status is nothing', [busy('1', 404)], [], { answer: { status: 404 } }],
    ...['Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1.5', ''].map(
      (value): RetryRow => [
        `${JSON.stringify(value)} names no pause, and the usual one is made`,
        [busy(value)],
        [1000],
        LIMITED,
      ],
    ),
  ])('%s', async (_, answers, expected, outcome) => {
    const { site, get, waits } = await world({ '/a': inTurn(...answers) });
    expect(await get('/a')).toMatchObject(outcome);
    expect(waits).toEqual(expected);
    expect(site.asked).toHaveLength(expected.length + 1);
  });

  it('is waited for once a path', async () => {
    const { site, get, waits } = await world({
      '/a': inTurn(busy('1'), { status: 200 }),
      '/b': inTurn(busy('1'), { status: 200 }),
    });
    expect(answerOf(await get('/a')).status).toBe(200);
    expect(answerOf(await get('/b')).status).toBe(200);
    expect(waits).toEqual([1000, 1000]);
    expect(site.asked).toEqual(['GET /a', 'GET /a', 'GET /b', 'GET /b']);
  });
});

it('what became of a request says how it was asked, where that was not GET', async () => {
  const { get } = await world({ '/a': OK, '/b': (request) => void request.socket.destroy() });
  for (const path of ['/a', '/b', '/no-such']) {
    expect(replyFacts(await get(path, { method: 'POST', body: '' }))[0]).toHaveProperty('method', 'POST');
    expect(replyFacts(await get(path))[0]).not.toHaveProperty('method');
  }
});

describe('a request without an answer', () => {
  it.each<[string, Route, Partial<Limits>, string]>([
    ['a closed connection', (request) => void request.socket.destroy(), {}, 'reset'],
    ['silence', () => undefined, { requestMs: 50 }, 'timeout'],
  ])('fails for %s, and says nothing of the site', async (_title, route, limits, reason) => {
    const { get } = await world({ '/a': route }, limits);
    const reply = await get('/a');
    expect(reply).toMatchObject({ kind: 'failed', reason });
    expect(inconclusive(reply)).toMatchObject({ state: 'inconclusive', status: 'error' });
  });

  it('is cut when the audit ends, or has asked enough', async () => {
    const stop = new AbortController();
    const ended = await world({ '/a': () => stop.abort() }, {}, { signal: stop.signal });
    const spent = await world({ '*': OK }, { requests: 1 });
    await spent.get('/a');
    for (const reply of [await ended.get('/a'), await spent.get('/b')]) {
      expect(reply.kind).toBe('aborted');
      expect(inconclusive(reply)).toMatchObject({ status: 'skip' });
    }
    expect(spent.site.asked).toEqual(['GET /a']);
  });

  it('is blocked where bot protection answers', async () => {
    const { get } = await world({ '/a': { status: 403, headers: { 'x-dd-b': '1' } } });
    const reply = await get('/a');
    expect(reply).toMatchObject({ kind: 'blocked', mark: 'DataDome challenge, header x-dd-b: 1' });
    expect(told(reply)).toMatch(/\/a -> 403 \(refused: DataDome challenge, header x-dd-b: 1\)$/);
  });
});

describe('the end of an audit', () => {
  it('sends what was planned for it, and not before', async () => {
    const { site, client } = await world({ '*': OK });
    client.atEnd(`${site.url}/session`, { method: 'DELETE' });
    expect(site.asked).toEqual([]);
    await client.end();
    expect(site.asked).toEqual(['DELETE /session']);
  });
});
