import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../scorecard/schema.ts';
import { type AuditSiteOptions, auditSite, serveSite, type TestSite } from '../serve.ts';
import { TEST_CERT } from '../tls.ts';
import { MCP_ZOO } from './mcp.ts';
import { overHttp2 } from './mcp-parts.ts';
import { tableOf, ZOO_CHECKS, type ZooServer } from './mcp-truth.ts';

const HOME = { type: 'text/html; charset=utf-8', body: '<!doctype html><title>Home</title><h1>Home</h1>' };

/** What an audit says of a server of the zoo, and what it asked. */
async function audited(
  { make }: ZooServer,
  audit: (site: TestSite) => Promise<Envelope>,
): Promise<{ scorecard: Envelope['scorecard']; asked: readonly string[] }> {
  const { routes, stop } = make();
  try {
    const home = routes['/'] === undefined ? { '/': HOME } : {};
    await using site = await serveSite({ ...home, ...routes });
    return { scorecard: (await audit(site)).scorecard, asked: site.asked };
  } finally {
    await stop?.();
  }
}

const plain = (site: TestSite, options: AuditSiteOptions = {}) =>
  auditSite(site.url, { only: ZOO_CHECKS, ...options });

function statusesOf({ results }: Envelope['scorecard']) {
  return Object.fromEntries(
    results.filter(({ id }) => ZOO_CHECKS.includes(id)).map(({ id, status }) => [id, status]),
  );
}

/** The statuses that differ, with the evidence, so that a failure says why. */
function differences({ results }: Envelope['scorecard'], truth: Readonly<Record<string, string>>) {
  return results
    .filter(({ id, status }) => truth[id] !== undefined && truth[id] !== status)
    .map(({ id, status, evidence }) => `${id}: ${status}, not ${truth[id]}: ${evidence}`);
}

describe.concurrent('a server of the zoo', () => {
  it.each(MCP_ZOO.map((server) => [server.name, server] as const))('%s', async (_, server) => {
    const { scorecard, asked } = await audited(server, plain);
    expect(differences(scorecard, tableOf(server.truth))).toEqual([]);
    const path = scorecard.mcp_endpoint === null ? null : new URL(scorecard.mcp_endpoint).pathname;
    expect(path).toBe(server.endpoint);
    // Nothing is posted to on suspicion.
    for (const line of asked) expect(line).not.toMatch(/^(PUT|PATCH) |^\w+ \/message\b|^POST \/sse/);
  });
});

const THREE = ['v1, sessions, JSON', 'v2, both lanes', 'as Python has it, behind a 307'];

describe.concurrent('over TLS and HTTP/2', () => {
  it.each(MCP_ZOO.filter(({ name }) => THREE.includes(name)).map((server) => [server.name, server] as const))(
    '%s',
    async (_, server) => {
      const { scorecard } = await audited(server, async (site) => {
        await using proxy = await overHttp2(site.url);
        return await auditSite(proxy.url, { only: ZOO_CHECKS, live: { ca: [TEST_CERT] } });
      });
      expect(statusesOf(scorecard)).toEqual(tableOf(server.truth));
    },
  );

  it('is what three of them are served with', () => {
    expect(MCP_ZOO.filter(({ name }) => THREE.includes(name))).toHaveLength(3);
  });
});
