/** The result of a request: the final response after redirects, or why it is missing. */

import { decodeText } from '../../base/decode-text.ts';
import { type HeaderList, headerOf } from '../../base/headers.ts';
import { type MediaType, parseMediaType } from '../../base/media-type.ts';
import type { FailureReason, HttpAnswer, HttpRequest } from '../io/io.ts';

export interface Hop {
  readonly url: string;
  readonly status: number;
}

export interface FollowedHop extends Hop {
  readonly vary?: string;
}

/** The final response to a request, after redirects. */
export interface Answer {
  /** The request's method; missing for GET. */
  readonly method?: string;
  readonly requestedUrl: string;
  /** The redirects, in order; empty if there were none. */
  readonly hops: readonly FollowedHop[];
  readonly url: string;
  readonly status: number;
  readonly headers: HeaderList;
  readonly type: MediaType | undefined;
  /** The decompressed body, up to the limit. */
  readonly body: Uint8Array;
  /** The body as text, decoded with its charset. */
  readonly text: string;
  readonly truncated: boolean;
  /** Why redirects were not followed to the end: there were too many, or one has an invalid Location. */
  readonly lost?: string;
}

/** Why a probe got no response: a reason of `Io`, or `pace` if the request failed only while others were in flight. */
export type ReplyFailure = FailureReason | 'pace';

/**
 * The result of a request. `answer`: the site's own response. `blocked`: the response of something in front of the site,
 * which `mark` names. `failed`: no response, even when retried with no other request in flight (except `pace`). `aborted`:
 * the audit ended the request (deadline, number of requests, missing in a recording). `leftOut` is set if it would have
 * exceeded the number of requests to another site.
 */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | {
      readonly kind: 'blocked';
      readonly answer: Answer;
      /** Who refused and what shows this, or how the refusal differs from the site's own responses. */
      readonly mark: string;
      /** Set if the site limits the rate (429); `doubtful` if no retry without other requests in flight confirmed it. */
      readonly rateLimit?: 'confirmed' | 'doubtful';
    }
  | {
      readonly kind: 'failed';
      readonly requestedUrl: string;
      readonly method?: string;
      readonly reason: ReplyFailure;
      readonly message: string;
      readonly status?: number;
      /** Set if the request failed after a redirect. */
      readonly redirected?: true;
    }
  | {
      readonly kind: 'aborted';
      readonly requestedUrl: string;
      readonly method?: string;
      readonly message: string;
      readonly overLimit?: true;
    };

/**
 * Returns a response for checks. The text is decoded when it is first used.
 * @param reword rewrites the text and the header values
 */
export function readAnswer(
  first: HttpRequest,
  last: HttpRequest,
  hops: readonly FollowedHop[],
  http: HttpAnswer,
  lost?: string,
  reword?: (text: string) => string,
): Answer {
  const contentType = headerOf(http.headers, 'content-type');
  const textOf = (body: Uint8Array) => {
    const text = decodeText(body, contentType);
    return reword?.(text) ?? text;
  };
  // A weak reference, so the text of a large body is decoded again instead of kept in memory for the whole audit.
  let read: WeakRef<{ text: string }> | undefined;
  return {
    ...(first.method === 'GET' ? {} : { method: first.method }),
    requestedUrl: first.url,
    hops,
    url: last.url,
    status: http.status,
    headers: reword === undefined ? http.headers : http.headers.map(([name, value]) => [name, reword(value)]),
    type: parseMediaType(contentType),
    body: http.body,
    get text() {
      const decoded = read?.deref() ?? { text: textOf(http.body) };
      if (read?.deref() === undefined) read = new WeakRef(decoded);
      return decoded.text;
    },
    truncated: http.truncated,
    ...(lost === undefined ? {} : { lost }),
  };
}

/** The mark of a confirmed 429. It is the site's own limit, not bot protection. */
const RATE_LIMITED = 'rate limited';

/**
 * Returns the result for a 429.
 * @param doubt why the 429 may not be the site's limit; missing if a retry confirmed it
 */
export function rateLimited(answer: Answer, doubt?: string): Reply & { kind: 'blocked' } {
  return doubt === undefined
    ? { kind: 'blocked', answer, mark: RATE_LIMITED, rateLimit: 'confirmed' }
    : { kind: 'blocked', answer, mark: `${RATE_LIMITED}; ${doubt}`, rateLimit: 'doubtful' };
}

/** Returns whether a result is a 429, confirmed or not. */
export function isRateLimited(reply: Reply): reply is Reply & { kind: 'blocked' } {
  return reply.kind === 'blocked' && reply.rateLimit !== undefined;
}
