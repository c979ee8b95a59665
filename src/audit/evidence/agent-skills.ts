/** Evidence about agent skills: the skills index, and whether skill files match the digests in the index. */
import { createHash } from 'node:crypto';
import { headerOf } from '../../base/headers.ts';
import type { SkillsIndex } from '../parse/skills-index.ts';
import type { Facts } from './facts.ts';
import { replyFacts } from './facts.ts';
import type { Reply } from './reply.ts';
import { readSurface, type SiteBehavior } from './surface.ts';

/** The result of comparing one file with its digest. `unclear` and `aborted` mean that the audit could not compare them. */
export interface SkillFileOutcome {
  readonly state: 'same' | 'other' | 'missing' | 'unclear' | 'aborted';
  readonly evidence: Facts;
}

export interface AgentSkills extends SkillsIndex {
  /** The results for the files that the audit downloaded and compared. */
  readonly compared: readonly SkillFileOutcome[];
}

/** Compares a file with its digest. A mismatch in a compressed response is unclear: the digest may be of the compressed bytes. */
export function fileOutcome(reply: Reply, sha256: string, site: SiteBehavior): SkillFileOutcome {
  if (reply.kind !== 'answer') {
    return { state: reply.kind === 'aborted' ? 'aborted' : 'unclear', evidence: replyFacts(reply) };
  }
  const { status, truncated, body, headers, type } = reply.answer;
  if (status >= 500) return { state: 'unclear', evidence: replyFacts(reply) };
  if (status !== 200) return { state: 'missing', evidence: replyFacts(reply) };
  if (truncated) return { state: 'unclear', evidence: replyFacts(reply, 'longer than the audit reads') };
  const actual = createHash('sha256').update(body).digest('hex');
  if (actual === sha256) return { state: 'same', evidence: replyFacts(reply) };
  if (headerOf(headers, 'content-encoding') !== undefined && !/^text\//.test(type?.essence ?? '')) {
    return { state: 'unclear', evidence: replyFacts(reply, 'sent with a Content-Encoding') };
  }
  if (readSurface(reply, site, () => ({ ok: true, value: true })).state === 'absent') {
    return { state: 'missing', evidence: replyFacts(reply, 'a page instead of the file') };
  }
  const detail = `its SHA-256 is ${actual.slice(0, 12)}…, not ${sha256.slice(0, 12)}…`;
  return { state: 'other', evidence: replyFacts(reply, detail) };
}
