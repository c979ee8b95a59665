/** The examples of all checks: for tests, and for whoever wants a check explained. An audit never loads them. */
import type { CheckId } from '../../catalogue/index.ts';
import { agentDiscoveryAuthExamples } from './agent-discovery-auth.ts';
import { agentDocumentsExamples } from './agent-documents.ts';
import { apiDescriptionsExamples } from './api-descriptions.ts';
import { apiErrorsExamples } from './api-errors.ts';
import { botCrawlPolicyExamples } from './bot-crawl-policy.ts';
import { contentSignalsExamples } from './content-signals.ts';
import { discoverabilityExamples } from './discoverability.ts';
import type { Example } from './example.ts';
import { htmlExamples } from './html.ts';
import { htmlContentExamples } from './html-content.ts';
import { linksExamples } from './links.ts';
import { llmsExamples } from './llms.ts';
import { llmsCompanionsExamples } from './llms-companions.ts';
import { markdownExamples } from './markdown.ts';
import { markdownAnswersExamples } from './markdown-answers.ts';
import { mcpCardExamples } from './mcp-card.ts';
import { mcpCorsExamples } from './mcp-cors.ts';
import { mcpDocumentsExamples } from './mcp-documents.ts';
import { mcpHandshakeExamples } from './mcp-handshake.ts';
import { mcpHttpExamples } from './mcp-http.ts';
import { mcpModernExamples } from './mcp-modern.ts';
import { mcpModernRefusalsExamples } from './mcp-modern-refusals.ts';
import { mcpStatefulExamples } from './mcp-stateful.ts';
import { notFoundExamples } from './not-found.ts';
import { rateLimitsExamples } from './rate-limits.ts';
import { robotsRulesExamples } from './robots-rules.ts';
import { webBotAuthExamples } from './web-bot-auth.ts';
import { webmcpExamples } from './webmcp.ts';

const all = {
  ...agentDiscoveryAuthExamples,
  ...agentDocumentsExamples,
  ...apiDescriptionsExamples,
  ...apiErrorsExamples,
  ...botCrawlPolicyExamples,
  ...contentSignalsExamples,
  ...discoverabilityExamples,
  ...htmlExamples,
  ...htmlContentExamples,
  ...linksExamples,
  ...llmsExamples,
  ...llmsCompanionsExamples,
  ...markdownExamples,
  ...markdownAnswersExamples,
  ...mcpCardExamples,
  ...mcpCorsExamples,
  ...mcpDocumentsExamples,
  ...mcpHandshakeExamples,
  ...mcpHttpExamples,
  ...mcpModernExamples,
  ...mcpModernRefusalsExamples,
  ...mcpStatefulExamples,
  ...notFoundExamples,
  ...rateLimitsExamples,
  ...robotsRulesExamples,
  ...webBotAuthExamples,
  ...webmcpExamples,
} satisfies Record<CheckId, readonly Example[]>;

/** Every case of a check: at least one for each status that it can give. */
export function examplesOf(id: string): readonly Example[] {
  return (all as Readonly<Record<string, readonly Example[]>>)[id] ?? [];
}
