/** What probes can find: the evidence of every surface. */
import type { AgentDocumentsEvidence } from './agent-documents.ts';
import type { ApiEvidence } from './api.ts';
import type { AuthEvidence } from './auth.ts';
import type { BotPolicyEvidence } from './bot-policy.ts';
import type { DnsAidEvidence } from './dns-aid.ts';
import type { LlmsEvidence } from './llms.ts';
import type { MarkdownEvidence } from './markdown.ts';
import type { McpDiscoveryEvidence } from './mcp-discovery.ts';
import type { McpHttpEvidence } from './mcp-http.ts';
import type { McpLanesEvidence } from './mcp-lanes.ts';
import type { McpModernEvidence } from './mcp-modern.ts';
import type { McpStatefulEvidence } from './mcp-stateful.ts';
import type { OpenApiEvidence } from './openapi.ts';
import type { RobotsEvidence } from './robots.ts';
import type { RootEvidence } from './root.ts';
import type { SitemapEvidence } from './sitemap.ts';

export type { Evidence } from './probe.ts';

declare module './probe.ts' {
  interface Evidence
    extends RootEvidence,
      RobotsEvidence,
      SitemapEvidence,
      DnsAidEvidence,
      BotPolicyEvidence,
      LlmsEvidence,
      MarkdownEvidence,
      OpenApiEvidence,
      ApiEvidence,
      AuthEvidence,
      AgentDocumentsEvidence,
      McpDiscoveryEvidence,
      McpStatefulEvidence,
      McpModernEvidence,
      McpLanesEvidence,
      McpHttpEvidence {}
}
