/** What a probe is, and what it works with. */
import type { SiteType } from '../check-texts/vocabulary.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';
import type { ProbeClient } from './client.ts';

/** What a probe may use. */
export interface ProbeContext {
  readonly client: ProbeClient;
  /** The site type that the caller declared. */
  readonly siteType: SiteType;
  /** The root URL that the caller asked for; only the root page itself is asked there. */
  readonly start: string;
  /** The MCP endpoint that the caller named: a path of the site, or an absolute URL. */
  readonly mcpEndpoint: string | undefined;
  /** The origin that the site speaks of as its own, if the caller named one. */
  readonly canonicalOrigin: string | undefined;
  /** As in `AuditRequest`. */
  readonly typedPath: string | undefined;
  /** The User-Agent of an AI assistant that fetches a page for its user. */
  readonly agentUserAgent: string;
  /**
   * The origin that is audited: the one asked for, or where its root redirects to (.github/DECISIONS.md, "Reading
   * answers").
   * A URL, so that `new URL('/robots.txt', await context.origin())` is the probe's address.
   */
  origin(): Promise<URL>;
  /** Another probe's result; each probe runs once, when it is first asked for. */
  get<K extends EvidenceKey>(key: K): Promise<Evidence[K]>;
}

/** Asks for one thing and says what came back. Never throws for what a site does. */
export type Probe<T> = (context: ProbeContext) => Promise<T>;

/** All probes, by the name of what they find. */
export type Probes = { readonly [K in EvidenceKey]: Probe<Evidence[K]> };
