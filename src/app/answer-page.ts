/** Serves each page, or the 404 of a missing page, in the format that the client prefers. Runs before files are served. */

import { forAgents } from '../report/markdown/document.ts';
import {
  alternateOf,
  answersItself,
  type NegotiatedRequest,
  type NotFoundType,
  notFoundType,
  pageType,
  varyOf,
} from '../service/incoming/negotiation.ts';
import { secure } from '../service/security-headers.ts';
import { notFoundMarkdown, notFoundProblem } from '../site/not-found.ts';

/** The part of an edge function's context that is used here. `next` returns a file or the Netlify function's response. */
export interface Chain {
  next(request: Request, options: { readonly sendConditionalRequest: boolean }): Promise<Response>;
}

/**
 * Serves a page in the format that the client prefers, or a 404 if the page does not exist. Requests the page through
 * `chain`, because a request over the network would hide the client's IP address from the Netlify function.
 * @returns `undefined` if the path has only one format or the method is not GET or HEAD, so the caller must respond
 */
export async function answerPage(request: Request, chain: Chain): Promise<Response | undefined> {
  const url = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || answersItself(url.pathname)) return undefined;
  const pageRequest: NegotiatedRequest = {
    accept: request.headers.get('accept') ?? undefined,
    userAgent: request.headers.get('user-agent') ?? undefined,
  };
  const alternate = alternateOf(url.pathname);
  const type = alternate === undefined ? 'text/html' : pageType(pageRequest);
  const isAlternate = alternate !== undefined && type !== 'text/html';
  const rewritten = isAlternate ? new Request(new URL(alternate + url.search, url), request) : request;
  const answer = await chain.next(rewritten, CONDITIONAL);
  if (answer.status === 404) {
    const wanted = notFoundType(pageRequest, url.pathname);
    const isOwnWords = isAlternate && typeOf(answer) === 'text/markdown';
    if (!isOwnWords || !isJson(wanted)) return notFound(request, answer, wanted);
    // The client wants JSON, but this 404 is Markdown, because a Markdown path was requested. Request the original path instead.
    await answer.body?.cancel();
    return notFound(request, await chain.next(request, CONDITIONAL), wanted);
  }
  // A path without a Markdown form names a file, which has only one format.
  if (alternate === undefined) return answer;
  const response = framed(request, answer.body, answer);
  if (isAlternate && answer.status === 200) {
    response.headers.set('content-type', `${type}; charset=utf-8`);
    response.headers.set('content-location', alternate + url.search);
  }
  return response;
}

/** Headers that describe the encoded body and are wrong if the body is replaced. */
const CODED = ['content-length', 'content-encoding'];

const CONDITIONAL = { sendConditionalRequest: true };

/** Returns `answer`, which is a 404, if its type suits the client; otherwise a 404 of `type` with links to other pages. */
function notFound(request: Request, answer: Response, type: NotFoundType): Response {
  const currentType = typeOf(answer);
  if (currentType === type || type === 'text/html' || (isJson(currentType) && isJson(type)))
    return framed(request, answer.body, answer);
  const { origin, pathname } = new URL(request.url);
  const text = isJson(type)
    ? `${JSON.stringify(notFoundProblem(origin, pathname), null, 2)}\n`
    : forAgents(notFoundMarkdown(origin, pathname), origin);
  const response = framed(request, request.method === 'HEAD' ? null : text, answer);
  for (const name of [...CODED, 'etag', 'last-modified']) response.headers.delete(name);
  response.headers.set('content-type', `${type}; charset=utf-8`);
  return response;
}

function typeOf({ headers }: Response): string {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isJson(type: string): boolean {
  return type === 'application/json' || type === 'application/problem+json';
}

/** Returns a response with the headers that every page has. */
function framed(request: Request, body: BodyInit | null, answer: Response): Response {
  const response = new Response(body, answer);
  response.headers.set('vary', varyOf(response.headers.get('vary') ?? undefined));
  secure(response.headers, request.url);
  return response;
}
