/** The stateful lane (revisions of 2025). */
import type { Probes } from './probe.ts';

export type McpStatefulEvidence = {};

export const mcpStatefulProbes = {} as Probes<McpStatefulEvidence>;
