/** What the service is set to: its limits, and what an operator says by environment variables. */
import { LIVE_RESULT_DAYS, SERVICE_AUDIT_MS } from '../limits.ts';
import { DEFAULT_RESOLVER } from '../versions.ts';

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
export const DEFAULT_CEILING = 600;
/** @param ceiling fresh audits of all callers in a window */
export const serviceLimit = budgetOf;
/** Calls of one caller. The platform's own rule in functions/service.ts says the same. */
export const READ_LIMIT = { calls: 60, windowMs: 60 * 1000 } as const;
/** An audit answers for its target for this long, in milliseconds. */
export const REUSE_MS = 60_000;
/**
 * Who audits a site has it for this long, in milliseconds: the audit, and the round trips to the store before and after.
 * An audit that begins late ends by then all the same.
 */
export const CLAIM_MS = SERVICE_AUDIT_MS + 10_000;
/** That a site could not be seen is told for this long, in milliseconds. */
export const FAILURE_MS = 24 * 60 * 60 * 1000;
/** Live scorecards are kept this long, in milliseconds. */
export const KEEP_MS = LIVE_RESULT_DAYS * 24 * 60 * 60 * 1000;
/** The deadline of an audit whose answer is streamed, in milliseconds: the platform ends streams after 10 s. */
export const STREAMED_AUDIT_MS = 8_500;
/** One round trip to the store, in milliseconds. */
export const STORE_MS = 3_000;

export interface Settings {
  /** Whether the endpoint answers at all (`SERVICE`). */
  readonly service: boolean;
  /** Whether live audits are made (`LIVE_AUDITS`). */
  readonly liveAudits: boolean;
  /** Which addresses may be dialled (`AUDIT_NETWORK`): `any` is for a private deployment, and for tests. */
  readonly network: 'public' | 'any';
  /** The DNS-over-HTTPS resolver (`AUDIT_RESOLVER`). */
  readonly resolver: string;
  /** Fresh audits of all callers in 60 minutes (`AUDIT_CEILING`); `DEFAULT_CEILING` where left out. */
  readonly auditCeiling?: number;
}

const ON = ['on', '1', 'true', 'yes'];

/**
 * Reads the settings. An operator who mistypes a switch must not be left with the opposite of what he wants: what is not
 * understood switches off, or is the strictest policy.
 */
export function settingsOf(env: Readonly<Record<string, string | undefined>>): Settings {
  return {
    service: isOn(env.SERVICE),
    liveAudits: isOn(env.LIVE_AUDITS),
    network: env.AUDIT_NETWORK === 'any' ? 'any' : 'public',
    resolver: env.AUDIT_RESOLVER ?? DEFAULT_RESOLVER,
    auditCeiling: ceilingOf(env.AUDIT_CEILING),
  };
}

/** Whole audits; what is no number of them is none. */
function ceilingOf(text = `${DEFAULT_CEILING}`): number {
  const digits = text.trim();
  return /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
}

function isOn(text = 'on'): boolean {
  return ON.includes(text.trim().toLowerCase());
}
