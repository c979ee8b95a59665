/** What a probe is, and what it works with. */
import type { SiteType } from '../catalogue/vocabulary.ts';
import type { ProbeClient } from './client.ts';

/**
 * Everything that probes can find, by name: what checks declare in `needs` and `uses`. Probes ask each other for what they
 * found, so this must be known here; what it holds is listed in evidence.ts, which knows all probes.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared in evidence.ts
export interface Evidence {}

export type EvidenceKey = keyof Evidence;

/** What a probe may use. */
export interface ProbeContext {
  readonly client: ProbeClient;
  /** The site type that the caller declared. */
  readonly siteType: SiteType;
  /** The root URL that the caller asked for; only the root page itself is asked there. */
  readonly start: string;
  /** The User-Agent of an AI assistant that fetches a page for its user. */
  readonly agentUserAgent: string;
  /**
   * The origin that is audited: the one asked for, or where its root redirects to (contract: checks.md, "Redirects").
   * A URL, so that `new URL('/robots.txt', await context.origin())` is the probe's address.
   */
  origin(): Promise<URL>;
  /** Another probe's result; each probe runs once, when it is first asked for. */
  get<K extends EvidenceKey>(key: K): Promise<Evidence[K]>;
}

/** Asks for one thing and says what came back. Never throws for what a site does. */
export type Probe<T> = (context: ProbeContext) => Promise<T>;

/** The probes of one surface, by the name of what they find. */
export type Probes<T> = { readonly [K in keyof T]: Probe<T[K]> };
