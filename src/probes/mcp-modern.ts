/** The modern lane (revision 2026-07-28). */
import type { Probes } from './probe.ts';

export type McpModernEvidence = {};

export const mcpModernProbes = {} as Probes<McpModernEvidence>;
