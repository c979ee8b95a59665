/** Requests to sites other than the audited one. */
import { describe, expect, it } from 'vitest';
import { auditSite, type Route, type Routes, serveSite, type TestSite } from '../../testing/serve.ts';
import type { Lookup } from '../io/connect.ts';
import type { AuditRequest } from '../request.ts';
import type { Envelope } from '../scorecard/schema.ts';

const HOME: Route = {
  type: 'text/html',
  body: '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1>',
};
const TEXT: Route = { type: 'text/plain', body: 'some text' };
/** Resolves every name to this machine. */
const lookup: Lookup = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

/** Returns the server's URL with another host name. */
const named = (site: TestSite, host: string) => site.url.replace('127.0.0.1', host);
const audited = (site: TestSite, options: Partial<AuditRequest> = {}) =>
  auditSite(named(site, 'www.audited.test'), { live: { lookup }, options });
const to = (location: string, status = 302): Route => ({ status, headers: { location } });
const resultOf = ({ scorecard }: Envelope, id: string) => scorecard.results.find((one) => one.id === id);
const timeless = ({ freshness: _, ...envelope }: Envelope) => JSON.stringify(envelope);

function llmsTxt(links: readonly string[]): Route {
  return {
    type: 'text/plain',
    body: `# Site\n\n> Sum\n\n## Docs\n\n${links.map((url) => `- [A](${url})`).join('\n')}\n`,
  };
}

