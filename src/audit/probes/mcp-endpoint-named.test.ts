/** An MCP endpoint that the person who runs the audit names (`--mcp-endpoint`). */

import { describe, expect, it } from 'vitest';
import { byHand } from '../../testing/mcp-by-hand.ts';
import { HOME, json } from '../../testing/routes.ts';
import { auditSite, type Routes, serveSite, type TestSite } from '../../testing/serve.ts';
import type { Envelope } from '../scorecard/schema.ts';

const WALL = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer resource_metadata="/resource"' },
};
/** Checks of the endpoint and its session. */
const MCP = [
  'mcp-initialize',
  'mcp-tools-list',
  'mcp-unknown-tool',
  'mcp-unknown-method',
  'mcp-get-fast-fail',
];

async function scorecardOf(site: TestSite, mcpEndpoint: string | undefined, only = MCP) {
  const { scorecard } = await auditSite(site.url, {
    only,
    // Requests to the endpoint must not count as requests to other sites, of which none is allowed.
    limits: { requestMs: 1_500, otherSites: 0 },
    options: mcpEndpoint === undefined ? {} : { mcpEndpoint },
  });
  return scorecard;
}

const statuses = ({ results }: Envelope['scorecard'], ids = MCP) =>
  results.filter(({ id }) => ids.includes(id)).map(({ status }) => status);

const resultIn = ({ results }: Envelope['scorecard'], id: string) => results.find((one) => one.id === id);

/** With another host name, the server counts as another site. */
const elsewhere = (site: TestSite) => site.url.replace('127.0.0.1', 'localhost');

const serve = (routes: Routes) => serveSite({ '/': HOME, ...routes });

describe('an endpoint that the caller names', () => {
  it('is called at a path that nothing leads to, and discovery is listed as without it', async () => {
    await using site = await serve({ '/v2/tools': byHand() });
    const without = await scorecardOf(site, undefined);
    expect(without.mcp_endpoint).toBeNull();
    const named = await scorecardOf(site, '/v2/tools');
    expect(named.mcp_endpoint).toBe(`${site.url}/v2/tools`);
    expect(named.mcp_discovery).toEqual([
      { source: '--mcp-endpoint', endpoint: `${site.url}/v2/tools`, probed: 'initialize' },
      ...without.mcp_discovery,
    ]);
    expect(new Set(statuses(named))).not.toContain('n_a');
    expect(resultIn(named, 'mcp-initialize')?.status).toBe('pass');
  });

  it('is called on another origin, where nothing else is', async () => {
    await using other = await serveSite({ '/mcp': byHand() });
    await using site = await serve({
      '/llms.txt': { type: 'text/plain', body: `# A\n\n> B\n\n- [Other](${elsewhere(other)}/page)` },
    });
    const named = await scorecardOf(site, `${elsewhere(other)}/mcp`);
    expect(named.mcp_endpoint).toBe(`${elsewhere(other)}/mcp`);
    expect(resultIn(named, 'mcp-initialize')?.status).toBe('pass');
    expect(new Set(statuses(named))).not.toContain('skip');
    expect(new Set(other.asked.map((line) => line.split(' ')[1]))).toEqual(new Set(['/mcp']));
    expect(site.asked).toContain('GET /.well-known/mcp/server-card.json');
  });

  it('does not make a card be found that the site does not lead to', async () => {
    const card = json({ name: 'com.example/a', version: '1', remotes: [{ url: '/v2/tools' }] });
    await using site = await serve({ '/v2/tools': byHand(), '/v2/tools/server-card': card });
    const named = await scorecardOf(site, '/v2/tools', ['well-known-mcp-card']);
    expect(resultIn(named, 'well-known-mcp-card')?.status).toBe('absent');
    expect(site.asked).not.toContain('GET /v2/tools/server-card');
    await using usual = await serve({ '/mcp': byHand(), '/mcp/server-card': card, '/v2/tools': byHand() });
    await scorecardOf(usual, '/v2/tools', ['well-known-mcp-card']);
    expect(usual.asked).toContain('GET /mcp/server-card');
  });

  it('is broken where it does not speak MCP, whatever else the site has', async () => {
    for (const route of [json({ hello: 'world' }), HOME]) {
      await using site = await serve({ '/mcp': byHand(), '/v2/tools': route });
      const named = await scorecardOf(site, '/v2/tools');
      expect(named.mcp_endpoint).toBe(`${site.url}/v2/tools`);
      expect(resultIn(named, 'mcp-initialize')).toMatchObject({
        status: 'broken',
        evidence: expect.stringContaining('declared by --mcp-endpoint'),
      });
    }
  });

  it('may ask for authorization, and its metadata is looked for where it is', async () => {
    await using other = await serveSite({ '/mcp': WALL, '/resource': (_, response) => response.end() });
    await using site = await serve({});
    const ids = ['mcp-initialize', 'oauth-protected-resource'];
    const named = await scorecardOf(site, `${elsewhere(other)}/mcp`, ids);
    expect(resultIn(named, 'mcp-initialize')).toMatchObject({
      na_reason: 'antecedent-unmet',
      evidence: expect.stringContaining('asks for authorization'),
    });
    expect(resultIn(named, 'oauth-protected-resource')).toMatchObject({ status: 'broken' });
    expect(other.asked).toContain('GET /resource');
    expect(other.asked).toContain('GET /.well-known/oauth-protected-resource/mcp');
  });

  it('is not followed to yet another origin', async () => {
    await using third = await serveSite({ '/mcp': byHand() });
    await using site = await serve({
      '/v2/tools': { status: 308, headers: { location: `${elsewhere(third)}/mcp` } },
    });
    const named = await scorecardOf(site, '/v2/tools');
    expect(named.mcp_endpoint).toBeNull();
    expect(named.mcp_discovery[0]).toEqual({
      source: '--mcp-endpoint',
      endpoint: `${elsewhere(third)}/mcp`,
      blocked: 'redirects to a different origin',
    });
    expect(third.asked).toEqual([]);
  });

  it('is asked at the preview where it is on the canonical origin', async () => {
    await using site = await serve({ '/v2/tools': byHand() });
    const { scorecard } = await auditSite(site.url, {
      only: ['mcp-initialize'],
      options: { mcpEndpoint: 'https://example.test/v2/tools', canonicalOrigin: 'https://example.test' },
    });
    expect(scorecard.mcp_endpoint).toBe(`${site.url}/v2/tools`);
    expect(resultIn(scorecard, 'mcp-initialize')?.status).toBe('pass');
  });
});

