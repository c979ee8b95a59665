/** All probes, by the name of their evidence. */

import { agentDocumentsProbes } from './agent-documents.ts';
import { apiProbes } from './api.ts';
import { authProbes } from './auth.ts';
import { botPolicyProbes } from './bot-policy.ts';
import { deadLinksProbes } from './dead-links.ts';
import { dnsAidProbes } from './dns-aid.ts';
import { llmsProbes } from './llms.ts';
import { markdownProbes } from './markdown.ts';
import { mcpDiscoveryProbes } from './mcp-discovery.ts';
import { mcpHttpProbes } from './mcp-http.ts';
import { mcpLanesProbes } from './mcp-lanes.ts';
import { mcpModernProbes } from './mcp-modern.ts';
import { mcpStatefulProbes } from './mcp-stateful.ts';
import type { Probes } from './probe.ts';
import { rootProbes } from './root.ts';
import { sitemapProbes } from './sitemap.ts';

export const probes: Probes = {
  ...rootProbes,
  ...sitemapProbes,
  ...deadLinksProbes,
  ...dnsAidProbes,
  ...botPolicyProbes,
  ...llmsProbes,
  ...markdownProbes,
  ...apiProbes,
  ...authProbes,
  ...agentDocumentsProbes,
  ...mcpDiscoveryProbes,
  ...mcpStatefulProbes,
  ...mcpModernProbes,
  ...mcpLanesProbes,
  ...mcpHttpProbes,
};
