/** The index of agent skills, and whether the files that it lists are those that it has the digests of. */

import { type AgentSkills, fileOutcome, type SkillFileOutcome } from '../evidence/agent-skills.ts';
import type { Surface } from '../evidence/surface.ts';
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
  const [{ origin }, site] = await Promise.all([context.origin(), siteBehaviour(context)]);
  const own = files.filter(({ url }) => new URL(url).origin === origin).slice(0, MAX_COMPARED);
  return Promise.all(
    own.map(async (file) => fileOutcome(await context.client.request(file.url), file.sha256, site)),
  );
}
