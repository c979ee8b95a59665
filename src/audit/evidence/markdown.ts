/** A page as Markdown: what was asked, and which answers are Markdown. */

import { headerOf } from '../../base/headers.ts';
import type { MediaType } from '../../base/media-type.ts';
import { looksLikeHtml } from '../../base/text.ts';
import { answerFacts } from './facts.ts';
import type { Reply } from './reply.ts';
import { readSurface, type SiteBehaviour, type Surface } from './surface.ts';

/** The Markdown alternate of a page. */
export interface MarkdownAlternate {
  readonly text: string;
  /** The `Vary` of its answer and, where that was redirected to, of the redirect; empty strings where there is none. */
  readonly vary: readonly string[];
}

/**
 * Reads one variant of a page. An HTML answer, an empty one or one of any other type is the absence of an alternate; HTML that
 * is declared as Markdown or plain text is broken.
 *
 * @param redirectVary the `Vary` of the redirect that led to the answer
 */
export function readAlternate(
  reply: Reply,
  site: SiteBehaviour,
  redirectVary: readonly string[] = [],
): Surface<MarkdownAlternate> {
  if (reply.kind === 'answer' && reply.answer.status === 200) {
    const { answer } = reply;
    if (!isAlternateType(answer.type)) {
      const type = answer.type?.essence ?? 'no content type';
      return { state: 'absent', evidence: answerFacts(answer, type) };
    }
    if (looksLikeHtml(answer.text)) {
      const detail = `${answer.type?.essence}, but the body is HTML`;
      return { state: 'broken', evidence: answerFacts(answer, detail) };
    }
  }
  return readSurface(reply, site, ({ text, headers }) => ({
    ok: true,
    value: { text, vary: [headerOf(headers, 'vary') ?? '', ...redirectVary] },
  }));
}

/** A type that contains `markdown`, whatever its tree, or plain text. */
export function isAlternateType(type: MediaType | undefined): boolean {
  return type !== undefined && (type.essence.includes('markdown') || type.essence === 'text/plain');
}

/** An HTML page of the audited origin. */
export interface ContentPage {
  readonly url: string;
}
