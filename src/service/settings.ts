/** What the service is set to: its limits, and what an operator says by environment variables. */
import { LIVE_RESULT_DAYS } from '../limits.ts';
import { DEFAULT_RESOLVER } from '../versions.ts';

/** Fresh audits of one caller. */
export const AUDIT_LIMIT = { units: 5, windowMs: 60 * 60 * 1000 } as const;
/** Calls of one caller. The platform's own rule in functions/service.ts says the same. */
export const READ_LIMIT = { calls: 60, windowMs: 60 * 1000 } as const;
/** An audit answers for its target for this long, in milliseconds. */
export const REUSE_MS = 60_000;
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
  };
}

function isOn(text = 'on'): boolean {
  return ON.includes(text.trim().toLowerCase());
}
