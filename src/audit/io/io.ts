/** The audit's only access to network, DNS and clock. Implementations: `live.ts`, `record.ts`, `replay.ts`. */

import type { HeaderList } from '../../base/headers.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'OPTIONS' | 'DELETE';
  /** An absolute http(s) URL without a fragment. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** A shorter time limit for this request, in milliseconds. */
  readonly timeoutMs?: number;
  /** Whether the request uses the auditor's own User-Agent. Such requests are signed if the operator has set a key. */
  readonly isOwn?: boolean;
  /** Whether it repeats a request because of its response. An audit can be judged without the repetition. */
  readonly isRepetition?: boolean;
  /** Whether it is sent only once, even if its connection closes before any response. */
  readonly once?: boolean;
  /** Called with the text so far (empty when the headers arrive). `true` ends the reading of an event stream early. */
  readonly enough?: (text: string) => boolean;
}

export interface HttpAnswer {
  readonly status: number;
  /** The HTTP version: `1.1`, `1.0` or `2`. */
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** The decompressed body, up to the limit. */
  readonly body: Uint8Array;
  /** Whether the body exceeded the limit, or reading stopped because `enough` returned true. */
  readonly truncated: boolean;
  /** The time from sending to the last byte read, in milliseconds. */
  readonly ms: number;
}

export const FAILURE_REASONS = [
  'dns',
  'connect',
  // TLS failed because of a certificate: the server's is not accepted, or the server requires one from the client.
  'certificate',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'forbidden',
  // The proxy of the caller's network did not forward the request.
  'proxy',
  // The deadline passed, the audit's number of requests was used up, or a replayed recording does not contain the request.
  'deadline',
  'budget',
  'unrecorded',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** A request that got no complete response. */
export interface HttpFailure {
  readonly reason: FailureReason;
  /** One plain sentence, without addresses of private networks and without a stack trace. */
  readonly message: string;
  /** The status and the headers, if they arrived before the failure. */
  readonly partial?: { readonly status: number; readonly headers: HeaderList };
}

export type Exchange =
  | { readonly request: HttpRequest; readonly answer: HttpAnswer; readonly failure?: undefined }
  | { readonly request: HttpRequest; readonly answer?: undefined; readonly failure: HttpFailure };

/** A DNS question, sent over HTTPS (RFC 8484). */
export interface DnsQuestion {
  readonly name: string;
  readonly type: 'SVCB' | 'TXT';
}

/** The resolver's reply, with the `rcode` of RFC 1035 (`NOERROR`, `NXDOMAIN`, `SERVFAIL` …), or why there is none. */
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
      /** Set if the audit ended first, which is not a failure of the resolver. */
      readonly cut?: true;
      /** Set if the question was not sent: the name belongs to a private network and the resolver does not. */
      readonly unasked?: true;
    };

/** The network, DNS and clock of one audit. No method throws because of a server's behavior. */
export interface Io {
  /** Sends one request. If `signal` aborts, it returns the failure `deadline` at once. */
  send(request: HttpRequest, signal: AbortSignal): Promise<Exchange>;
  dns(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply>;
  /** Waits for a time. Returns early if `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns the time of the audit. Called once per audit. */
  now(): Date;
  close(): Promise<void>;
}
