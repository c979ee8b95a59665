/** How the MCP endpoint behaves as HTTP, and its documents. */
import type { Probes } from './probe.ts';

export type McpHttpEvidence = {};

export const mcpHttpProbes = {} as Probes<McpHttpEvidence>;
