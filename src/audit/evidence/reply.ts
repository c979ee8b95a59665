/** What became of a request: the final answer after redirects, or why there is none. */

import { decodeText } from '../../base/decode-text.ts';
import { type HeaderList, headerOf } from '../../base/headers.ts';
import { type MediaType, parseMediaType } from '../../base/media-type.ts';
import type { FailureReason, HttpAnswer, HttpRequest } from '../io/io.ts';

/** A redirect that was followed. */
export interface Hop {
  readonly url: string;
  readonly status: number;
}

/** The same, with the `Vary` of its response. */
export interface FollowedHop extends Hop {
  readonly vary?: string;
}

/** The final answer to a request, after redirects. */
export interface Answer {
  /** Of the request; left out for GET. */
  readonly method?: string;
  /** The URL that was asked first. */
  readonly asked: string;
  /** The redirects on the way, in order; empty when `url` is `asked`. */
  readonly hops: readonly FollowedHop[];
  /** The URL that answered. */
  readonly url: string;
  readonly status: number;
  readonly headers: HeaderList;
  readonly type: MediaType | undefined;
  /** The decompressed body, up to the limit. */
  readonly body: Uint8Array;
  /** The body as text, in its charset. */
  readonly text: string;
  readonly truncated: boolean;
  /** Redirects were not followed to an end: more than the limit, or a Location that is no URL. */
  readonly lost?: string;
}

/** Why a probe saw nothing: what `Io` says, or that the request failed only while others were under way. */
export type ReplyFailure = FailureReason | 'pace';

/**
 * What became of a request. `answer`: the site's own. `blocked`: something before the site answered, and `mark` says
 * what. `failed`: no answer, again when asked alone (but for `pace`). `aborted`: the audit's own doing (deadline, number of
 * requests, a recording that does not hold the request), `leftOut` where it would have been one too many to another site.
 */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | {
      readonly kind: 'blocked';
      readonly answer: Answer;
      /** Who refused, and by what it is known; or how the refusal was told from an answer of the site. */
      readonly mark: string;
      /** The site's own limit (429), not bot protection; `doubtful` where asking again alone did not confirm it. */
      readonly rateLimit?: 'confirmed' | 'doubtful';
    }
  | {
      readonly kind: 'failed';
      readonly asked: string;
      /** Of the request; left out for GET. */
      readonly method?: string;
      readonly reason: ReplyFailure;
      readonly message: string;
      readonly status?: number;
      /** It failed where a redirect led. */
      readonly redirected?: true;
    }
  | {
      readonly kind: 'aborted';
      readonly asked: string;
      /** Of the request; left out for GET. */
      readonly method?: string;
      readonly message: string;
      readonly overLimit?: true;
    };

/**
 * An answer as checks read it. Its text is made when it is first read.
 *
 * @param reword applied to its text and its header fields
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
  // Held weakly: the text of a large body is made again rather than kept through the audit beside its bytes.
  let read: WeakRef<{ text: string }> | undefined;
  return {
    ...(first.method === 'GET' ? {} : { method: first.method }),
    asked: first.url,
    hops,
    url: last.url,
    status: http.status,
    headers: reword === undefined ? http.headers : http.headers.map(([name, value]) => [name, reword(value)]),
    type: parseMediaType(contentType),
    body: http.body,
    get text() {
      const kept = read?.deref() ?? { text: textOf(http.body) };
      if (read?.deref() === undefined) read = new WeakRef(kept);
      return kept.text;
    },
    truncated: http.truncated,
    ...(lost === undefined ? {} : { lost }),
  };
}

/** The mark of a 429 that was given again: the site's own limit, not bot protection. */
const RATE_LIMITED = 'rate limited';

/** A 429. @param doubt why it is not believed; none where it was given again */
export function rateLimited(answer: Answer, doubt?: string): Reply & { kind: 'blocked' } {
  return doubt === undefined
    ? { kind: 'blocked', answer, mark: RATE_LIMITED, rateLimit: 'confirmed' }
    : { kind: 'blocked', answer, mark: `${RATE_LIMITED}; ${doubt}`, rateLimit: 'doubtful' };
}

/** A 429, whether it was given again or not. */
export function isRateLimited(reply: Reply): reply is Reply & { kind: 'blocked' } {
  return reply.kind === 'blocked' && reply.rateLimit !== undefined;
}
