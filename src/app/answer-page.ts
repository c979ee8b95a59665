/**
 * What stands before the pages: it answers them in the form that is asked for, and what is not there with 404 in that form.
 * The edge function does this before everything, the function before what it answers itself.
 */

import {
  type Asked,
  alternateOf,
  type NotFoundType,
  notFoundType,
  pageType,
  varyOf,
} from '../parse/negotiation.ts';
import { notFoundMarkdown, notFoundProblem } from '../render/not-found.ts';
import { secure } from '../service/security-headers.ts';

/** The rest of the request chain; what is used of an edge function's context, behind which are functions and files. */
export interface Chain {
  next(request: Request, options: { readonly sendConditionalRequest: boolean }): Promise<Response>;
}

/**
 * Answers a request for a page. The alternate is asked for further down the same chain, and not with a request of its
 * own, so that a function that serves it sees the address of the client.
 *
 * @returns `undefined` for what is no page: the rest of the chain answers it
 */
export async function answerPage(request: Request, chain: Chain): Promise<Response | undefined> {
  const url = new URL(request.url);
  const alternate =
    request.method === 'GET' || request.method === 'HEAD' ? alternateOf(url.pathname) : undefined;
  if (alternate === undefined) return undefined;
  const asked: Asked = {
    accept: request.headers.get('accept') ?? undefined,
    userAgent: request.headers.get('user-agent') ?? undefined,
  };
  const type = pageType(asked);
  const rewritten =
    type === 'text/html' ? request : new Request(new URL(alternate + url.search, url), request);
  const answer = await chain.next(rewritten, { sendConditionalRequest: true });
  if (answer.status === 404) return notFound(request, answer, notFoundType(asked));
  const response = framed(request, answer.body, answer);
  if (type !== 'text/html' && answer.status === 200) {
    response.headers.set('content-type', `${type}; charset=utf-8`);
    response.headers.set('content-location', alternate + url.search);
  }
  return response;
}

/** The answer of the chain where it has the type that is asked for, else one that leads on. */
function notFound(request: Request, answer: Response, type: NotFoundType): Response {
  const given = answer.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (given === type || type === 'text/html') return framed(request, answer.body, answer);
  const { origin } = new URL(request.url);
  const text =
    type === 'application/json'
      ? `${JSON.stringify(notFoundProblem(origin), null, 2)}\n`
      : notFoundMarkdown(origin);
  const response = framed(request, request.method === 'HEAD' ? null : text, answer);
  for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified'])
    response.headers.delete(name);
  response.headers.set('content-type', `${type}; charset=utf-8`);
  return response;
}

/** The answer with what every answer about a page says beside its content. */
function framed(request: Request, body: BodyInit | null, answer: Response): Response {
  const response = new Response(body, answer);
  response.headers.set('vary', varyOf(response.headers.get('vary') ?? undefined));
  secure(response.headers, request.url);
  return response;
}
