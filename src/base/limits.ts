/** All limits: those of one audit (.github/DECISIONS.md, "One audit"), and those of the service that makes live audits. */

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

/** Audits that run at the same time on one machine; more would take more memory than a small one has. */
export const MOST_AT_ONCE = 6;

/** The audit deadline of the public service, in milliseconds. */
export const SERVICE_AUDIT_MS = 20_000;

/** A scorecard is due again this long after it was made, in milliseconds. */
export const REFRESH_AFTER_MS = 24 * 60 * 60 * 1000;

/** A live result has its page this long after it was made, in days. */
export const LIVE_RESULT_DAYS = 30;

/**
 * The most characters of a URL. A longer one is not followed, not kept and not shown whole, and no regular expression or
 * URL parser reads it (.github/DECISIONS.md, "One audit").
 */
export const MAX_URL_CHARS = 2048;

/**
 * How old what a tool tells of a host may be, in milliseconds: many calls ask of the same one at once. The addresses of a
 * scorecard answer with what is stored.
 */
export const TOLD_MS = 1000;

/** How many fresh audits there may be in a window. */
export interface Budget {
  /** Those that ran. */
  readonly units: number;
  /** Those that gave their unit back. */
  readonly failed: number;
}

/** The window of all budgets: it slides. */
export const AUDIT_WINDOW_MS = 60 * 60 * 1000;
/** So many times as many audits may fail as may run. */
const FAILED = 6;
const budgetOf = (units: number): Budget => ({ units, failed: FAILED * units });
/** Fresh audits of one caller. */
export const AUDIT_LIMIT = budgetOf(5);
/** Of all callers of one IPv6 /48, which is what a provider gives to one customer. */
export const NETWORK_LIMIT = budgetOf(4 * AUDIT_LIMIT.units);
/** Of one registrable domain, by all callers. */
export const TARGET_LIMIT = budgetOf(6);
/** Of all sites, by all callers, where the operator sets nothing else. */
export const DEFAULT_QUOTA = 600;
/** @param quota fresh audits of all callers in a window */
export const serviceLimit = budgetOf;
/** Reads of one caller. The platform's own rule in functions/service.ts is a ceiling above it, counted for each host. */
export const READ_LIMIT = { calls: 60, windowMs: 60 * 1000 } as const;
/** Of all callers of one IPv6 /48, in the same window. */
export const NETWORK_READS = 4 * READ_LIMIT.calls;
/** An audit answers for its target for this long, in milliseconds. */
export const REUSE_MS = 60_000;
/**
 * Who audits a site has it for this long, in milliseconds: the audit, and the round trips to the store before and after.
 * An audit that begins late ends by then all the same.
 */
export const CLAIM_MS = SERVICE_AUDIT_MS + 10_000;
/**
 * Calls that may wait for a running audit at the same time: for one audit; and for any, of one caller and of one IPv6 /48.
 * Waiting costs function time and reads of the store, and no audit of the caller.
 */
export const MOST_WAITING = { claim: 8, caller: 2, network: 4 * 2 } as const;
/** That a site could not be seen is told for this long, in milliseconds. */
export const FAILURE_MS = 24 * 60 * 60 * 1000;
/** Live scorecards are kept this long, in milliseconds. */
export const KEEP_MS = LIVE_RESULT_DAYS * 24 * 60 * 60 * 1000;
/**
 * A call whose answer is streamed is answered after this long, in milliseconds, with what was seen by then: the platform
 * ends streams after 10 s (https://docs.netlify.com/functions/api/, "Streaming responses").
 */
export const STREAM_MS = 8_500;
/** One round trip to the store, in milliseconds. */
export const STORE_MS = 3_000;
