/** The catalogue: all checks, in the order in which scorecards list them. */
import { CATEGORIES } from '../scorecard/schema.ts';
import { agentDiscoveryAuthChecks } from './agent-discovery-auth.ts';
import { apiChecks } from './api.ts';
import { botCrawlPolicyChecks } from './bot-crawl-policy.ts';
import type { Check } from './check.ts';
import { discoverabilityChecks } from './discoverability.ts';
import { htmlChecks } from './html.ts';
import { llmsChecks } from './llms.ts';
import { markdownChecks } from './markdown.ts';
import { mcpHttpChecks } from './mcp-http.ts';
import { mcpModernChecks } from './mcp-modern.ts';
import { mcpStatefulChecks } from './mcp-stateful.ts';

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
