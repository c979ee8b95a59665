/** The result of a request: the final response after redirects, or why there is none. */

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
  /** The decompressed body, up to the size limit. */
  readonly body: Uint8Array;
  /** The body as text, decoded with its charset. */
  readonly text: string;
  readonly truncated: boolean;
  /** Why the redirects were not followed to the end: there were too many, or a `Location` is invalid. */
  readonly lost?: string;
}

/** Why a request failed. `pace`: the audit's own requests may have caused the failure. */
export type ReplyFailure = FailureReason | 'pace';

/**
 * The result of a request. `answer`: the site's own response. `blocked`: a response that refuses the auditor, for example from
 * bot protection. `failed`: no response, or a failure that the audit may have caused (`pace`). `aborted`: the audit ended the
 * request, for example at its deadline. `overLimit` is set if a limit on requests to other sites stopped the request.
 */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | {
      readonly kind: 'blocked';
      readonly answer: Answer;
      /** Why the response counts as a refusal, for example `the same 403 as for /`. */
      readonly mark: string;
      /** Set for a 429 (a rate limit). `confirmed` if a retry with no other request in flight also got a 429. */
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

/** Builds the response that checks read. Its text is decoded when needed. `reword` changes the text and the header values. */
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
  // A weak reference, so that a large text is decoded again instead of kept in memory for the whole audit.
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

/** Returns the media type of a response in words, for example `served as text/html`. */
export function servedAs({ type }: Answer): string {
  return type === undefined ? 'served without a Content-Type' : `served as ${type.essence}`;
}

/** The `mark` of a refusal with status 429. */
const RATE_LIMITED = 'rate limited';

/** Returns the result for a 429. `doubt` says why the rate limit is not confirmed; missing if a retry confirmed it. */
export function rateLimited(answer: Answer, doubt?: string): Reply & { kind: 'blocked' } {
  return doubt === undefined
    ? { kind: 'blocked', answer, mark: RATE_LIMITED, rateLimit: 'confirmed' }
    : { kind: 'blocked', answer, mark: `${RATE_LIMITED}; ${doubt}`, rateLimit: 'doubtful' };
}

export function isRateLimited(reply: Reply): reply is Reply & { kind: 'blocked' } {
  return reply.kind === 'blocked' && reply.rateLimit !== undefined;
}
