/**
 * The only door to the world: an audit sees network, DNS and clock through `Io` and nothing else.
 * Three makers: live (`live.ts`), recording and replaying (`har.ts`).
 */

import type { HeaderList } from '../../base/headers.ts';

/** One HTTP request, as asked; redirects are not followed at this level. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'OPTIONS' | 'DELETE';
  /** Absolute http(s) URL without a fragment. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** Shortens the request's own time limit, in milliseconds. */
  readonly timeoutMs?: number;
  /** It goes out under the auditor's own name, which is signed where the operator has set a key. */
  readonly isOwn?: boolean;
  /** It repeats a request because of its response. An audit can be judged without the repetition. */
  readonly isRepetition?: boolean;
  /** It is not sent a second time where its connection was closed before any answer. */
  readonly once?: boolean;
  /**
   * Lets a stream of events (`text/event-stream`) be left as soon as enough of it was read: called with no text when
   * its header is there, then with all text so far as it grows; `true` ends the reading and makes the answer complete
   * as it is.
   */
  readonly enough?: (text: string) => boolean;
}

/** What a server answered to one request. */
export interface HttpAnswer {
  readonly status: number;
  /** `1.1`, `1.0` or `2`. */
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** The decompressed body, up to the limit. */
  readonly body: Uint8Array;
  /** The body went on beyond the limit, or was left because `enough` was reached. */
  readonly truncated: boolean;
  /** Milliseconds from sending to the last byte read. */
  readonly ms: number;
}

export const FAILURE_REASONS = [
  'dns',
  'connect',
  // TLS was spoken, and ended at a certificate: the server's is not accepted, or it requires one of the client.
  'certificate',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'forbidden',
  // The proxy of the caller's network did not pass it on.
  'proxy',
  // The audit's deadline passed, its number of requests was used up, or a replayed recording does not hold the request.
  'deadline',
  'budget',
  'unrecorded',
] as const;

/** Why a probe saw nothing. */
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** A request that got no complete answer. */
export interface HttpFailure {
  readonly reason: FailureReason;
  /** One plain sentence, without addresses of private networks and without stack. */
  readonly message: string;
  /** Status and headers, where these came before the failure. */
  readonly partial?: { readonly status: number; readonly headers: HeaderList };
}

/** One request and what became of it. */
export type Exchange =
  | { readonly request: HttpRequest; readonly answer: HttpAnswer; readonly failure?: undefined }
  | { readonly request: HttpRequest; readonly answer?: undefined; readonly failure: HttpFailure };

/** A DNS question, asked over HTTPS (RFC 8484). */
export interface DnsQuestion {
  readonly name: string;
  readonly type: 'SVCB' | 'TXT';
}

/** What the resolver said: `rcode` as in RFC 1035 (`NOERROR`, `NXDOMAIN`, `SERVFAIL` …), or why there is no answer. */
export type DnsReply =
  | {
      readonly question: DnsQuestion;
      readonly rcode: string;
      readonly answers: number;
      /** A digest of what the answers hold, whatever their order; none where there are no answers. */
      readonly rdata?: string;
      readonly failure?: undefined;
    }
  | {
      readonly question: DnsQuestion;
      readonly failure: string;
      /** The audit ended first: this is no failure of the resolver. */
      readonly cut?: true;
      /** It was not asked: the name is of a private network, and the resolver is not. */
      readonly unasked?: true;
    };

/** Network, DNS and clock of one audit. None of its methods throws for what a server does. */
export interface Io {
  /** Sends one request; aborting `signal` gives the failure `deadline` at once. */
  send(request: HttpRequest, signal: AbortSignal): Promise<Exchange>;
  /** Asks the resolver. */
  dns(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply>;
  /** Waits; returns early when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** The time of the audit. Read once an audit. */
  now(): Date;
  /** Frees connections. */
  close(): Promise<void>;
}
