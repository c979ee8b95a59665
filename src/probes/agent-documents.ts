/** ai-catalog, A2A agent card, agent skills. */

import { says } from '../evidence/facts.ts';
import type { Surface } from '../evidence/surface.ts';
import { type AgentCard, parseAgentCard } from '../parse/agent-card.ts';
import { type AiCatalog, parseAiCatalog } from '../parse/ai-catalog.ts';
import { type AgentSkills, agentSkills } from './agent-skills.ts';
import { documentAt } from './document.ts';
import type { Probes } from './probe.ts';

export interface AgentDocumentsEvidence {
  readonly aiCatalog: Surface<AiCatalog>;
  /** The manifest of Agentic Resource Discovery, asked where there is no ai-catalog. */
  readonly ardManifest: Surface<AiCatalog>;
  readonly agentCard: Surface<AgentCard>;
  readonly agentSkills: Surface<AgentSkills>;
}

export const agentDocumentsProbes: Probes<AgentDocumentsEvidence> = {
  aiCatalog: (context) =>
    documentAt(context, ['/.well-known/ai-catalog.json'], ({ text }) => parseAiCatalog(text)),

  async ardManifest(context) {
    const catalog = await context.get('aiCatalog');
    return catalog.state === 'absent'
      ? documentAt(context, ['/.well-known/ard.json'], ({ text }) => parseAiCatalog(text))
      : { state: 'absent', evidence: says('/.well-known/ard.json not asked') };
  },

  agentCard: (context) =>
    documentAt(
      context,
      ['/.well-known/agent-card.json', '/.well-known/agent.json'],
      ({ text }) => parseAgentCard(text),
      ({ missing }) => missing.length === 0,
    ),

  agentSkills,
};
