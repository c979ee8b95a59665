/** Tests `POST /audit`: redirects for forms sent without scripts, events for scripts, and every refusal. */

import { EventSourceParserStream } from 'eventsource-parser/stream';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../../audit/check-texts/index.ts';
import type { RunAudit } from '../../audit/isolation/run-audit.ts';
import { AuditError } from '../../base/errors.ts';
import { BASE_URL, envelopeFor } from '../../testing/envelopes.ts';
import { shared } from '../../testing/shared.ts';
import { finds, publishedOf, type SmallService, smallBuild, smallService } from '../testing/site.ts';

const HTML = { accept: 'text/html' };
const STREAM = { accept: 'text/event-stream' };
const EVIL = '"><img src=x onerror=alert(1)>';
const SITE = 'site.com';
const LISTED = 'docs.com';

const build = shared(await smallBuild());

/** A separate service with unused limits. */
const served = (runAudit: RunAudit = finds): Promise<SmallService> =>
  smallService(build.site, { runAudit, published: publishedOf([envelopeFor({ target: LISTED })]) });

const failing =
  (kind: 'target_unreachable' | 'target_blocked', message: string): RunAudit =>
  () =>
    Promise.reject(new AuditError(kind, message, { hint: 'Allow it.' }));
const forbidden: RunAudit = () => {
  throw new Error('nothing is audited here');
};

type Fields = Readonly<Record<string, string>>;

function post({ ask }: SmallService, fields: Fields, init: RequestInit = {}, ip?: string): Promise<Response> {
  return ask('/audit', { method: 'POST', body: new URLSearchParams(fields), ...init }, ip);
}

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
  it.each([
    ['the page of the live scorecard', { url: SITE, site_type: '' }, `/score/${SITE}`],
    ['the live scorecard of a listed site', { url: `https://${LISTED}/` }, `/score/${LISTED}/live`],
    [
      'the live scorecard with a note, for a typed path',
      { url: `${LISTED}/a?b` },
      `/score/${LISTED}/live?typed=path`,
    ],
    [
      'the scorecard of the named endpoint',
      { url: `${SITE}/docs`, mcp_endpoint: ' /v1/mcp ', site_type: '' },
      `/score/${SITE}~v1~mcp/live?typed=path`,
    ],
    [
      'the scorecard of the endpoint whose path was typed',
      { url: `https://${SITE}/v1/mcp` },
      `/score/${SITE}~v1~mcp/live?typed=path`,
    ],
    [
      'the scorecard for the declared type',
      { url: SITE, site_type: 'api' },
      `/score/${SITE}/live?site_type=api`,
    ],
  ])('redirects to %s', async (_, fields, location) => {
    const server = await served();
    const answer = await post(server, fields as Fields, { headers: HTML });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    expect((await server.ask(location, { headers: HTML })).status).toBe(200);
    expect(server.lines[0]).toMatchObject({ method: 'POST', status: 303, outcome: 'ok' });
  });

  it('explains that the origin was audited only if a path was typed', async () => {
    const server = await served();
    const answer = await post(server, { url: `https://${SITE}/a`, site_type: 'api' }, { headers: HTML });
    const location = answer.headers.get('location') ?? '';
    const note = `the origin <code>https://${SITE}</code> was audited`;
    expect(await (await server.ask(location, { headers: HTML })).text()).toContain(note);
    const plain = location.replace('&typed=path', '');
    expect(plain).not.toBe(location);
    expect(await (await server.ask(plain, { headers: HTML })).text()).not.toContain(note);
  });

  it('accepts the form as multipart too', async () => {
    const body = new FormData();
    body.set('url', SITE);
    expect((await post(await served(), {}, { body })).status).toBe(303);
  });
});

