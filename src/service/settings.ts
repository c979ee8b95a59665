import { DEFAULT_QUOTA } from '../base/limits.ts';
import { DEFAULT_RESOLVER } from '../base/versions.ts';
import { type Contact, contactOf } from '../report/contact.ts';

export interface ServiceSettings {
  readonly service: boolean;
  readonly liveAudits: boolean;
  /** Set for a deploy preview, a branch deploy or a deploy that is no longer published. */
  readonly preview?: true;
  /** The addresses that audits may connect to (`AUDIT_NETWORK`). `any` is for private deployments and tests. */
  readonly network: 'public' | 'any';
  /** The DNS-over-HTTPS resolver (`AUDIT_RESOLVER`). */
  readonly resolver: string;
  /** The maximum number of fresh audits by all callers in 60 minutes (`AUDIT_CEILING`); `DEFAULT_QUOTA` by default. */
  readonly auditQuota?: number;
  /** The URL of the database for the service's records (`CATALOG_DATABASE`); the platform's store by default. */
  readonly database?: string | undefined;
  /** The token that a client must send to read `/metrics` (`METRICS_TOKEN`). Without a token, there is no `/metrics`. */
  readonly metricsToken?: string | undefined;
  /** The private key that signs audit requests, as text (`AUDIT_SIGNING_KEY`). */
  readonly signingKey?: string | undefined;
  readonly contact?: Contact;
}

const ON = ['on', '1', 'true', 'yes'];

/** Reads the settings. Unknown values may be typing errors, so they switch features off or select the strictest policy. */
export function settingsOf(env: Readonly<Record<string, string | undefined>>): ServiceSettings {
  return {
    service: isOn(env.SERVICE),
    liveAudits: isOn(env.LIVE_AUDITS),
    network: env.AUDIT_NETWORK === 'any' ? 'any' : 'public',
    resolver: env.AUDIT_RESOLVER ?? DEFAULT_RESOLVER,
    auditQuota: quotaOf(env.AUDIT_CEILING),
    database: env.CATALOG_DATABASE,
    metricsToken: env.METRICS_TOKEN || undefined,
    signingKey: env.AUDIT_SIGNING_KEY,
    contact: contactIn(env),
  };
}

/** Returns the settings of a preview: no live audits, database or signing key, because a preview may run untrusted code. */
export function previewSettings(settings: ServiceSettings): ServiceSettings {
  return { ...settings, liveAudits: false, preview: true, database: undefined, signingKey: undefined };
}

function quotaOf(text = `${DEFAULT_QUOTA}`): number {
  const digits = text.trim();
  return /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
}

/** Returns no contact if the variables are invalid. The site's build, which reads the same variables, rejects them. */
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
