/** The catalogue: all checks, in the order in which scorecards list them. */
import { CATEGORIES } from '../scorecard/schema.ts';
import { agentDiscoveryAuthChecks } from './agent-discovery-auth.ts';
import { apiChecks } from './api.ts';
import { botCrawlPolicyChecks } from './bot-crawl-policy.ts';
import type { Check } from './check.ts';
import { discoverabilityChecks } from './discoverability.ts';
import { htmlChecks } from './html.ts';
import { htmlContentChecks } from './html-content.ts';
import { llmsChecks } from './llms.ts';
import { llmsCompanionChecks } from './llms-companions.ts';
import { markdownChecks } from './markdown.ts';
import { markdownAnswerChecks } from './markdown-answers.ts';
import { mcpCardChecks } from './mcp-card.ts';
import { mcpCorsChecks } from './mcp-cors.ts';
import { mcpDocumentChecks } from './mcp-documents.ts';
import { mcpHandshakeChecks } from './mcp-handshake.ts';
import { mcpHttpChecks } from './mcp-http.ts';
import { mcpModernChecks } from './mcp-modern.ts';
import { mcpModernRefusalChecks } from './mcp-modern-refusals.ts';
import { mcpStatefulChecks } from './mcp-stateful.ts';
import { webmcpChecks } from './webmcp.ts';

const families: readonly (readonly Check[])[] = [
  discoverabilityChecks,
  llmsChecks,
  llmsCompanionChecks,
  markdownChecks,
  markdownAnswerChecks,
  htmlChecks,
  htmlContentChecks,
  botCrawlPolicyChecks,
  apiChecks,
  mcpHandshakeChecks,
  mcpStatefulChecks,
  mcpModernChecks,
  mcpModernRefusalChecks,
  mcpHttpChecks,
  mcpCorsChecks,
  mcpCardChecks,
  mcpDocumentChecks,
  webmcpChecks,
  agentDiscoveryAuthChecks,
];

/** Every check: by category in display order, and within one as the families list them. */
export const checks: readonly Check[] = CATEGORIES.flatMap(({ id }) =>
  families.flat().filter(({ category }) => category === id),
);

/** The check of this id. */
export function checkById(id: string): Check | undefined {
  return checks.find((check) => check.id === id);
}
