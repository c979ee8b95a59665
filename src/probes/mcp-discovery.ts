/** Where the MCP endpoint is. */

import type { McpDiscovery } from '../scorecard/schema.ts';
import type { Probes } from './probe.ts';
import type { Surface, Unseen } from './surface.ts';

/** An MCP server card: JSON object, unchecked beyond that. */
export type McpCard = Readonly<Record<string, unknown>>;

/** The endpoint that was found. */
export interface McpEndpoint {
  readonly url: string;
  /** The `WWW-Authenticate` value, where the endpoint asks for authorization. */
  readonly challenge: string | undefined;
}

/** All attempts, in order, and what they led to. */
export interface McpDiscoveryResult {
  readonly attempts: readonly McpDiscovery[];
  readonly endpoint: McpEndpoint | undefined;
  /** Why there may be an endpoint all the same: probes that could not be seen. */
  readonly unseen: Unseen | undefined;
}

export interface McpDiscoveryEvidence {
  readonly mcpCards: Surface<McpCard>;
  readonly mcpDiscovery: McpDiscoveryResult;
}

export const mcpDiscoveryProbes = {} as Probes<McpDiscoveryEvidence>;
