/** The examples for all checks, used by tests and by the `explain` command. Audits never load them. */
import type { CheckId } from '../check-texts/index.ts';
import { agentDiscoveryAuthExamples } from './agent-discovery-auth.ts';
import { apiExamples } from './api.ts';
import { botCrawlPolicyExamples } from './bot-crawl-policy.ts';
import { discoverabilityExamples } from './discoverability.ts';
import type { Example } from './example.ts';
import { htmlExamples } from './html.ts';
import { llmsExamples } from './llms.ts';
import { markdownExamples } from './markdown.ts';
import { mcpCorsExamples } from './mcp-cors.ts';
import { mcpDocumentsExamples } from './mcp-documents.ts';
import { mcpHttpExamples } from './mcp-http.ts';
import { mcpModernExamples } from './mcp-modern.ts';
import { mcpStatefulExamples } from './mcp-stateful.ts';
import { webmcpExamples } from './webmcp.ts';

const all = {
  ...agentDiscoveryAuthExamples,
  ...apiExamples,
  ...botCrawlPolicyExamples,
  ...discoverabilityExamples,
  ...htmlExamples,
  ...llmsExamples,
  ...markdownExamples,
  ...mcpCorsExamples,
  ...mcpDocumentsExamples,
  ...mcpHttpExamples,
  ...mcpModernExamples,
  ...mcpStatefulExamples,
  ...webmcpExamples,
} satisfies Record<CheckId, readonly Example[]>;

/** Returns the examples for a check, at least one for each status that it can return. */
export function examplesOf(id: string): readonly Example[] {
  return (all as Readonly<Record<string, readonly Example[]>>)[id] ?? [];
}
