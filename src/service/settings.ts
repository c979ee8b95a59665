/** What an operator says to the service by environment variables. */
import { DEFAULT_QUOTA } from '../base/limits.ts';
import { DEFAULT_RESOLVER } from '../base/versions.ts';
import { type Contact, contactOf } from '../report/contact.ts';

export interface ServiceSettings {
  /** Whether the endpoint answers at all (`SERVICE`). */
  readonly service: boolean;
  /** Whether live audits are made (`LIVE_AUDITS`). */
  readonly liveAudits: boolean;
  /** It is a deploy preview, a branch deploy or a deploy that is no longer published. */
  readonly preview?: true;
  /** Which addresses may be dialled (`AUDIT_NETWORK`): `any` is for a private deployment, and for tests. */
  readonly network: 'public' | 'any';
  /** The DNS-over-HTTPS resolver (`AUDIT_RESOLVER`). */
  readonly resolver: string;
  /** Fresh audits of all callers in 60 minutes (`AUDIT_CEILING`); `DEFAULT_CEILING` where left out. */
  readonly auditQuota?: number;
  /** The address of the database that has the service's records (`CATALOG_DATABASE`); the platform's store where left out. */
  readonly database?: string | undefined;
  /** The private key that audits are signed with, as text (`AUDIT_SIGNING_KEY`). */
  readonly signingKey?: string | undefined;
  /** Where wrong verdicts are reported (`CONTACT_EMAIL`, `ISSUE_FORM_URL`). */
  readonly contact?: Contact;
}

const ON = ['on', '1', 'true', 'yes'];

/**
 * Reads the settings. An operator who mistypes a switch must not be left with the opposite of what he wants: what is not
 * understood switches off, or is the strictest policy.
 */
export function settingsOf(env: Readonly<Record<string, string | undefined>>): ServiceSettings {
  return {
    service: isOn(env.SERVICE),
    liveAudits: isOn(env.LIVE_AUDITS),
    network: env.AUDIT_NETWORK === 'any' ? 'any' : 'public',
    resolver: env.AUDIT_RESOLVER ?? DEFAULT_RESOLVER,
    auditQuota: quotaOf(env.AUDIT_CEILING),
    database: env.CATALOG_DATABASE,
    signingKey: env.AUDIT_SIGNING_KEY,
    contact: contactIn(env),
  };
}

/**
 * The settings of a deploy that is not the published one. Its code may be a stranger's pull request, so it gets none of what
 * production has: no live audits, no database, no key to sign with.
 */
export function previewSettings(settings: ServiceSettings): ServiceSettings {
  return { ...settings, liveAudits: false, preview: true, database: undefined, signingKey: undefined };
}

/** Whole audits; what is no number of them is none. */
function quotaOf(text = `${DEFAULT_QUOTA}`): number {
  const digits = text.trim();
  return /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
}

/** What cannot be read is none; the build of the site, which reads the same, has refused it. */
function contactIn(env: Readonly<Record<string, string | undefined>>): Contact {
  try {
    return contactOf(env);
  } catch {
    return {};
  }
}

function isOn(text = 'on'): boolean {
  return ON.includes(text.trim().toLowerCase());
}