describe('a refusal', () => {
  it.each([
    ['ftp://site.example', 'its scheme is ftp'],
    [EVIL, 'contains white space'],
    ['', 'No site is named.'],
  ])('returns 400 for %j, with the form to correct it', async (url, why) => {
    const server = await served(forbidden);
    const answer = await post(server, { url, site_type: 'api' }, { headers: HTML });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
    const lead = parse(page).querySelector('main .lead')?.textContent;
    expect(lead).toContain(why);
    expect(lead).toContain('Pass the host');
    expect(typedIn(page)).toBe(url);
    expect(formOn(page)?.querySelector('option[selected]')?.getAttribute('value')).toBe('api');
    expect(parse(page).querySelectorAll('img, link[type="text/markdown"], [onerror]')).toEqual([]);
    expect(server.lines[0]).toMatchObject({ status: 400, outcome: 'invalid_target' });
  });

  it('returns the command that audits a site on the caller’s own machine', async () => {
    const server = await served(forbidden);
    const answer = await post(server, { url: 'localhost:8951' }, { headers: HTML });
    const page = parse(await answer.text());
    expect(page.querySelector('main .lead')?.textContent).toContain(
      'localhost is not on the public internet',
    );
    expect(page.querySelector('main pre')?.textContent).toMatch(/^npx .+ localhost:8951$/);
    expect(page.querySelector('main a[href="/command-line"]')).not.toBeNull();
  });

  it.each([
    'mcp',
    'https://other.example/mcp',
    '//other.example',
    '/.//other.example',
    EVIL,
    `/${'a'.repeat(100)}`,
  ])('returns 400 for the MCP endpoint %j, with an explanation', async (mcp_endpoint) => {
    const server = await served(forbidden);
    const answer = await post(server, { url: SITE, mcp_endpoint }, { headers: HTML });
    const page = await answer.text();
    expect(answer.status).toBe(400);
    expect(page).toContain('mcp_endpoint is a path on the target');
    const field = formOn(page)?.querySelector('input[name=mcp_endpoint]');
    expect(field?.getAttribute('value')).toBe(mcp_endpoint.slice(0, 100));
    expect(parse(page).querySelectorAll('[onerror]')).toEqual([]);
  });

  it('never repeats a password', async () => {
    const answer = await post(
      await served(forbidden),
      { url: 'https://me:secret@site.com' },
      { headers: HTML },
    );
    const page = await answer.text();
    expect(typedIn(page)).toBe('');
    expect(page).not.toContain('secret');
  });

  it('has the format that the client prefers', async () => {
    const server = await served(forbidden);
    const json = await post(server, { url: 'ftp://x' });
    expect(json.headers.get('content-type')).toBe('application/problem+json');
    expect(await json.json()).toMatchObject({ status: 400, code: 'invalid_target' });
    const md = await post(server, { url: 'ftp://x' }, { headers: { accept: 'text/markdown' } });
    expect(md.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await md.text()).toContain(`(${BASE_URL}/score?url=ftp%3A%2F%2Fx#audit)`);
    const stream = await post(server, { url: 'ftp://x' }, { headers: STREAM });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'returns 403 to a page of another site (%j), without details',
    async (headers) => {
      const answer = await post(await served(forbidden), { url: SITE }, { headers: { ...HTML, ...headers } });
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain(SITE);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('is not returned to a page of the catalog itself', async () => {
    const headers = { origin: BASE_URL, 'sec-fetch-site': 'same-origin' };
    expect((await post(await served(), { url: SITE }, { headers })).status).toBe(303);
  });

  it.each([
    ['application/json', '{"url":"https://example.com"}', 415, 'unsupported_media_type'],
    ['text/plain', 'url=https://example.com', 415, 'unsupported_media_type'],
    ['multipart/form-data', 'no boundary is named', 400, 'malformed_body'],
    ['application/x-www-form-urlencoded', `url=${'x'.repeat(20_000)}`, 413, 'content_too_large'],
    ['application/x-www-form-urlencoded', `url=${SITE}&site_type=shop`, 400, 'invalid_site_type'],
  ])('responds to %s with %.30s with %i', async (type, body, status, code) => {
    const answer = await post(await served(forbidden), {}, { body, headers: { 'content-type': type } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ code });
  });

  it('stops reading an endless body, and returns 413', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(8192));
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await post(await served(), {}, { body, headers, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  it('redirects GET to the form', async () => {
    const asked = await (await served()).ask('/audit', { headers: HTML });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/score#audit']);
  });

  it('returns 502 for a site that does not respond, with the input in the form', async () => {
    const server = await served(failing('target_unreachable', 'It could not be reached.'));
    const answer = await post(server, { url: SITE }, { headers: HTML });
    const page = await answer.text();
    expect([answer.status, typedIn(page)]).toEqual([502, SITE]);
    expect(page).toContain('This attempt does not count');
  });

  it('returns 429 with Retry-After for the sixth audit in an hour, also as a stream', async () => {
    const server = await served();
    const ip = '192.0.2.1';
    for (let i = 0; i < 5; i++)
      expect((await post(server, { url: `site${i}.com` }, {}, ip)).status).toBe(303);
    const answer = await post(server, { url: SITE }, { headers: HTML }, ip);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d{4}$/),
    ]);
    expect(typedIn(await answer.text())).toBe(SITE);
    const [told] = await toldBy(await post(server, { url: SITE }, { headers: STREAM }, ip));
    expect(told).toMatchObject({
      event: 'failed',
      data: { code: 'audit_limit_reached', scope: 'caller', retry_after_s: expect.any(Number) },
    });
    const json = await post(server, { url: SITE }, {}, ip);
    expect(await json.json()).toMatchObject({ status: 429, code: 'audit_limit_reached', scope: 'caller' });
  });
});

describe('as a stream', () => {
  it('sends the progress, then the address of the scorecard', async () => {
    const server = await served(async (job, hooks = {}) => {
      hooks.onEvent?.({ type: 'started', target: SITE, total: CHECK_COUNT, at: new Date().toISOString() });
      return finds(job, hooks);
    });
    const answer = await post(server, { url: SITE }, { headers: STREAM });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect([answer.headers.has('connection'), answer.headers.has('transfer-encoding')]).toEqual([
      false,
      false,
    ]);
    expect(await toldBy(answer)).toEqual([
      {
        event: 'progress',
        data: { done: 0, total: CHECK_COUNT, message: `Auditing ${SITE}: ${CHECK_COUNT} checks` },
      },
      { event: 'done', data: { location: `/score/${SITE}` } },
    ]);
    expect(server.lines[0]).toMatchObject({ status: 200, outcome: 'ok', target: SITE });
  });

  it('sends why there is no scorecard', async () => {
    const server = await served(failing('target_unreachable', 'It could not be reached.'));
    expect(await toldBy(await post(server, { url: SITE }, { headers: STREAM }))).toEqual([
      {
        event: 'failed',
        data: { code: 'target_unreachable', message: expect.stringContaining('could not be reached') },
      },
    ]);
  });

  it.each([STREAM, HTML])(
    'shows the decided checks if the deadline ends the audit, and stores nothing: %j',
    async (headers) => {
      const server = await served(async (job, hooks) => {
        const { envelope, declined } = await finds(job, hooks);
        return { envelope: { ...envelope, cut_short: true }, declined };
      });
      const answer = await post(server, { url: SITE }, { headers });
      const last = headers === STREAM ? (await toldBy(answer)).at(-1) : undefined;
      if (headers === STREAM) expect(last?.event).toBe('cut_short');
      const page = String(last === undefined ? await answer.text() : last.data.main);
      expect(parse(page).querySelector('h1')?.textContent).toBe(SITE);
      expect(parse(page).querySelector('.callout.warn')?.textContent).toContain(
        'the deadline ended this audit',
      );
      expect(typedIn(page)).toBe(SITE);
      expect((await server.ask(`/score/${SITE}`)).status).toBe(404);
    },
  );

  it('continues the audit if its reader disconnects, and gives the result to the next call', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let audits = 0;
    const server = await served(async (job, hooks = {}) => {
      audits += 1;
      hooks.onEvent?.({ type: 'started', target: SITE, total: CHECK_COUNT, at: new Date().toISOString() });
      await promise;
      return finds(job, hooks);
    });
    const reader = (await post(server, { url: SITE }, { headers: STREAM })).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect.poll(() => server.lines).toMatchObject([{ outcome: 'cancelled' }]);
    resolve();
    const again = await post(server, { url: SITE }, { headers: HTML });
    expect([again.status, again.headers.get('location'), audits]).toEqual([303, `/score/${SITE}`, 1]);
  });
});

describe('a site that refuses the auditor', () => {
  const runAudit = failing('target_blocked', 'It refuses the auditor: <b>403</b>.');

  it('is reported as such, with advice for its owner', async () => {
    const server = await served(runAudit);
    const answer = await post(server, { url: SITE }, { headers: HTML });
    expect(answer.status).toBe(502);
    const page = await answer.text();
    const main = parse(page);
    expect(main.querySelector('h1')?.textContent).toBe('The site refuses the auditor');
    expect(main.querySelector('.lead')?.textContent).toContain('It refuses the auditor: <b>403</b>.');
    expect(main.querySelector('.lead b')).toBeNull();
    expect(main.querySelector('#ways-in')?.textContent).toBe('If this is your site');
    expect(page).toContain('/about-the-auditor#to-let-it-in');
    const problem = await post(server, { url: SITE });
    expect(await problem.json()).toMatchObject({ status: 502, code: 'target_blocked' });
    const markdown = await post(server, { url: SITE }, { headers: { accept: 'text/markdown' } });
    expect(await markdown.text()).toMatch(/^# The site refuses the auditor\n.*## If this is your site\n/s);
    expect(server.lines.at(-1)).toMatchObject({ outcome: 'target_blocked' });
  });

  it.each([
    ['/json', '*/*'],
    ['/md', '*/*'],
    ['', 'text/html'],
  ])('has no scorecard at its URLs, which explain why: %s', async (ending, accept) => {
    const server = await served(runAudit);
    await post(server, { url: SITE });
    const answer = await server.ask(`/score/${SITE}${ending}`, { headers: { accept } });
    const text = await answer.text();
    expect([answer.status, text.includes('the last audit could not be completed')]).toEqual([404, true]);
    if (ending === '/json') expect(JSON.parse(text)).toMatchObject({ code: 'target_blocked' });
    else expect(text).toContain('If this is your site');
  });
});

describe.each(['score_cli', 'audit_website'])('%s', (name) => {
  it.each([
    ['the named endpoint', SITE, { mcp_endpoint: '/v1/../v2/mcp' }, '/v2/mcp', undefined, '~v2~mcp/live'],
    ['a typed path as a suggested endpoint', `${SITE}/v2/mcp`, {}, undefined, '/v2/mcp', '~v2~mcp/live'],
    ['no endpoint if the path is a page about endpoints', `${SITE}/mcp/guide`, {}, undefined, undefined, '"'],
    ['no endpoint if every audit requests the path anyway', `${SITE}/mcp`, {}, undefined, undefined, '"'],
  ])('audits with %s', async (_, site, more, mcpEndpoint, typedPath, address) => {
    const jobs: unknown[] = [];
    const server = await served((job, hooks) => {
      jobs.push({ mcpEndpoint: job.mcpEndpoint, typedPath: job.typedPath });
      return finds(job, hooks);
    });
    const target = name === 'score_cli' ? { target: site } : { url: site };
    const params = { name, arguments: { ...target, ...more } };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const answer = await (await server.ask('/mcp', { method: 'POST', headers, body })).text();
    expect(jobs).toEqual([{ mcpEndpoint, typedPath }]);
    expect(answer.replaceAll('\\', '')).toContain(`/score/${SITE}${address}`);
  });
});
