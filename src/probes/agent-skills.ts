/** The index of agent skills, and whether the files that it lists are those that it has the digests of. */

import { type AgentSkills, fileOutcome, type SkillFileOutcome } from '../evidence/agent-skills.ts';
import type { Surface } from '../evidence/surface.ts';
import { atOrigin } from '../parse/same-site.ts';
import { parseSkillsIndex, type SkillFile } from '../parse/skills-index.ts';
import { documentAt } from './document.ts';
import type { Probe, ProbeContext } from './probe.ts';
import { siteBehaviour } from './root.ts';

const PATHS = ['/.well-known/agent-skills/index.json', '/.well-known/skills/index.json'];
const MAX_COMPARED = 3;

export const agentSkills: Probe<Surface<AgentSkills>> = async (context) => {
  const surface = await documentAt(
    context,
    PATHS,
    ({ text, url }) => parseSkillsIndex(text, url),
    ({ skills, missing }) => skills > 0 && missing.length === 0,
  );
  if (surface.state !== 'found') return surface;
  return { ...surface, value: { ...surface.value, compared: await compare(surface.value.files, context) } };
};

/** Fetches the first files of this origin; those on other hosts are not the site's. */
async function compare(files: readonly SkillFile[], context: ProbeContext): Promise<SkillFileOutcome[]> {
  const [origin, site] = await Promise.all([context.origin(), siteBehaviour(context)]);
  const own = files.flatMap(({ url: href, sha256 }) => {
    const url = atOrigin(new URL(href), origin);
    return url === undefined ? [] : { url, sha256 };
  });
  return Promise.all(
    own
      .slice(0, MAX_COMPARED)
      .map(async ({ url, sha256 }) => fileOutcome(await context.client.request(url), sha256, site)),
  );
}
