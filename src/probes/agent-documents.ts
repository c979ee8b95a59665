/** ai-catalog, A2A agent card, agent skills. */
import {
  type Metadata,
  parseAgentCard,
  parseJsonContainer,
  parseSkillsIndex,
} from '../parse/agent-metadata.ts';
import type { Answer } from './client.ts';
import { firstComplete, readDocument } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';
import type { Parsed, Surface } from './surface.ts';

export interface AgentDocumentsEvidence {
  /** Its value is the kind of JSON: `an object` or `an array`. */
  readonly aiCatalog: Surface<string>;
  readonly agentCard: Surface<Metadata>;
  /** Its value is the number of skills. */
  readonly agentSkills: Surface<number>;
}

export const agentDocumentsProbes: Probes<AgentDocumentsEvidence> = {
  aiCatalog: (context) =>
    documentAt(context, ['/.well-known/ai-catalog.json'], ({ text }) => parseJsonContainer(text)),

  agentCard: (context) =>
    documentAt(
      context,
      ['/.well-known/agent-card.json', '/.well-known/agent.json'],
      ({ text }) => parseAgentCard(text),
      ({ missing }) => missing.length === 0,
    ),

  agentSkills: (context) =>
    documentAt(
      context,
      ['/.well-known/agent-skills/index.json', '/.well-known/skills/index.json'],
      ({ text }) => parseSkillsIndex(text),
    ),
};

/** Asks for all paths at once and takes the first complete document, else what comes nearest. */
export async function documentAt<T>(
  context: ProbeContext,
  paths: readonly string[],
  parse: (answer: Answer) => Parsed<T>,
  isComplete: (value: T) => boolean = () => true,
): Promise<Surface<T>> {
  const origin = await context.origin();
  const asked = paths.map((path) => context.client.request(new URL(path, origin)));
  const [site, ...replies] = await Promise.all([siteBehaviour(context), ...asked]);
  return firstComplete(
    replies.map((reply) => readDocument(reply, site, parse)),
    isComplete,
  );
}
