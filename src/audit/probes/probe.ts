/** The interface between probes and the code that runs them. */
import type { SiteType } from '../check-texts/vocabulary.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';
import type { ProbeClient } from './client.ts';

export interface ProbeContext {
  readonly client: ProbeClient;
  readonly siteType: SiteType;
  /** The root URL that the caller typed. If it redirects to another origin, all other requests go to that origin. */
  readonly start: string;
  /** The MCP endpoint that the caller named: a path on the site, or an absolute URL. */
  readonly mcpEndpoint: string | undefined;
  /** The origin that the site uses in its URLs, if the caller named one. */
  readonly canonicalOrigin: string | undefined;
  /** The path and query that the caller typed after the host. If this URL speaks MCP, it is the MCP endpoint. */
  readonly typedPath: string | undefined;
  /** The User-Agent of an AI assistant that fetches a page for a user. */
  readonly agentUserAgent: string;
  /** Returns the audited origin: the one that the caller typed, or its redirect target (DECISIONS.md, "Reading answers"). */
  origin(): Promise<URL>;
  /** Returns the result of another probe. Each probe runs once, when its result is first needed. */
  get<K extends EvidenceKey>(key: K): Promise<Evidence[K]>;
}

/** A function that sends the requests for one piece of evidence and returns it. Never throws because of a site's behavior. */
export type Probe<T> = (context: ProbeContext) => Promise<T>;

export type Probes = { readonly [K in EvidenceKey]: Probe<Evidence[K]> };