describe('another site', () => {
  it('is asked ten times at most, however many links and redirects lead there, the same at each audit', async () => {
    await using other = await serveSite({ '*': TEXT });
    const away = (path: string) => `${named(other, 'victim.test')}${path}`;
    const links = Array.from({ length: 20 }, (_, i) => away(`/link-${i}`));
    const everywhere: Route = (request, response) => {
      setTimeout(
        () => response.writeHead(302, { location: away(request.url ?? '/') }).end(),
        Math.random() * 30,
      );
    };
    await using site = await serveSite({ '/': HOME, '/llms.txt': llmsTxt(links), '*': everywhere });
    const first = await audited(site);
    const asked = other.asked.splice(0);
    expect(asked).toHaveLength(10);
    expect(asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
    const second = await audited(site);
    expect(other.asked.toSorted()).toEqual(asked.toSorted());
    expect(timeless(second)).toBe(timeless(first));
    const spared = first.scorecard.results.filter(({ evidence }) =>
      evidence.includes('requests to other sites'),
    );
    expect(spared.length).toBeGreaterThan(5);
    expect(spared.filter(({ status }) => !['skip', 'error', 'n_a'].includes(status))).toEqual([]);
  });

  it('that is left out breaks no link: the ones that were asked decide', async () => {
    await using other = await serveSite({ '*': TEXT, '/0': to('/0/'), '/1': to('/1/') });
    const links = Array.from({ length: 10 }, (_, i) => `${named(other, 'victim.test')}/${i}`);
    await using site = await serveSite({ '/': HOME, '/llms.txt': llmsTxt(links) });
    const result = resultOf(await audited(site), 'llms-txt-links');
    expect(result).toMatchObject({ status: 'pass' });
    expect(result?.evidence).toContain('10 of 10 links requested, 8 resolve; not judged:');
    expect(other.asked).toHaveLength(10);
  });

  it('is asked the same once, whichever page redirects there', async () => {
    await using other = await serveSite({ '*': TEXT });
    await using site = await serveSite({ '/': HOME, '*': to(`${named(other, 'victim.test')}/login`) });
    const { scorecard } = await audited(site);
    expect(scorecard.summary.skip).toBe(0);
    expect(other.asked.length).toBeLessThanOrEqual(10);
  });

  it('is asked once more where a redirect leads to a failure, which is not held against the audited one', async () => {
    await using other = await serveSite({ '*': { status: 503 } });
    await using reset = await serveSite({ '*': (request) => request.socket.destroy() });
    const away = named(other, 'victim.test');
    await using site = await serveSite({
      '/': HOME,
      '/robots.txt': to(`${away}/robots.txt`),
      '/sitemap.xml': to(`${named(reset, 'another.test')}/sitemap.xml`),
    });
    const envelope = await audited(site);
    expect(other.asked).toEqual(['GET /robots.txt', 'GET /robots.txt']);
    expect(reset.asked).toEqual(['GET /sitemap.xml', 'GET /sitemap.xml']);
    expect(resultOf(envelope, 'robots')?.status).toBe('error');
    expect(resultOf(envelope, 'sitemap')?.status).toBe('error');
  });

  it('is asked ten times at most where everything fails there, each link once', async () => {
    await using other = await serveSite({ '*': { status: 503 } });
    const links = Array.from({ length: 8 }, (_, i) => `${named(other, 'victim.test')}/${i}`);
    const away = (path: string) => to(`${named(other, 'victim.test')}${path}`);
    await using site = await serveSite({
      '/': HOME,
      '/llms.txt': llmsTxt(links),
      '/robots.txt': away('/robots.txt'),
      '/sitemap.xml': away('/sitemap.xml'),
    });
    await audited(site);
    expect(other.asked).toHaveLength(10);
    expect(new Set(other.asked).size).toBe(10);
  });

  it('is one by its registrable domain', async () => {
    await using own = await serveSite({ '*': TEXT });
    const links = Array.from({ length: 10 }, (_, i) => `${named(own, 'docs.audited.test')}/${i}`);
    const paths = ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/openapi.json'];
    const redirects = Object.fromEntries(
      paths.map((path) => [path, to(`${named(own, 'audited.test')}${path}`)]),
    );
    await using site = await serveSite({ '/': HOME, '/llms.txt': llmsTxt(links), ...redirects });
    const { scorecard } = await audited(site);
    expect(scorecard.summary.skip).toBe(0);
    expect(own.asked.length).toBeGreaterThan(12);
  });

  it('is the audited one where the root leads there, and the one that was typed stays so', async () => {
    await using typed = await serveSite({ '*': TEXT });
    const back = Array.from({ length: 12 }, (_, i) => `${named(typed, 'www.audited.test')}/${i}`);
    await using other = await serveSite({ '/': HOME, '/llms.txt': llmsTxt(back), '*': { status: 404 } });
    typed.server.removeAllListeners('request');
    typed.server.on('request', (request, response) => {
      typed.asked.push(`${request.method} ${request.url}`);
      if (request.url === '/') response.writeHead(301, { location: `${named(other, 'moved.test')}/` });
      response.end('some text');
    });
    const { scorecard } = await audited(typed);
    expect(scorecard.summary.skip).toBe(0);
    expect(typed.asked).toHaveLength(11);
    expect(other.asked.length).toBeGreaterThan(30);
    expect(other.asked.some((line) => line.startsWith('POST '))).toBe(true);
  });

  it('is sent nothing with a body, not even where a redirect keeps it', async () => {
    await using other = await serveSite({ '*': TEXT });
    const away = `${named(other, 'victim.test')}/mcp`;
    const card = { name: 'x', url: away, remotes: [{ url: away }] };
    await using site = await serveSite({
      '/': HOME,
      '/.well-known/mcp/server-card.json': { type: 'application/json', body: JSON.stringify(card) },
      '/mcp': to(away, 307),
      '/api/mcp': to(away, 308),
    });
    const envelope = await audited(site);
    expect(other.asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
    expect(envelope.scorecard.mcp_discovery).toContainEqual(
      expect.objectContaining({ endpoint: away, blocked: 'declared on a different origin' }),
    );
    expect(resultOf(envelope, 'well-known-mcp-card')?.status).toBe('pass');
    expect(resultOf(envelope, 'mcp-initialize')?.status).toBe('n_a');
  });
});

it('asks no URL of more than 2,048 characters, and says so of what redirects to one', async () => {
  const long = `/${'x'.repeat(2048)}`;
  const routes: Routes = {
    '/': HOME,
    '/robots.txt': to(long),
    '/llms.txt': llmsTxt([long, '/short']),
    '/short': TEXT,
  };
  await using site = await serveSite(routes);
  const envelope = await audited(site);
  expect(site.asked.filter((line) => line.length > 1000)).toEqual([]);
  expect(resultOf(envelope, 'robots')).toMatchObject({ status: 'error' });
  expect(resultOf(envelope, 'robots')?.evidence).toContain('with a URL of more than 2048 characters');
});
