/** Audits of MCP servers for tests. */
import { checks } from '../checks/index.ts';
import type { Limits } from '../limits.ts';
import type { Result } from '../scorecard/schema.ts';
import { auditSite, type Routes, serveSite } from './serve.ts';

export const HOME = {
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Home</title><h1>Home</h1>',
};
/** A card of an endpoint at `/mcp`. */
export const CARD = { name: 'test', transport: { type: 'streamable-http', endpoint: '/mcp' } };
export const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
/** All checks on MCP. */
export const IDS = checks.filter(({ category }) => category === 'mcp').map(({ id }) => id);
/** Short enough to wait for a server that never answers. */
export const SHORT = { requestMs: 300 };

/** Audits a site with these routes and a home page: the result of each check. */
export async function auditMcp(
  routes: Routes,
  only: readonly string[] = IDS,
  limits: Partial<Limits> = {},
): Promise<Map<string, Result>> {
  await using site = await serveSite({ '/': HOME, ...routes });
  const { scorecard } = await auditSite(site.url, { only, limits });
  return new Map(scorecard.results.map((one) => [one.id, one]));
}

export const statusesOf = (results: Map<string, Result>) =>
  Object.fromEntries(IDS.map((id) => [id, results.get(id)?.status]));

/** The checks that depend on revision 2026-07-28. */
export const MODERN = IDS.filter((id) => id.startsWith('mcp-modern-') || id === 'mcp-batch-reject');
/** One status for all of these. */
export const every = (ids: readonly string[], status: string) =>
  Object.fromEntries(ids.map((id) => [id, status]));
