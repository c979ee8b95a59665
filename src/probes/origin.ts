/** Which origin is audited. */
import type { Reply } from '../evidence/reply.ts';

/**
 * The origin where an agent ends up: a root that redirects to another host or scheme moves the whole audit there, once
 * (contract: checks.md, "Redirects").
 *
 * @param asked the root URL that was asked for
 */
export function auditOrigin(asked: string, root: Reply): URL {
  const answered = root.kind === 'answer' || root.kind === 'blocked' ? root.answer.url : asked;
  return new URL('/', answered);
}
