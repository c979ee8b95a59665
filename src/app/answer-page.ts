/**
 * Runs before the pages: it answers a page in the form that the client asks for, and a missing page with 404 in that form.
 * The edge function calls this first; the function calls it before its own answers.
 */

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

/** The rest of the request chain; what is used of an edge function's context, behind which are functions and files. */
export interface Chain {
  next(request: Request, options: { readonly sendConditionalRequest: boolean }): Promise<Response>;
}

/**
 * Answers a request for a page, and says of what is not there that it is not. The alternate is asked for further down the
 * same chain, and not with a request of its own, so that a function that serves it sees the address of the client.
 *
 * @returns `undefined` for what the rest of the chain answers in a form of its own
 */
export async function answerPage(request: Request, chain: Chain): Promise<Response | undefined> {
  const url = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || answersItself(url.pathname)) return undefined;
  const asked: NegotiatedRequest = {
    accept: request.headers.get('accept') ?? undefined,
    userAgent: request.headers.get('user-agent') ?? undefined,
  };
  const alternate = alternateOf(url.pathname);
  const type = alternate === undefined ? 'text/html' : pageType(asked);
  const isAlternate = alternate !== undefined && type !== 'text/html';
  const rewritten = isAlternate ? new Request(new URL(alternate + url.search, url), request) : request;
  const answer = await chain.next(rewritten, CONDITIONAL);
  if (answer.status === 404) {
    const wanted = notFoundType(asked, url.pathname);
    const isOwnWords = isAlternate && typeOf(answer) === 'text/markdown';
    if (!isOwnWords || !isJson(wanted)) return notFound(request, answer, wanted);
    // The function's own words for a scorecard that is not there are to be had in JSON too, where no alternate is asked for.
    await answer.body?.cancel();
    return notFound(request, await chain.next(request, CONDITIONAL), wanted);
  }
  // A file has one form.
  if (alternate === undefined) return answer;
  const response = framed(request, answer.body, answer);
  if (isAlternate && answer.status === 200) {
    response.headers.set('content-type', `${type}; charset=utf-8`);
    response.headers.set('content-location', alternate + url.search);
  }
  return response;
}

/** What is said of the bytes of an answer. */
const CODED = ['content-length', 'content-encoding'];

const CONDITIONAL = { sendConditionalRequest: true };

/** The answer of the chain where it has the type that is asked for, else one that leads on. */
function notFound(request: Request, answer: Response, type: NotFoundType): Response {
  const given = typeOf(answer);
  if (given === type || type === 'text/html' || (isJson(given) && isJson(type)))
    return framed(request, answer.body, answer);
  const { origin } = new URL(request.url);
  const text = isJson(type)
    ? `${JSON.stringify(notFoundProblem(origin), null, 2)}\n`
    : forAgents(notFoundMarkdown(origin), origin);
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

/** The answer with what every answer about a page says beside its content. */
function framed(request: Request, body: BodyInit | null, answer: Response): Response {
  const response = new Response(body, answer);
  response.headers.set('vary', varyOf(response.headers.get('vary') ?? undefined));
  secure(response.headers, request.url);
  return response;
}
