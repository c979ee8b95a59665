/** ai-catalog, A2A agent card, agent skills. */
import type { Probes } from './probe.ts';

export type AgentDocumentsEvidence = {};

export const agentDocumentsProbes = {} as Probes<AgentDocumentsEvidence>;