describe('a path that the caller typed behind the target', () => {
  const ofTyped = async (site: TestSite, typedPath: string, options = {}) =>
    (await auditSite(site.url, { only: MCP, options: { typedPath, ...options } })).scorecard;

  it.each(['/v1/mcp', '/v2/tools', '/v2/MCP/', '/a?server=b'])(
    '%s is the endpoint if it answers as MCP',
    async (path) => {
      const key = path.split('?')[0] ?? path;
      await using site = await serve({ [key]: byHand(), '/mcp': byHand() });
      const typed = await ofTyped(site, path);
      expect(typed).toEqual(await scorecardOf(site, path));
      expect(typed.mcp_endpoint).toBe(site.url + path);
    },
  );

  it('is as if it had not been typed if it is a page, to which nothing is posted', async () => {
    await using site = await serve({ '/docs': HOME, '/mcp': byHand() });
    expect(await ofTyped(site, '/docs')).toEqual(await scorecardOf(site, undefined));
    expect(site.asked).not.toContain('POST /docs');
  });

  it.each(['/mcp', '/v1/tools'])(
    'promises nothing: a %s that is something else leaves what the site leads to',
    async (path) => {
      await using site = await serve({
        '/api/mcp': byHand(),
        [path]: json({ jsonrpc: '1.0' }, { status: 400 }),
      });
      const typed = await ofTyped(site, path);
      expect(typed.mcp_endpoint).toBe(`${site.url}/api/mcp`);
      expect(statuses(typed)).toEqual(statuses(await scorecardOf(site, undefined)));
    },
  );

  it('counts less than an endpoint that is named', async () => {
    await using site = await serve({ '/v1/mcp': byHand(), '/v2/mcp': byHand() });
    const named = await ofTyped(site, '/v1/mcp', { mcpEndpoint: '/v2/mcp' });
    expect(named.mcp_endpoint).toBe(`${site.url}/v2/mcp`);
    expect(site.asked).not.toContain('POST /v1/mcp');
  });
});
