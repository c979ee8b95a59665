/** The interface of probes. */
import type { SiteType } from '../check-texts/vocabulary.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';
import type { ProbeClient } from './client.ts';

/** The context that a probe may use. */
export interface ProbeContext {
  readonly client: ProbeClient;
  /** The site type that the caller declared. */
  readonly siteType: SiteType;
  /** The root URL that the caller typed. Only the root page itself is requested there. */
  readonly start: string;
  /** The MCP endpoint that the caller named: a path on the site, or an absolute URL. */
  readonly mcpEndpoint: string | undefined;
  /** The origin that the site uses for itself, if the caller named one. */
  readonly canonicalOrigin: string | undefined;
  /** The path that the caller typed, as in `AuditRequest`. */
  readonly typedPath: string | undefined;
  /** The User-Agent of an AI assistant that fetches a page for its user. */
  readonly agentUserAgent: string;
  /** Returns the audited origin: the typed one, or the one that its root redirects to ("Reading answers"). */
  origin(): Promise<URL>;
  /** Returns another probe's result. Each probe runs once, when it is first needed. */
  get<K extends EvidenceKey>(key: K): Promise<Evidence[K]>;
}

/** A function that requests one thing and returns the evidence. It never throws because of a site's behavior. */
export type Probe<T> = (context: ProbeContext) => Promise<T>;

export type Probes = { readonly [K in EvidenceKey]: Probe<Evidence[K]> };
