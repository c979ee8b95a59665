/** The index of agent skills, and whether the files that it lists are those that it has the digests of. */

import { createHash } from 'node:crypto';
import type { Facts } from '../evidence/facts.ts';
import { replyFacts } from '../evidence/facts.ts';
import type { Reply } from '../evidence/reply.ts';
import { readSurface, type SiteBehaviour, type Surface } from '../evidence/surface.ts';
import { headerOf } from '../parse/headers.ts';
import { parseSkillsIndex, type SkillFile, type SkillsIndex } from '../parse/skills-index.ts';
import { documentAt } from './document.ts';
import type { Probe, ProbeContext } from './probe.ts';
import { siteBehaviour } from './root.ts';

/** What became of one file: `unclear` and `cut` say nothing of it. */
export interface SkillFileOutcome {
  readonly state: 'same' | 'other' | 'missing' | 'unclear' | 'cut';
  readonly evidence: Facts;
}

export interface AgentSkills extends SkillsIndex {
  /** The files that were compared, or were to be. */
  readonly compared: readonly SkillFileOutcome[];
}

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

/**
 * Compares one file with its digest, which is of its bytes. A page that stands for unknown paths is not the file; what is
 * not read to its end, or was sent as an archive in a content coding that clients may or may not undo, is not judged.
 */
export function fileOutcome(reply: Reply, sha256: string, site: SiteBehaviour): SkillFileOutcome {
  if (reply.kind !== 'answer') {
    return { state: reply.kind === 'cut' ? 'cut' : 'unclear', evidence: replyFacts(reply) };
  }
  const { status, truncated, body, headers, type } = reply.answer;
  if (status >= 500) return { state: 'unclear', evidence: replyFacts(reply) };
  if (status !== 200) return { state: 'missing', evidence: replyFacts(reply) };
  if (truncated) return { state: 'unclear', evidence: replyFacts(reply, 'longer than what is read') };
  const actual = createHash('sha256').update(body).digest('hex');
  if (actual === sha256) return { state: 'same', evidence: replyFacts(reply) };
  if (headerOf(headers, 'content-encoding') !== undefined && !/^text\//.test(type?.essence ?? '')) {
    return { state: 'unclear', evidence: replyFacts(reply, 'sent in a content coding') };
  }
  if (readSurface(reply, site, () => ({ ok: true, value: true })).state === 'absent') {
    return { state: 'missing', evidence: replyFacts(reply, 'not the file but a page') };
  }
  const detail = `its SHA-256 is ${actual.slice(0, 12)}…, not ${sha256.slice(0, 12)}…`;
  return { state: 'other', evidence: replyFacts(reply, detail) };
}
