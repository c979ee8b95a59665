/** The service meets its own standard: the auditor audits its site and its function at their own address. */
import { createServer } from 'node:https';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { testNetwork } from '../testing/network.ts';
import { PUBLIC } from '../testing/public-audit.ts';
import { serveResolver } from '../testing/resolver.ts';
import { auditSite } from '../testing/serve.ts';
import { listen } from '../testing/servers.ts';
import { TEST_CERT, TEST_KEY } from '../testing/tls.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';
import { builtSiteListener } from './testing/serve.ts';

/** Features that the service does not have, so it publishes nothing about them. */
const NOT_OFFERED = ['dns-aid', 'web-bot-auth', 'webmcp', 'ai-catalog', 'a2a-agent-card'];

let envelope: Envelope;
beforeAll(async () => {
  const folder = await builtSite();
  const server = createServer({ cert: TEST_CERT, key: TEST_KEY }, await builtSiteListener(folder));
  await using site = await listen(server, 'https');
  await using resolver = await serveResolver({});
  const { hostname } = new URL(SITE_ADDRESS);
  const { host, port } = new URL(resolver.url);
  await using network = await testNetwork({
    names: { [hostname]: [[PUBLIC]] },
    sites: { [`${PUBLIC}:443`]: site.port, [host]: Number(port) },
  });
  envelope = await auditSite(SITE_ADDRESS, {
    resolver: resolver.url,
    live: { lookup: network.lookup, ca: [TEST_CERT] },
  });
});

describe('the catalog audited by itself', () => {
  test('passes every check that applies to it', () => {
    const failed = envelope.scorecard.results
      .filter(({ status }) => status !== 'pass' && status !== 'n_a')
      .map(({ id, status, evidence }) => `${id}: ${status}, ${evidence}`);
    expect(failed).toEqual([]);
  });

  test('publishes nothing about features that it does not have', () => {
    const none = envelope.scorecard.results.filter(({ status }) => status === 'n_a').map(({ id }) => id);
    // By design, pages of other origins may not call the MCP endpoint (.github/DECISIONS.md, "MCP").
    const inapplicable = ['mcp-cors-preflight', 'mcp-cors-actual', 'oauth-protected-resource'];
    expect(none.filter((id) => !NOT_OFFERED.includes(id))).toEqual(inapplicable);
  });
});
