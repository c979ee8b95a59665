/** Everything that probes can find, by name: what checks declare in `needs` and `uses`. */
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

export interface Evidence
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
