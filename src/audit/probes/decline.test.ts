/** Audits of real servers whose owner declines audits. */
import { describe, expect, it } from 'vitest';
import type { AuditError } from '../../base/errors.ts';
import { impatient, testIo } from '../../testing/live.ts';
import { type Route, type Routes, serveSite, type TestSite } from '../../testing/serve.ts';
import { type AuditWorld, audit } from '../audit.ts';
import { type AuditRequest, requestFor } from '../request.ts';
import { parseTarget } from '../target.ts';

const HOME: Route = {
  type: 'text/html',
  body: '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1>',
};
const NO_TEXT = 'User-agent: AgentReadinessAuditor\nDisallow: /\n';
const NO: Route = { type: 'text/plain', body: NO_TEXT };
const to = (location: string): Route => ({ status: 301, headers: { location } });

const elsewhere = ({ url }: TestSite) => url.replace('127.0.0.1', 'localhost');

async function run(url: string, options: Partial<AuditRequest & AuditWorld> = { heedDecline: true }) {
  const target = parseTarget(url);
  await using live = testIo({ targetHost: target.hostname });
  return await audit(requestFor(target, options), { io: live.io, ...options });
}

const failureOf = (url: string, options?: Partial<AuditRequest & AuditWorld>) =>
  run(url, options).then(
    () => new Error('the audit did not fail'),
    (reason: unknown) => reason as AuditError,
  );

describe('where it is heeded', () => {
  it('ends the audit after that one request', async () => {
    await using site = await serveSite({ '/': HOME, '/robots.txt': NO });
    const error = await failureOf(site.url);
    expect(error).toMatchObject({ kind: 'target_declined' });
    expect(error.message).toContain('its robots.txt names AgentReadinessAuditor and disallows /');
    expect(site.asked).toEqual(['GET /robots.txt']);
  });

  it('ends it where the root leads, after one request there next to the root', async () => {
    await using there = await serveSite({ '/': HOME, '/robots.txt': NO });
    await using site = await serveSite({ '/': to(`${elsewhere(there)}/`) });
    const admitted: string[] = [];
    const error = await failureOf(site.url, {
      heedDecline: true,
      admit: async (origin) => admitted.push(origin.hostname) > 0,
    });
    expect(error).toMatchObject({ kind: 'target_declined', quote: new URL(elsewhere(there)).host });
    expect(there.asked).toEqual(['GET /', 'GET /robots.txt']);
    expect(site.asked).toEqual(['GET /robots.txt', 'GET /']);
    expect(admitted).toEqual(['localhost']);
  });

  it('heeds what a robots.txt says to which that of the typed host redirects', async () => {
    await using there = await serveSite({ '/': HOME, '/robots.txt': NO });
    await using site = await serveSite({ '/': HOME, '/robots.txt': to(`${elsewhere(there)}/robots.txt`) });
    expect(await failureOf(site.url)).toMatchObject({ kind: 'target_declined' });
    expect([...site.asked, ...there.asked]).toEqual(['GET /robots.txt', 'GET /robots.txt']);
  });

  it('comes after the question whether the site may be audited at all', async () => {
    await using there = await serveSite({ '/': { status: 503 }, '/robots.txt': NO });
    await using site = await serveSite({ '/': to(`${elsewhere(there)}/`) });
    const error = await failureOf(site.url, { heedDecline: true, admit: async () => false });
    expect(error).toMatchObject({ kind: 'not_permitted' });
    // Only the requests that are needed to judge the root were sent.
    const rest = there.asked.filter((line) => !['GET /', 'GET /anc-web-audit-no-such-page'].includes(line));
    expect(rest).toEqual([]);
  });

  it.each<[string, Routes]>([
    ['asks for a login', { '/robots.txt': { ...NO, status: 401 } }],
    ['gives no answer', { '/robots.txt': (request) => request.socket.destroy() }],
    ['names all', { '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /' } }],
  ])('goes on where the robots.txt %s', async (_title, routes) => {
    await using site = await serveSite({ '/': HOME, ...routes });
    const { declined } = await run(site.url, { heedDecline: true, selected: ['security-txt'] });
    expect(declined).toBe(false);
    expect(site.asked).toContain('GET /.well-known/security.txt');
  });

  it('waits three seconds at most, and heeds then what comes late', async () => {
    let late = true;
    const waits: number[] = [];
    await using site = await serveSite({
      '/': HOME,
      '/robots.txt': (_request, response) => {
        setTimeout(
          () => response.writeHead(200, { 'content-type': 'text/plain' }).end(NO_TEXT),
          late ? 400 : 0,
        );
      },
    });
    await using live = testIo({ targetHost: '127.0.0.1' });
    const io = {
      ...impatient(live.io, () => false),
      wait: (ms: number, signal: AbortSignal) => live.io.wait(waits.push(ms) && ms / 30, signal),
    };
    expect(await failureOf(site.url, { heedDecline: true, io })).toMatchObject({ kind: 'target_declined' });
    expect(waits[0]).toBe(3_000);
    expect(site.asked.length).toBeGreaterThan(10);
    site.asked.length = 0;
    late = false;
    expect(await failureOf(site.url)).toMatchObject({ kind: 'target_declined' });
    expect(site.asked).toEqual(['GET /robots.txt']);
  });

  it('asks for robots.txt once, for this and for the check', async () => {
    await using site = await serveSite({
      '/': HOME,
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *' },
    });
    const { envelope } = await run(site.url);
    expect(site.asked.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
    expect(site.asked[0]).toBe('GET /robots.txt');
    expect(envelope.scorecard.results.find(({ id }) => id === 'robots')?.status).toBe('pass');
  });

  it('does not wait a second time for a host that cannot be reached', async () => {
    const asked: string[] = [];
    await using live = testIo({ targetHost: '127.0.0.1' });
    const io = impatient(live.io, ({ url }) => asked.push(url) === 0);
    expect(await failureOf('http://127.0.0.1:9', { heedDecline: true, io })).toMatchObject({
      kind: 'target_unreachable',
    });
    expect(asked).toEqual(['http://127.0.0.1:9/robots.txt']);
  });
});

describe('where it is not heeded', () => {
  it('goes on, and says so', async () => {
    await using site = await serveSite({ '/': HOME, '/robots.txt': NO });
    const { envelope, declined } = await run(site.url, {});
    expect(declined).toBe(true);
    expect(envelope.scorecard.results.find(({ id }) => id === 'robots')?.status).toBe('pass');
    expect(site.asked[0]).toBe('GET /');
  });

  it('asks nothing for it where only other checks run', async () => {
    await using site = await serveSite({ '/': HOME, '/robots.txt': NO });
    const { declined } = await run(site.url, { selected: ['security-txt'] });
    expect(declined).toBe(false);
    expect(site.asked).not.toContain('GET /robots.txt');
  });
});
