/** Which sites are audited, and what ends an audit before any check is decided (.github/DECISIONS.md, "Nothing seen"). */
import { describe, expect, it } from 'vitest';
import { impatient, testIo } from '../../testing/live.ts';
import { byHand } from '../../testing/mcp-by-hand.ts';
import { auditSite, type Route, type Routes, serveSite } from '../../testing/serve.ts';
import type { Io } from '../io/io.ts';
import type { Envelope } from '../scorecard/schema.ts';

const to = (location: string): Route => ({ status: 302, headers: { location } });
const reset: Route = ({ socket }) => void socket.destroy();
/** A site without a home page, but with an MCP endpoint, an API description and other documents. */
const API: Routes = {
  '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
  '/openapi.json': {
    type: 'application/json',
    body: JSON.stringify({ openapi: '3.1.0', info: { title: 'Tides', version: '1' }, paths: {} }),
  },
  '/mcp': byHand(),
};
const SEEN = { robots: 'pass', openapi: 'pass', 'mcp-initialize': 'pass' };

/** Audits a site without pauses, and with a short timeout if the root hangs. */
async function audited(url: string): Promise<Envelope> {
  await using live = testIo();
  const io: Io = {
    ...impatient(live.io, (request) => new URL(request.url).pathname === '/'),
    wait: async () => undefined,
  };
  return await auditSite(url, { options: { io } });
}

describe('a root that fails for itself', () => {
  it.each<[string, Routes, 'n_a' | 'error']>([
    ['nginx return 444 on an API host', { '/': reset }, 'error'],
    ['hangs', { '/': () => undefined }, 'error'],
    ['sends what is not HTTP', { '/': ({ socket }) => void socket.end('SSH-2.0-x\r\n') }, 'error'],
    ['leads to a host that is gone', { '/': to('http://127.0.0.1:9/') }, 'error'],
    ['loops for who sends no cookie', { '/': to('/?cookie'), '/?cookie': to('/') }, 'n_a'],
    [
      'redirects for ever',
      { '/': ({ url }, response) => response.writeHead(302, { location: `/?${url?.length}` }).end() },
      'n_a',
    ],
    ['leads to an app', { '/': to('tides://home') }, 'n_a'],
  ])('%s: what is elsewhere is audited', async (_, routes, root) => {
    await using site = await serveSite({ ...API, ...routes });
    const { results } = (await audited(site.url)).scorecard;
    const statuses = Object.fromEntries(results.map(({ id, status }) => [id, status]));
    expect(statuses).toMatchObject({ ...SEEN, 'root-meta-description': root, 'agent-friendly-404': root });
    // No failure is reported for pages that could not be read. The MCP endpoint has failures of its own.
    expect(results.filter(({ id, status }) => status === 'broken' && !id.startsWith('mcp'))).toEqual([]);
  });
});

describe('no site', () => {
  const PAGE = '<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>';
  it.each<[string, Route, RegExp]>([
    ['nginx, plain HTTP to a TLS port', { status: 400, type: 'text/html', body: PAGE }, /try https\./],
    [
      'Go, plain HTTP to a TLS port',
      { status: 400, body: 'Client sent an HTTP request to an HTTPS server.\n' },
      /try https\./,
    ],
    [
      'a proxy of a network',
      { status: 203, type: 'text/html', body: '<p>Sign in to the network' },
      /Check the host/,
    ],
  ])('is what gives one answer to every path: %s', async (_, route, hint) => {
    await using site = await serveSite({ '*': route });
    await expect(audited(site.url)).rejects.toMatchObject({
      kind: 'target_unreachable',
      message: expect.stringContaining(`the same ${(route as { status: number }).status} for every path`),
      hint: expect.stringMatching(hint),
    });
  });

  it.each<[string, Routes]>([
    ['an endpoint that takes POST alone', { '*': { status: 400, body: 'POST only' }, '/mcp': byHand() }],
    ['an API that asks for a parameter', { '/': { status: 400, body: 'no key' } }],
  ])('is not %s', async (_, routes) => {
    await using site = await serveSite(routes);
    const { scorecard } = await audited(site.url);
    expect(scorecard.results.length).toBeGreaterThan(0);
  });
});

it('says how the login is passed that everyone is requested', async () => {
  const login = { status: 401, headers: { 'www-authenticate': 'Basic realm="Preview"' }, body: 'Log in' };
  await using site = await serveSite({ '*': login });
  await expect(audited(site.url)).rejects.toMatchObject({
    kind: 'target_blocked',
    hint: expect.stringContaining('--header-file'),
  });
});
