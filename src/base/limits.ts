/** All limits: of one audit (.github/DECISIONS.md, "One audit"), and of live audits by the service. */

/** The limits of one audit. Durations are milliseconds, sizes bytes. */
export interface Limits {
  /** The whole audit. Checks that it cuts off become `skip`. */
  readonly auditMs: number;
  /** One request, from sending it to the last byte of its body. */
  readonly requestMs: number;
  /** A body after decompression; the rest is not read. */
  readonly bodyBytes: number;
  /** All bodies of one audit together: limits servers that send a huge body to every probe. */
  readonly auditBytes: number;
  /** Redirects followed for one request. */
  readonly redirects: number;
  /** HTTP/1.1 requests in flight to one origin, which is also its number of connections. */
  readonly perOrigin: number;
  /** Streams in flight on the one HTTP/2 connection to an origin. */
  readonly streams: number;
  /** All requests of one audit, including redirects and retries. */
  readonly requests: number;
  /** Requests to hosts outside the audited site, including redirects. */
  readonly otherSites: number;
  /** The longest URL that is requested, in characters. */
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

/** The maximum number of simultaneous audits on one machine; more would exceed the memory of a small one. */
export const MOST_AT_ONCE = 6;

/** The audit deadline of the public service, in milliseconds. */
export const SERVICE_AUDIT_MS = 20_000;

/** After this long, in milliseconds, a scorecard is due again. */
export const REFRESH_AFTER_MS = 24 * 60 * 60 * 1000;

/** How long a live result has a page, in days. */
export const LIVE_RESULT_DAYS = 30;

/** The maximum length of a URL, in characters: a longer one is never followed, parsed or shown whole ("One audit"). */
export const MAX_URL_CHARS = 2048;

/** The maximum age of what tools report about a host, in milliseconds: many calls arrive at once for the same host. */
export const TOLD_MS = 1000;

/** The number of fresh audits in a window. */
export interface Budget {
  /** Audits that ran. */
  readonly units: number;
  /** Audits that gave their unit back. */
  readonly failed: number;
}

/** The sliding window of all budgets. */
export const AUDIT_WINDOW_MS = 60 * 60 * 1000;
/** How many times more audits may fail than run. */
const FAILED = 6;
const budgetOf = (units: number): Budget => ({ units, failed: FAILED * units });
/** Fresh audits of one caller. */
export const AUDIT_LIMIT = budgetOf(5);
/** Fresh audits of all callers in one IPv6 /48, which a provider assigns to one customer. */
export const NETWORK_LIMIT = budgetOf(4 * AUDIT_LIMIT.units);
/** Fresh audits of one registrable domain, by all callers. */
export const TARGET_LIMIT = budgetOf(6);
/** Fresh audits of all sites by all callers, unless the operator sets another limit. */
export const DEFAULT_QUOTA = 600;
/** @param quota fresh audits of all callers in a window */
export const serviceLimit = budgetOf;
/** Reads of one caller. The platform's own rule in functions/service.ts is a ceiling above it, counted for each host. */
export const READ_LIMIT = { calls: 60, windowMs: 60 * 1000 } as const;
/** Of all callers of one IPv6 /48, in the same window. */
export const NETWORK_READS = 4 * READ_LIMIT.calls;
/** An audit answers for its target for this long, in milliseconds. */
export const REUSE_MS = 60_000;
/** How long a claim on a site lasts, in milliseconds: its audit, with the round trips before and after. */
export const CLAIM_MS = SERVICE_AUDIT_MS + 10_000;
/**
 * Calls that may wait for a running audit at the same time: for one audit; and for any, of one caller and of one IPv6 /48.
 * Waiting costs function time and reads of the store, and no audit of the caller.
 */
export const MOST_WAITING = { claim: 8, caller: 2, network: 4 * 2 } as const;
/** How long a failed audit of a site is reported, in milliseconds. */
export const FAILURE_MS = 24 * 60 * 60 * 1000;
/** How long live scorecards are kept, in milliseconds. */
export const KEEP_MS = LIVE_RESULT_DAYS * 24 * 60 * 60 * 1000;
/** A streamed call gets what was seen so far after this time, in milliseconds: Netlify ends streams after 10 s. */
export const STREAM_MS = 8_500;
/** One round trip to the store, in milliseconds. */
export const STORE_MS = 3_000;
