/** Evidence about pages in Markdown format: how a page was requested, and which responses count as Markdown. */

import { headerOf } from '../../base/headers.ts';
import type { MediaType } from '../../base/media-type.ts';
import { looksLikeHtml } from '../../base/text.ts';
import { answerFacts } from './facts.ts';
import type { Answer, Reply } from './reply.ts';
import { readSurface, type SiteBehavior, type Surface } from './surface.ts';

export interface MarkdownAlternate extends Negotiated {
  readonly text: string;
}

/** The first response that depends on the request headers: the Markdown itself, or a redirect to it. */
interface Negotiated {
  /** The `Vary` header; empty if it is missing. */
  readonly vary: string;
  readonly isRedirect: boolean;
  /** The `Vary` header that browsers get at the URL of this response; `undefined` if browsers do not reach that URL. */
  readonly htmlVary: string | undefined;
}

/**
 * Reads a response to a request for Markdown. HTML declared as Markdown is `broken`; an empty body or another type is `absent`.
 * @param html the response that browsers get for the same page
 */
export function readAlternate(
  reply: Reply,
  site: SiteBehavior,
  html: Answer | undefined,
): Surface<MarkdownAlternate> {
  if (reply.kind !== 'answer' || reply.answer.status !== 200)
    return readSurface(reply, site, () => ({ ok: false, why: 'no Markdown' }));
  const { answer } = reply;
  const { text, type } = answer;
  if (!isAlternateType(type))
    return { state: 'absent', evidence: answerFacts(answer, type?.essence ?? 'no Content-Type') };
  if (looksLikeHtml(text))
    return { state: 'broken', evidence: answerFacts(answer, `${type?.essence}, but the body is HTML`) };
  if (text.trim() === '') return { state: 'absent', evidence: answerFacts(answer, 'empty') };
  return {
    state: 'found',
    answer,
    evidence: answerFacts(answer),
    value: { text, ...negotiatedOf(answer, html) },
  };
}

/** Returns the redirects and the final response. `next` is the URL that a response redirects to. */
function wayTo({ hops, url, headers }: Answer) {
  const all = [...hops, { url, vary: headerOf(headers, 'vary') }];
  return all.map((one, i) => ({ url: one.url, vary: one.vary ?? '', next: all[i + 1]?.url }));
}

/** Compares the redirects to the Markdown with the redirects for browsers. Returns the first response that differs. */
function negotiatedOf(markdown: Answer, html: Answer | undefined): Negotiated {
  const forBrowsers = html === undefined ? [] : wayTo(html);
  const sameFor = (url: string) => forBrowsers.find((one) => one.url === url);
  const way = wayTo(markdown);
  const parting = way.find(({ url, next }) => next === undefined || sameFor(url)?.next !== next);
  return {
    vary: parting?.vary ?? '',
    isRedirect: parting?.next !== undefined,
    htmlVary: parting === undefined ? undefined : sameFor(parting.url)?.vary,
  };
}

function isAlternateType(type: MediaType | undefined): boolean {
  return type !== undefined && (type.essence.includes('markdown') || type.essence === 'text/plain');
}

export interface ContentPage {
  readonly url: string;
}
