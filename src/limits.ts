/** Every limit of one audit, in one place (contract: decisions.md, "One audit"). */

/** The limits under which one audit runs. All durations are milliseconds, all sizes bytes. */
export interface Limits {
  /** The whole audit; what it cuts off is `skip`. */
  readonly auditMs: number;
  /** One request, from the moment it is sent to the last byte of its body. */
  readonly requestMs: number;
  /** A body, after decompression; what lies beyond is not read. */
  readonly bodyBytes: number;
  /** All bodies of one audit together: a server that answers every probe with a huge body ends here. */
  readonly auditBytes: number;
  /** Redirects followed for one request. */
  readonly redirects: number;
  /** HTTP/1.1 requests in flight to one origin, which is also its number of connections. */
  readonly perOrigin: number;
  /** Streams in flight on the one HTTP/2 connection to an origin. */
  readonly streams: number;
  /** Requests of one audit in all, redirects and retries included. */
  readonly requests: number;
  /** Those of them that go to hosts outside the audited site, redirects included. */
  readonly otherSites: number;
  /** The longest URL that is asked for, in characters. */
  readonly urlChars: number;
  /** The longest `Retry-After` that is waited for, once. */
  readonly retryAfterMs: number;
}

/** The limits of the command line; the public service shortens `auditMs` to 20 s. */
export const LIMITS: Limits = {
  auditMs: 60_000,
  requestMs: 8_000,
  bodyBytes: 2 * 1024 * 1024,
  auditBytes: 16 * 1024 * 1024,
  redirects: 5,
  perOrigin: 8,
  streams: 32,
  requests: 120,
  otherSites: 10,
  urlChars: 2_048,
  retryAfterMs: 5_000,
};

/** The audit deadline of the public service, in milliseconds. */
export const SERVICE_AUDIT_MS = 20_000;

/** A scorecard is due again this long after it was made, in milliseconds. */
export const REFRESH_AFTER_MS = 24 * 60 * 60 * 1000;

/** A live result has its page this long after it was made, in days. */
export const LIVE_RESULT_DAYS = 30;

/**
 * URLs that are longer are not followed, kept or shown whole, in characters: no pattern and no URL parser sees them
 * (contract: decisions.md, "One audit").
 */
export const MAX_URL_CHARS = 2048;
