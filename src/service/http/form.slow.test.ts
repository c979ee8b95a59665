/** `POST /audit` on the served site: where the form leads without scripts, what a script is told, and every refusal. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveNamedDemos } from '../../app/demos.ts';
import { CHECK_COUNT } from '../../catalogue/index.ts';
import { DEMO_SITES } from '../../demo/index.ts';
import { type ServedDemo, serveDemo } from '../../demo/server.ts';
import type { DemoSite } from '../../demo/site.ts';
import { AuditError } from '../../errors.ts';
import { builtSite, SITE_ADDRESS } from '../../site/testing/build.ts';
import { type ServeOptions, serveBuilt } from '../../site/testing/serve.ts';
import { serveSite, slowSite } from '../../testing/serve.ts';
import type { TestServer } from '../../testing/servers.ts';
import type { CallLine, FaultLine } from '../log.ts';

const HTML = { accept: 'text/html' };
const STREAM = { accept: 'text/event-stream' };
const EVIL = '"><img src=x onerror=alert(1)>';

let folder: string;
let demo: ServedDemo;
beforeAll(async () => {
  folder = await builtSite();
  demo = await serveDemo(DEMO_SITES.find(({ name }) => name === 'neglected') as DemoSite);
}, 110_000);
afterAll(() => demo.close());

interface Served extends AsyncDisposable {
  readonly url: string;
  readonly lines: (CallLine | FaultLine)[];
}

/** The site with a service of its own, which nobody has used up. */
async function served(options: ServeOptions = {}): Promise<Served> {
  const lines: (CallLine | FaultLine)[] = [];
  const server: TestServer = await serveBuilt(folder, { log: (line) => lines.push(line), ...options });
  return { url: server.url, lines, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

type Fields = Readonly<Record<string, string>>;

function post(server: Pick<Served, 'url'>, fields: Fields, init: RequestInit = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(new URL('/audit', server.url), { method: 'POST', redirect: 'manual', body, ...init });
}

const get = (server: Pick<Served, 'url'>, path: string) =>
  fetch(new URL(path, server.url), { headers: HTML, redirect: 'manual' });

const formOn = (page: string) => parse(page).querySelector('form#audit[method=post][action="/audit"]');
const typedIn = (page: string) => formOn(page)?.querySelector('input[name=url]')?.getAttribute('value');

interface Told {
  readonly event: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

async function toldBy({ body }: Response): Promise<Told[]> {
  const told: Told[] = [];
  const events = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events ?? []) told.push({ event, data: JSON.parse(data) });
  return told;
}

describe('without scripts', () => {
  it('leads to the page of the live scorecard', async () => {
    await using server = await served();
    const answer = await post(server, { url: demo.url, site_type: '' }, { headers: HTML });
    const { host } = new URL(demo.url);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/score/${host}`]);
    const page = await get(server, `/score/${host}`);
    expect(page.status).toBe(200);
    expect(parse(await page.text()).querySelector('h1')?.textContent).toBe(host);
    expect(server.lines[0]).toMatchObject({ method: 'POST', status: 303, target: host, outcome: 'ok' });
  });

  it('leads to the live scorecard of a listed site, not to the one that the catalog has', async () => {
    await using demos = await serveNamedDemos();
    await using server = await served({ places: demos.places });
    const answer = await post(server, { url: 'https://Docs.demo/some/page' });
    expect(answer.headers.get('location')).toBe('/score/docs.demo/live');
  });

  it('keeps the declared site type', async () => {
    await using server = await served();
    const { headers } = await post(server, { url: demo.url, site_type: 'content' });
    const { host } = new URL(demo.url);
    expect(headers.get('location')).toBe(`/score/${host}/live?site_type=content`);
    expect(await (await get(server, headers.get('location') ?? '')).text()).toContain('site type content');
    // Nobody else is shown it.
    for (const path of [`/score/${host}`, `/score/${host}/live`, `/score/${host}/live?site_type=api`])
      expect((await get(server, path)).status).toBe(404);
  });

  it('takes the form as multipart too', async () => {
    await using server = await served();
    const body = new FormData();
    body.set('url', demo.url);
    expect((await post(server, {}, { body })).status).toBe(303);
  });
});

describe('refused', () => {
  it.each([
    ['ftp://site.example', 'its scheme is ftp'],
    [EVIL, 'contains white space'],
    ['', 'it is empty'],
  ])('%j: 400, with the form to mend it', async (url, why) => {
    await using server = await served();
    const answer = await post(server, { url, site_type: 'api' }, { headers: HTML });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    const main = parse(page).querySelector('main');
    expect(main?.querySelector('.lead')?.textContent).toContain(why);
    expect(main?.querySelector('.lead')?.textContent).toContain('Pass a host');
    expect(typedIn(page)).toBe(url);
    expect(formOn(page)?.querySelector('option[selected]')?.getAttribute('value')).toBe('api');
    expect(parse(page).querySelectorAll('img, link[type="text/markdown"], [onerror]')).toEqual([]);
    expect(server.lines[0]).toMatchObject({ status: 400, outcome: 'invalid_target' });
  });

  it('never repeats a password', async () => {
    await using server = await served();
    const page = await (
      await post(server, { url: 'https://me:secret@site.example' }, { headers: HTML })
    ).text();
    expect(typedIn(page)).toBe('');
    expect(page).not.toContain('secret');
  });

  it('in the form that is asked for', async () => {
    await using server = await served();
    const json = await post(server, { url: 'ftp://x' });
    expect(json.headers.get('content-type')).toBe('application/problem+json');
    expect(await json.json()).toMatchObject({ status: 400, code: 'invalid_target' });
    const md = await post(server, { url: 'ftp://x' }, { headers: { accept: 'text/markdown' } });
    expect(md.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await md.text()).toContain(`(${SITE_ADDRESS}/score?url=ftp%3A%2F%2Fx#audit)`);
    const stream = await post(server, { url: 'ftp://x' }, { headers: STREAM });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  it('a site type that there is not', async () => {
    await using server = await served();
    const answer = await post(server, { url: demo.url, site_type: 'shop' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'invalid_site_type',
      detail: expect.stringContaining('content or api'),
    });
  });

  it('pages of other origins, which learn nothing and have nobody asked', async () => {
    await using server = await served();
    await using site = await serveSite({ '*': { status: 404 } });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: server.url },
    ] as const) {
      const answer = await post(server, { url: site.url }, { headers: { ...HTML, ...headers } });
      const page = await answer.text();
      expect([headers, answer.status]).toEqual([headers, 403]);
      expect(page).not.toContain(site.url);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(site.asked).toEqual([]);
    const own = { origin: server.url, 'sec-fetch-site': 'same-origin' };
    expect((await post(server, { url: 'ftp://x' }, { headers: own })).status).toBe(400);
  });

  it('a page that DNS rebinding has led here, whose requests have its own origin', async () => {
    await using server = await served();
    await using site = await serveSite({ '*': { status: 404 } });
    const { port } = new URL(server.url);
    const sent = request(`${server.url}/audit`, {
      method: 'POST',
      headers: {
        host: `evil.example:${port}`,
        origin: `http://evil.example:${port}`,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
    }).end(`url=${encodeURIComponent(site.url)}`);
    const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(403);
    expect(site.asked).toEqual([]);
  });

  it.each([
    ['application/json', '{"url":"https://example.com"}'],
    ['text/plain', 'url=https://example.com'],
  ])('%s: 415', async (type, body) => {
    await using server = await served();
    const answer = await post(server, {}, { body, headers: { 'content-type': type } });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('a form that cannot be read: 400', async () => {
    await using server = await served();
    const headers = { 'content-type': 'multipart/form-data' };
    const answer = await post(server, {}, { body: 'no boundary is named', headers });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  it('a form longer than any: 413, of which no more is read', async () => {
    await using server = await served();
    const long = await post(server, { url: 'x'.repeat(20_000) });
    expect(long.status).toBe(413);
    expect(await long.json()).toMatchObject({ code: 'content_too_large' });
    // Without a length, and without an end.
    const chunk = new TextEncoder().encode('x'.repeat(8192));
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const endless = await post(server, {}, { body, headers, duplex: 'half' } as RequestInit).catch(
      () => undefined,
    );
    expect(endless === undefined || endless.status === 413).toBe(true);
    expect(sent).toBeLessThan(2000);
  });

  it('other methods: 405, and GET leads to the form', async () => {
    await using server = await served();
    const put = await post(server, {}, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const asked = await get(server, '/audit');
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/score#audit']);
    expect(formOn(await (await get(server, '/score')).text())).not.toBeNull();
  });

  it('a site that gives no answer: 502, as often as one likes, with what was typed', async () => {
    await using server = await served();
    const gone = await serveSite({});
    await gone[Symbol.asyncDispose]();
    for (let i = 0; i < 6; i++) {
      const answer = await post(server, { url: gone.url }, { headers: HTML });
      const page = await answer.text();
      expect(answer.status).toBe(502);
      expect(page).toContain('This attempt does not count');
      expect(typedIn(page)).toBe(gone.url);
    }
  });

  it('the sixth audit of an hour: 429 with Retry-After, also as a stream', async () => {
    await using server = await served();
    await using stack = new AsyncDisposableStack();
    const home = { '/': { type: 'text/html', body: '<h1>Home</h1>' } };
    for (let i = 0; i < 5; i++) {
      const { url } = stack.use(await serveSite(home));
      expect((await post(server, { url })).status).toBe(303);
    }
    await using site = await serveSite(home);
    const answer = await post(server, { url: site.url, site_type: 'api' }, { headers: HTML });
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(typedIn(await answer.text())).toBe(site.url);
    const [told] = await toldBy(await post(server, { url: site.url, site_type: 'api' }, { headers: STREAM }));
    expect(told).toMatchObject({
      event: 'failed',
      data: { code: 'audit_limit_reached', scope: 'caller', retry_after_s: expect.any(Number) },
    });
    const json = await post(server, { url: site.url, site_type: 'api' });
    expect(await json.json()).toMatchObject({ status: 429, code: 'audit_limit_reached', scope: 'caller' });
    expect(site.asked).toEqual([]);
  });
});

describe('as a stream', () => {
  it('tells the progress to the end, then where the scorecard is', async () => {
    await using server = await served();
    const answer = await post(server, { url: demo.url }, { headers: STREAM });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const told = await toldBy(answer);
    const done = told.map(({ data }) => data.done).slice(0, -1);
    expect(done).toHaveLength(7);
    expect([done[0], done.at(-1)]).toEqual([0, CHECK_COUNT]);
    expect(told.map(({ event }) => event)).toEqual([...done.map(() => 'progress'), 'done']);
    const location = `/score/${new URL(demo.url).host}`;
    expect(told.at(-1)?.data).toEqual({ location });
    expect((await get(server, location)).status).toBe(200);
    expect(server.lines[0]).toMatchObject({ status: 200, outcome: 'ok', target: new URL(demo.url).host });
  });

  it('tells why there is no scorecard', async () => {
    await using server = await served();
    const gone = await serveSite({});
    await gone[Symbol.asyncDispose]();
    const told = await toldBy(await post(server, { url: gone.url }, { headers: STREAM }));
    expect(told).toEqual([
      expect.objectContaining({ event: 'progress' }),
      {
        event: 'failed',
        data: { code: 'target_unreachable', message: expect.stringContaining('could not be reached') },
      },
    ]);
  });

  it('shows what was seen where the deadline ends the audit, of which nothing is kept', async () => {
    await using server = await served();
    await using site = await serveSite({
      '/': { type: 'text/html', body: '<h1>Home</h1>' },
      // Nothing else is ever answered.
      '*': () => undefined,
    });
    const told = await toldBy(await post(server, { url: site.url }, { headers: STREAM }));
    const { event, data } = told.at(-1) ?? { event: undefined, data: {} };
    expect(event).toBe('cut_short');
    const shown = parse(String(data.main));
    expect(shown.querySelector('h1')?.textContent).toBe(new URL(site.url).host);
    expect(shown.querySelector('.callout.warn')?.textContent).toContain(
      'Cut short: the deadline ended this audit',
    );
    expect(typedIn(String(data.main))).toBe(new URL(site.url).host);
    expect((await get(server, `/score/${new URL(site.url).host}`)).status).toBe(404);
  });
});

describe('a site that refuses the auditor', () => {
  const runAudit = async () => {
    const details = { wall: 'a wall', evidence: '/ -> 403', requests: 8 };
    throw new AuditError('target_blocked', 'It refuses the auditor: <b>403</b>.', {
      hint: 'Allow it.',
      details,
    });
  };

  it('is told as such, with what its owner can do', async () => {
    await using server = await served({ runAudit });
    const answer = await post(server, { url: 'http://site.example:81' }, { headers: HTML });
    expect(answer.status).toBe(502);
    const page = await answer.text();
    const main = parse(page);
    expect(main.querySelector('h1')?.textContent).toBe('The site refuses the auditor');
    expect(main.querySelector('.lead')?.textContent).toContain('It refuses the auditor: <b>403</b>.');
    expect(main.querySelector('.lead b')).toBeNull();
    expect(main.querySelector('#ways-in')?.textContent).toBe('If this is your site');
    expect(page).toContain('/about-the-auditor#to-let-it-in');
    expect(typedIn(page)).toBe('http://site.example:81');
    const problem = await post(server, { url: 'http://site.example:81' });
    expect(await problem.json()).toMatchObject({ status: 502, code: 'target_blocked' });
    const markdown = await post(
      server,
      { url: 'http://site.example:81' },
      { headers: { accept: 'text/markdown' } },
    );
    expect(await markdown.text()).toMatch(/^# The site refuses the auditor\n.*## If this is your site\n/s);
    expect(server.lines.at(-1)).toMatchObject({ outcome: 'target_blocked' });
    const told = await toldBy(await post(server, { url: 'http://site.example:81' }, { headers: STREAM }));
    expect(told.at(-1)).toMatchObject({ event: 'failed', data: { code: 'target_blocked' } });
  });

  it('has no scorecard at its addresses, which say why', async () => {
    await using server = await served({ runAudit });
    await post(server, { url: 'http://site.example:81' });
    for (const [ending, accept] of [
      ['/json', '*/*'],
      ['/md', '*/*'],
      ['', 'text/html'],
    ] as const) {
      const path = `/score/site.example:81${ending}`;
      const answer = await fetch(new URL(path, server.url), { headers: { accept } });
      const text = await answer.text();
      expect([answer.status, text.includes('the last audit could not see it')], path).toEqual([404, true]);
      if (ending === '/json') expect(JSON.parse(text)).toMatchObject({ code: 'target_blocked' });
      else expect(text).toContain('If this is your site');
    }
  });
});

describe('a caller who closes the connection', () => {
  it.each([
    ['a stream', STREAM, 'cancelled'],
    ['a page', HTML, 'ok'],
  ])('has the audit go on, and be stored: %s', async (_, headers, outcome) => {
    await using server = await served();
    const stop = new AbortController();
    await using site = await slowSite({ fileMs: 3_000 });
    const answer = post(server, { url: site.url }, { headers, signal: stop.signal }).then(toldBy);
    await expect.poll(() => site.asked.length, { timeout: 15_000 }).toBeGreaterThan(3);
    stop.abort();
    await expect(answer).rejects.toThrow('aborted');
    const again = await post(server, { url: site.url }, { headers: HTML });
    expect([again.status, again.headers.get('location')]).toEqual([303, `/score/${new URL(site.url).host}`]);
    const asked = site.asked.length;
    await expect.poll(() => server.lines.map((line) => 'outcome' in line && line.outcome)).toContain(outcome);
    expect(site.asked).toHaveLength(asked);
  });
});
