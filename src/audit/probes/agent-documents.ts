/** Probes for the AI catalog, the A2A agent card and agent skills. */

import { atOrigin } from '../../base/same-site.ts';
import { fileOutcome, type SkillFileOutcome } from '../evidence/agent-skills.ts';
import { says } from '../evidence/facts.ts';
import { parseAgentCard } from '../parse/agent-card.ts';
import { type AiCatalog, parseAiCatalog } from '../parse/ai-catalog.ts';
import { parseSkillsIndex, type SkillFile } from '../parse/skills-index.ts';
import { documentAt } from './document.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehavior } from './root.ts';

export const agentDocumentsProbes = {
  aiCatalog: (context) =>
    documentAt(context, 'ai-catalog', [CATALOG], ({ text }) => parseAiCatalog(text), isCatalog),

  async ardManifest(context) {
    const catalog = await context.get('aiCatalog');
    const isMissing = catalog.state === 'absent' && !(await answersAsJson(context));
    return isMissing
      ? documentAt(context, 'ai-catalog', ['/.well-known/ard.json'], ({ text }) => parseAiCatalog(text))
      : { state: 'absent', evidence: says('/.well-known/ard.json not requested') };
  },

  agentCard: (context) =>
    documentAt(
      context,
      'agent card',
      ['/.well-known/agent-card.json', '/.well-known/agent.json'],
      ({ text, url }) => parseAgentCard(text, url),
      ({ missing, misnamed, otherVersion, exampleAddress }) =>
        missing.length === 0 &&
        misnamed.length === 0 &&
        otherVersion === undefined &&
        exampleAddress === undefined,
    ),

  async agentSkills(context) {
    const surface = await documentAt(
      context,
      'agent skills',
      PATHS,
      ({ text, url }) => parseSkillsIndex(text, url),
      ({ skills, missing, misnamesDigest }) => skills > 0 && missing.length === 0 && !misnamesDigest,
    );
    if (surface.state !== 'found') return surface;
    return { ...surface, value: { ...surface.value, compared: await compare(surface.value.files, context) } };
  },
} satisfies Partial<Probes>;

const CATALOG = '/.well-known/ai-catalog.json';

const isCatalog = ({ isRecognized }: AiCatalog) => isRecognized;

/** Returns whether the path of the missing AI catalog returns JSON. If so, the site probably returns JSON for any path. */
async function answersAsJson(context: ProbeContext): Promise<boolean> {
  const reply = await context.client.request(new URL(CATALOG, await context.origin()));
  return reply.kind === 'answer' && reply.answer.status === 200 && parseAiCatalog(reply.answer.text).ok;
}

const PATHS = ['/.well-known/agent-skills/index.json', '/.well-known/skills/index.json'];
const MAX_COMPARED = 3;

/** Compares the first few skill files with their digests. Skips files on other hosts, which do not belong to the site. */
async function compare(files: readonly SkillFile[], context: ProbeContext): Promise<SkillFileOutcome[]> {
  const [origin, site] = await Promise.all([context.origin(), siteBehavior(context)]);
  const ownFiles = files.flatMap(({ url: href, sha256 }) => {
    const url = atOrigin(new URL(href), origin);
    return url === undefined ? [] : { url, sha256 };
  });
  return Promise.all(
    ownFiles
      .slice(0, MAX_COMPARED)
      .map(async ({ url, sha256 }) => fileOutcome(await context.client.request(url), sha256, site)),
  );
}
