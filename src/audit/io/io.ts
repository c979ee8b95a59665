/** The audit's only access to network, DNS and clock. Implementations: `live.ts`, `record.ts`, `replay.ts`. */

import type { HeaderList } from '../../base/headers.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'OPTIONS' | 'DELETE';
  /** An absolute http(s) URL without a fragment. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** A time limit for this request that is shorter than the usual one, in milliseconds. */
  readonly timeoutMs?: number;
  /** Whether the request has the auditor's own User-Agent. These requests are signed if the operator has set a signing key. */
  readonly isOwn?: boolean;
  /** Whether this request repeats an earlier one. A repetition that a recording omits is not reported as missing. */
  readonly isRepetition?: boolean;
  /** Whether to send the request only once, even if its connection closes before any response. */
  readonly once?: boolean;
  /** Receives the body so far; an empty string when the headers arrive. If it returns true, the event stream is closed early. */
  readonly enough?: (text: string) => boolean;
}

export interface HttpAnswer {
  readonly status: number;
  /** The HTTP version: `1.1`, `1.0` or `2`. */
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** The decompressed body, up to the size limit. */
  readonly body: Uint8Array;
  /** Whether the body exceeded the size limit, or reading stopped early because the request's `enough` returned true. */
  readonly truncated: boolean;
  /** The time from sending to the last byte read, in milliseconds. */
  readonly ms: number;
}

export const FAILURE_REASONS = [
  'dns',
  'connect',
  // TLS failed because the server's certificate was not accepted, or because the server required a client certificate.
  'certificate',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'forbidden',
  // The proxy on the caller's network did not forward the request.
  'proxy',
  // `deadline`: the audit ended. `budget`: it sent its maximum number of requests. `unrecorded`: a recording omits the request.
  'deadline',
  'budget',
  'unrecorded',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** The reason why a request got no complete response. */
export interface HttpFailure {
  readonly reason: FailureReason;
  /** The reason in one plain sentence, without private network addresses and stack traces. */
  readonly message: string;
  /** The status and headers, if they arrived before the failure. */
  readonly partial?: { readonly status: number; readonly headers: HeaderList };
}

export type Exchange =
  | { readonly request: HttpRequest; readonly answer: HttpAnswer; readonly failure?: undefined }
  | { readonly request: HttpRequest; readonly answer?: undefined; readonly failure: HttpFailure };

/** A DNS query, sent over HTTPS (RFC 8484). */
export interface DnsQuestion {
  readonly name: string;
  readonly type: 'SVCB' | 'TXT';
}

/** The resolver's reply, with the `rcode` of RFC 1035 (`NOERROR`, `NXDOMAIN` …), or the reason why there is no reply. */
export type DnsReply =
  | {
      readonly question: DnsQuestion;
      readonly rcode: string;
      readonly answers: number;
      /** A digest of the records' data, independent of their order; missing if there are no records. */
      readonly rdata?: string;
      readonly failure?: undefined;
    }
  | {
      readonly question: DnsQuestion;
      readonly failure: string;
      /** Set if the audit ended before the reply arrived, which is not a failure of the resolver. */
      readonly cut?: true;
      /** Set if the query was not sent, because the name is in a private network that the resolver does not know. */
      readonly unasked?: true;
    };

/** The network, DNS and clock of one audit. No method throws because of a server's behavior. */
export interface Io {
  /** Sends one request. Returns the failure `deadline` at once when `signal` aborts. */
  send(request: HttpRequest, signal: AbortSignal): Promise<Exchange>;
  dns(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply>;
  /** Waits for `ms` milliseconds. Returns early if `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns the date of the audit. Each audit calls this method once. */
  now(): Date;
  close(): Promise<void>;
}
