/** What it means for everything else that no endpoint was found. */
import type { McpDiscoveryResult } from './mcp-discovery.ts';
import type { McpInapplicable } from './mcp-rpc.ts';
import type { Unseen } from './surface.ts';

/** Nothing can be asked: there is no endpoint, or whether there is one could not be seen. */
export function noEndpoint({ unseen, evidence }: McpDiscoveryResult): Unseen | McpInapplicable {
  if (unseen !== undefined) return unseen;
  const asked = evidence === undefined || evidence === '' ? '' : ` (POST initialize): ${evidence}`;
  return { state: 'inapplicable', evidence: `no MCP endpoint${asked}` };
}
