import { definitions } from '../check-texts/index.ts';
import { agentDiscoveryAuthChecks } from './agent-discovery-auth.ts';
import { apiChecks } from './api.ts';
import { botCrawlPolicyChecks } from './bot-crawl-policy.ts';
import type { Check } from './check.ts';
import { discoverabilityChecks } from './discoverability.ts';
import { htmlChecks } from './html.ts';
import { llmsChecks } from './llms.ts';
import { markdownChecks } from './markdown.ts';
import { mcpCorsChecks } from './mcp-cors.ts';
import { mcpDocumentChecks } from './mcp-documents.ts';
import { mcpHttpChecks } from './mcp-http.ts';
import { mcpModernChecks } from './mcp-modern.ts';
import { mcpStatefulChecks } from './mcp-stateful.ts';
import { webmcpChecks } from './webmcp.ts';

const families: readonly (readonly Check[])[] = [
  discoverabilityChecks,
  llmsChecks,
  markdownChecks,
  htmlChecks,
  botCrawlPolicyChecks,
  apiChecks,
  mcpStatefulChecks,
  mcpModernChecks,
  mcpHttpChecks,
  mcpCorsChecks,
  mcpDocumentChecks,
  webmcpChecks,
  agentDiscoveryAuthChecks,
];

const decided: ReadonlyMap<string, Check> = new Map(families.flat().map((check) => [check.id, check]));

/** The implementation of every check, in display order. Loading this module throws an `Error` if a check has none. */
export const checks: readonly Check[] = definitions.map(({ id }) => {
  const check = decided.get(id);
  if (check === undefined) throw new Error(`Nothing decides the check ${id}.`);
  return check;
});
