/** ai-catalog, A2A agent card, agent skills. */

import { says } from '../evidence/facts.ts';
import { parseAgentCard } from '../parse/agent-card.ts';
import { parseAiCatalog } from '../parse/ai-catalog.ts';
import { agentSkills } from './agent-skills.ts';
import { documentAt } from './document.ts';
import type { Probes } from './probe.ts';

export const agentDocumentsProbes = {
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
      ({ text, url }) => parseAgentCard(text, url),
      ({ missing, otherVersion, exampleAddress }) =>
        missing.length === 0 && otherVersion === undefined && exampleAddress === undefined,
    ),

  agentSkills,
} satisfies Partial<Probes>;
