/** The limits of one audit (.github/DECISIONS.md, "One audit"), and the limits of the public service. */

/** The limits of one audit. Durations are in milliseconds, sizes in bytes. */
export interface Limits {
  /** The time limit for the whole audit. Checks that are not finished by then get the status `skip`. */
  readonly auditMs: number;
  /** The time limit for one request, until the last byte of the response body. */
  readonly requestMs: number;
  /** The maximum size of one body after decompression; the rest is not read. */
  readonly bodyBytes: number;
  /** The maximum total size of all bodies in one audit. A server may send a huge body for every request. */
  readonly auditBytes: number;
  /** The maximum number of redirects followed for one request. */
  readonly redirects: number;
  /** The maximum number of simultaneous HTTP/1.1 requests to one origin, and so of connections to it. */
  readonly perOrigin: number;
  /** The maximum number of simultaneous streams on the single HTTP/2 connection to an origin. */
  readonly streams: number;
  /** The maximum number of requests in one audit, including redirects and retries. */
  readonly requests: number;
  /** The maximum number of requests to hosts outside the audited site, including redirects. */
  readonly otherSites: number;
  /** The maximum length of a requested URL, in characters. */
  readonly urlChars: number;
  /** The longest `Retry-After` that an audit waits for. An audit waits only once. */
  readonly retryAfterMs: number;
}

/** The limits of an audit from the command line. The public service shortens `auditMs` to 20 s. */
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

/** The maximum number of simultaneous audits on one machine. More would exceed the memory of a small machine. */
export const MOST_AT_ONCE = 6;

export const SERVICE_AUDIT_MS = 20_000;

/** The age at which a scorecard becomes due for a new audit, in milliseconds. */
export const REFRESH_AFTER_MS = 24 * 60 * 60 * 1000;

/** How many days the service keeps the scorecard of an audit on request, and the page that shows it. */
export const LIVE_RESULT_DAYS = 30;

/** The maximum length of a URL, in characters. A longer URL is never requested, parsed or shown whole. */
export const MAX_URL_CHARS = 2048;

/** How long the service may use a copy of a host's stored result before it reads the store again, in milliseconds. */
export const LIVE_COPY_MS = 1000;

export interface Budget {
  /** The maximum number of audits, not counting failed ones. */
  readonly units: number;
  /** The maximum number of failed audits. */
  readonly failed: number;
}

/** The length of the sliding window in which fresh audits are counted, in milliseconds. */
export const AUDIT_WINDOW_MS = 60 * 60 * 1000;
/** The maximum number of failed audits in a `Budget`, as a multiple of `units`. */
const FAILED = 6;
const budgetOf = (units: number): Budget => ({ units, failed: FAILED * units });
/** The number of fresh audits that one caller may request in `AUDIT_WINDOW_MS`. */
export const AUDIT_LIMIT = budgetOf(5);
/** The number of fresh audits for one IPv6 /48 in `AUDIT_WINDOW_MS`. Providers assign such a block to one customer. */
export const NETWORK_LIMIT = budgetOf(4 * AUDIT_LIMIT.units);
/** The number of fresh audits of one registrable domain in `AUDIT_WINDOW_MS`, counted over all callers. */
export const TARGET_LIMIT = budgetOf(6);
/** The number of fresh audits that all callers together may request in `AUDIT_WINDOW_MS`. The operator can change it. */
export const DEFAULT_QUOTA = 600;
/** Returns the budget that all callers share. `units` is the number of fresh audits in `AUDIT_WINDOW_MS`. */
export const serviceLimit = budgetOf;
/** The number of HTTP requests and MCP reads allowed to one caller. Netlify's own limit (functions/service.ts) is higher. */
export const READ_LIMIT = { calls: 60, windowMs: 60 * 1000 } as const;
/** The number of HTTP requests and MCP reads allowed to all callers in one IPv6 /48, within `READ_LIMIT.windowMs`. */
export const NETWORK_READS = 4 * READ_LIMIT.calls;
/** How long the result of an audit is returned for the same target instead of a fresh audit, in milliseconds. */
export const REUSE_MS = 60_000;
/** How long the lock on a site lasts, in milliseconds: one audit, and the round trips to the store before and after it. */
export const CLAIM_MS = SERVICE_AUDIT_MS + 10_000;
/**
 * The maximum number of calls that wait at the same time: for one audit (`claim`), from one caller, and from one IPv6
 * /48 (`network`). A waiting call occupies the server and reads the store, but does not count towards `AUDIT_LIMIT`.
 */
export const MOST_WAITING = { claim: 8, caller: 2, network: 4 * 2 } as const;
/** How long the results of a site mention a failed audit, in milliseconds. */
export const FAILURE_MS = 24 * 60 * 60 * 1000;
export const KEEP_MS = LIVE_RESULT_DAYS * 24 * 60 * 60 * 1000;
/** The time in milliseconds after which a streamed response ends with the results so far. Netlify ends streams after 10 s. */
export const STREAM_MS = 8_500;
/** The time limit for one round trip to the store, in milliseconds. */
export const STORE_MS = 3_000;
