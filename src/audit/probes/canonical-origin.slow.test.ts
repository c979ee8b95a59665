/** Previews: sites that are served on this machine but use their production origin in all URLs. */
import { describe, expect, it } from 'vitest';
import { broken } from '../../app/demo/broken/index.ts';
import { ready } from '../../app/demo/ready/index.ts';
import { type ServedDemo, serveDemo } from '../../app/demo/server.ts';
import { type DemoSite, expectedOf } from '../../app/demo/site.ts';
import { LIMITS } from '../../base/limits.ts';
import { type AuditSiteOptions, auditSite, serveSite } from '../../testing/serve.ts';
import { parseHar } from '../io/har.ts';
import { runJob } from '../isolation/run-job.ts';
import { parseTarget } from '../target.ts';

const PRODUCTION = 'https://tidewatch.example';

/** A demo site as it is deployed to production, served on this machine. */
function servePreview(site: DemoSite): Promise<ServedDemo> {
  return serveDemo({ ...site, create: (_, startedAt) => site.create(PRODUCTION, startedAt) });
}

const auditPreview = (url: string, more: AuditSiteOptions = {}) =>
  auditSite(url, { ...more, options: { canonicalOrigin: PRODUCTION, ...more.options } });

describe('a preview that speaks of its production address', () => {
  it.each([ready, broken].map((site) => [site.name, site] as const))(
    '%s is judged as where it speaks of its own',
    async (_, site) => {
      await using preview = await servePreview(site);
      const { scorecard } = await auditPreview(preview.url);
      expect(Object.fromEntries(scorecard.results.map((one) => [one.id, expectedOf(one)]))).toEqual(
        site.verdicts,
      );
      expect(scorecard).toMatchObject({ target_url: `${preview.url}/`, canonical_origin: PRODUCTION });
      // The URLs in the evidence are those that were requested.
      for (const { id, evidence, details } of scorecard.results) {
        expect(evidence, id).not.toContain(PRODUCTION);
        expect(JSON.stringify(details ?? null), id).not.toContain(PRODUCTION);
      }
    },
  );

  it('is another site without being told so: its endpoint is not called', async () => {
    await using preview = await servePreview(ready);
    const { scorecard } = await auditSite(preview.url, { only: ['well-known-mcp-card', 'mcp-initialize'] });
    expect(scorecard.mcp_discovery[0]).toMatchObject({
      endpoint: `${PRODUCTION}/mcp`,
      blocked: 'declared on a different origin',
    });
    expect(scorecard).not.toHaveProperty('canonical_origin');
  });

  it('is recorded as it was asked, and its recording judges the same', async () => {
    await using preview = await servePreview(ready);
    const pieces: Uint8Array[] = [];
    const job = {
      target: parseTarget(preview.url),
      limits: LIMITS,
      source: { kind: 'network', network: 'any', resolver: 'http://127.0.0.1:9/' },
      baseUrl: 'https://catalog.example',
      siteType: null,
      canonicalOrigin: PRODUCTION,
      record: true,
    } as const;
    const { envelope } = await runJob(job, { onRecorded: (piece) => void pieces.push(piece) });
    const har = parseHar(Buffer.concat(pieces).toString('utf8'));
    expect(har.log._agentReadiness.canonicalOrigin).toBe(PRODUCTION);
    expect(new Set(har.log.entries.map(({ request }) => new URL(request.url).origin))).toEqual(
      new Set([preview.url]),
    );
    const again = await runJob({ ...job, source: { kind: 'recording', har }, record: false });
    expect(again.envelope).toEqual(envelope);
  });
});

describe('where a preview leads', () => {
  const page = '<!doctype html><html lang="en"><title>A</title><main><h1>A</h1></main></html>';
  const html = { type: 'text/html', body: page };

  it('to its production address, another page: that is asked at the preview', async () => {
    await using site = await serveSite({
      '/': { status: 302, headers: { location: `${PRODUCTION}/en/` } },
      '/en/': html,
      '/robots.txt': { status: 301, headers: { location: `${PRODUCTION}/robots/all.txt` } },
      '/robots/all.txt': { type: 'text/plain', body: 'User-agent: GPTBot\nAllow: /' },
    });
    const { scorecard } = await auditPreview(site.url, { only: ['robots', 'semantic-html'] });
    const robots = scorecard.results.find(({ id }) => id === 'robots');
    expect(robots).toMatchObject({
      status: 'pass',
      evidence: expect.stringContaining(`${site.url}/robots/all.txt`),
    });
  });

  it('to its production address, the same page: nothing of it can be seen', async () => {
    await using site = await serveSite({
      '*': (request, response) =>
        void response.writeHead(301, { location: PRODUCTION + (request.url ?? '') }).end(),
    });
    await expect(auditPreview(site.url)).rejects.toMatchObject({
      kind: 'target_unreachable',
      quote: expect.stringContaining(
        `redirects to ${PRODUCTION}, the canonical origin, which is not audited`,
      ),
    });
  });

  it('to another host of production: that is not audited in its place', async () => {
    await using other = await serveSite({ '/': html });
    await using site = await serveSite({
      '/': { status: 302, headers: { location: `${other.url.replace('127.0.0.1', 'localhost')}/` } },
    });
    const port = new URL(site.url).port;
    await expect(
      auditSite(site.url, { options: { canonicalOrigin: `http://localhost:${port}` } }),
    ).rejects.toMatchObject({
      kind: 'target_unreachable',
      message: expect.stringContaining('would test production, not this preview'),
      hint: expect.stringContaining('--canonical-origin'),
    });
    expect(other.asked).toEqual(['GET /']);
  });
});
