/** Audits how a site's MCP endpoint is found, for tests. */
import type { Result } from '../audit/scorecard/schema.ts';
import { impatient, testIo } from './live.ts';
import { HOME, json } from './routes.ts';
import { auditSite, type Routes, serveSite } from './serve.ts';

export const CANONICAL = '/.well-known/mcp/server-card.json';
export const AI_CATALOG = '/.well-known/ai-catalog.json';
const IDS = ['mcp-initialize', 'mcp-tools-list', 'well-known-mcp-card', 'oauth-protected-resource'];

export const cardOf = (url: string, more = {}) =>
  json({ name: 'x', remotes: [{ type: 'streamable-http', url, ...more }] });

/**
 * Audits a site with these routes and a home page; URLs of the site are given as paths.
 *
 * @param hanging the path whose response never ends; the audit hardly waits for it
 */
export async function discover(routes: Routes, hanging?: string, only: readonly string[] = IDS) {
  await using site = await serveSite({ '/': HOME, ...routes });
  await using live = testIo();
  // Retries do not wait.
  const io = {
    ...impatient(live.io, ({ url }) => new URL(url).pathname === hanging),
    wait: async () => undefined,
  };
  const { scorecard } = await auditSite(site.url, { only, options: { io } });
  const of = (id: string): Result => {
    const found = scorecard.results.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no check is named ${id}`);
    return found;
  };
  return {
    site,
    posted: site.asked.filter((line) => line.startsWith('POST')),
    endpoint: scorecard.mcp_endpoint?.replace(site.url, '') ?? null,
    attempts: scorecard.mcp_discovery.map(({ endpoint: url, ...rest }) => ({
      ...rest,
      ...(url === undefined ? {} : { endpoint: url.replace(site.url, '') }),
    })),
    initialize: of('mcp-initialize'),
    authorization: of('oauth-protected-resource'),
    statuses: Object.fromEntries(IDS.map((id) => [id, of(id).status])),
  };
}
