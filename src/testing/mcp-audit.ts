import { checks } from '../audit/checks/index.ts';
import type { HttpRequest } from '../audit/io/io.ts';
import type { Result } from '../audit/scorecard/schema.ts';
import { parseJsonText } from '../base/json.ts';
import { impatient, testIo } from './live.ts';
import { byHand, caseOf, type Reactions } from './mcp-by-hand.ts';
import { HOME } from './routes.ts';
import { auditSite, type Routes, serveSite } from './serve.ts';

export const CARD = { name: 'test', transport: { type: 'streamable-http', endpoint: '/mcp' } };
export const IDS = checks.filter(({ category }) => category === 'mcp').map(({ id }) => id);
/** Audits a site with these routes and a home page; returns each check's result. */
export async function auditMcp(
  routes: Routes,
  only: readonly string[] = IDS,
  isHanging: (request: HttpRequest) => boolean = () => false,
): Promise<Map<string, Result>> {
  await using site = await serveSite({ '/': HOME, ...routes });
  await using live = testIo();
  const { scorecard } = await auditSite(site.url, { only, options: { io: impatient(live.io, isHanging) } });
  return new Map(scorecard.results.map((one) => [one.id, one]));
}

/** Audits a server with these faults; does not wait for responses that never end. */
export function auditWrong(wrong: Reactions, only: readonly string[]): Promise<Map<string, Result>> {
  return auditMcp({ '/mcp': byHand(wrong) }, only, ({ method, url, headers, body = '' }) => {
    if (new URL(url).pathname !== '/mcp') return false;
    const parsed = parseJsonText(body);
    const asked = { method, headers: Object.fromEntries(headers) };
    const reaction = wrong[caseOf(asked, parsed.ok ? parsed.value : undefined)];
    // A stream requested with GET is closed as soon as it opens.
    return reaction === 'hang' || (reaction === 'hold' && method !== 'GET');
  });
}

export const statusesOf = (results: Map<string, Result>) =>
  Object.fromEntries(IDS.map((id) => [id, results.get(id)?.status]));

export const MODERN = IDS.filter((id) => id.startsWith('mcp-modern-') || id === 'mcp-batch-reject');
export const every = (ids: readonly string[], status: string) =>
  Object.fromEntries(ids.map((id) => [id, status]));
