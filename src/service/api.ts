/** The interfaces of published documents, stored scorecards and live audits for MCP tools and pages. */

import type { Principle, SiteType } from '../audit/check-texts/vocabulary.ts';
import type { ListingState } from '../audit/scorecard/listing-state.ts';
import type { Envelope, Place } from '../audit/scorecard/schema.ts';
import type { Target } from '../audit/target.ts';
import type { ListPlace, ListQuery, SiteLists } from '../catalog/pages.ts';
import type { CheckRates } from '../catalog/results/downloads.ts';
import type { ListedTarget } from '../catalog/results/scored.ts';
import type { SiteIndex } from '../catalog/results/service-files.ts';
import type { ChangeTexts } from '../fix/brief-parts.ts';
import type { Requirement } from '../fix/texts.ts';
import type { SiteChange } from '../report/changes.ts';
import type { Caller } from './caller.ts';

export type CatalogSite = SiteIndex['sites'][number];

/** A site of the catalog that currently cannot be audited. */
export type ApartSite = SiteIndex['apart'][number];

/** The standard in the form of `/spec.json`. */
export interface Standard {
  readonly spec_version: string;
  readonly url: string;
  readonly principles: readonly StandardPrinciple[];
}

interface StandardPrinciple {
  readonly id: Principle;
  readonly name: string;
  readonly url: string;
  readonly summary: string;
  readonly requirements: readonly (Requirement & { readonly url: string })[];
}

export type SiteQuery = Pick<ListQuery, 'sort' | 'category' | 'minScore' | 'after' | 'limit'>;

/** The lists of the catalog. */
export interface Sites {
  /** Returns a ranked site or one listed apart; `undefined` for others. */
  site(host: string): Promise<CatalogSite | ApartSite | undefined>;
  /** Returns a page of the ranked sites, each with its place in the list, and the number of all that match. */
  ranked(query: SiteQuery): Promise<{
    readonly total: number;
    readonly sites: readonly { readonly site: CatalogSite; readonly at: ListPlace }[];
  }>;
  /** Returns the first sites listed apart (they block the auditor or do not respond), and the number of all. */
  apart(
    limit: number,
    category?: string,
  ): Promise<
    Readonly<Record<'refusing' | 'declined' | 'unreachable', number>> & {
      readonly sites: readonly ApartSite[];
    }
  >;
  categories(): Promise<readonly string[]>;
  /** Returns the first ranked hosts that begin with a text, best first. */
  hosts(start: string): Promise<readonly string[]>;
  /** Ranks a scorecard among the sites of its type that were judged by the same rules. */
  place(envelope: Envelope): Promise<Place>;
  summary(): Promise<{
    readonly sites: number;
    readonly refusing: number;
    readonly latest_audit: string | null;
  }>;
}

/** The documents of the static build. Those that grow with the catalog are read on demand. */
export interface Library extends Sites {
  /** The catalog's origin, without a trailing slash. */
  readonly origin: string;
  /**
   * The lists of a catalog that is too long for a build, and the last host of each of its sitemaps but the last; `undefined`
   * for others.
   */
  lists(): Promise<{ readonly lists: SiteLists; readonly sitemaps: readonly string[] } | undefined>;
  /** The catalog's latest scorecard of a host; `undefined` if the catalog has none. */
  scorecard(host: string): Promise<Envelope | undefined>;
  /** A listed target with its stored record; `undefined` if the target has files or is not listed. */
  listed(host: string): Promise<ListedTarget | undefined>;
  /** Changes at a listed host, newest first, as many as a feed has. */
  changes(host: string): Promise<readonly SiteChange[]>;
  /** The fix guide of a check, Markdown with front matter; `undefined` for an unknown id. */
  guide(checkId: string): Promise<string | undefined>;
  changeTexts(): Promise<ChangeTexts>;
  /** The page of a stack, Markdown; `undefined` for an unknown id. */
  stack(id: string): Promise<string | undefined>;
  principle(id: string): Promise<string | undefined>;
  spec(): Promise<string>;
  standard(): Promise<Standard>;
  /** The checks in order, each with the number of sites that pass it, in the form of `/checks.json`. */
  checks(): Promise<CheckRates>;
}

export interface AuditProgress {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

export interface ServiceAuditRequest {
  readonly target: Target;
  readonly siteType: SiteType;
  readonly mcpEndpoint?: string | undefined;
  /** Whether the endpoint is only a path that the caller typed: it counts only if it responds as MCP. */
  readonly isSuggested?: boolean | undefined;
  readonly caller: Caller;
  /** Aborts when the caller seems to have disconnected. No new audit starts then; a running one continues. */
  readonly signal?: AbortSignal | undefined;
  /** Set if the response is streamed. Such a call must end within the time limit of a stream. */
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
}

export interface FailedAttempt {
  readonly state: ListingState['state'];
  readonly message: string;
  /** A quote from the site, if any. Untrusted. */
  readonly quote?: string | undefined;
}

/** Everything known about a host without an audit. */
export interface Known {
  /** The scorecard shown to all callers, as `Scorecards.stored` returns it. */
  readonly envelope: Envelope | undefined;
  /** A live scorecard newer than the catalog's. MCP tools return it; pages mention it next to the catalog's. */
  readonly live: Envelope | undefined;
  /** A live scorecard older than the catalog's, which MCP tools mention. */
  readonly older: Envelope | undefined;
  /** Why the newest attempt to audit the host gave no scorecard; `undefined` if it gave one or there was no attempt. */
  readonly failedAttempt: FailedAttempt | undefined;
  /** A live scorecard is stored but too old to be shown. */
  readonly expired?: true;
}

/** Stored and new scorecards. Stored ones have `tier` `cache`; those audited by this call have `live`. */
export interface Scorecards {
  /** Returns the error for a host that the operator has withdrawn; `undefined` for others, and if the store fails. */
  withdrawal(host: string): Promise<Error | undefined>;
  /** @throws ServiceError `invalid_target` */
  target(input: string): Target;
  /**
   * Returns the scorecard of a host that all callers are shown: the catalog's, or the live one if the catalog has none.
   * @throws ServiceError `service_unavailable`
   */
  stored(host: string): Promise<Envelope | undefined>;
  /**
   * Returns the live scorecard of a host, whether or not the catalog lists it.
   * @param siteType the declared site type; `null` for none
   * @param mcpEndpoint the MCP endpoint that the caller named, if any
   * @throws ServiceError `service_unavailable`
   */
  live(host: string, siteType: SiteType, mcpEndpoint?: string): Promise<Envelope | undefined>;
  /**
   * Returns everything known about a host, with at most one round trip to the store. If the store fails, the catalog's part
   * is still returned.
   *
   * @param maxAgeMs the maximum age of this instance's copy, in milliseconds; 0 by default
   * @throws ServiceError `service_unavailable` if the store fails and the catalog has no scorecard
   */
  known(host: string, maxAgeMs?: number): Promise<Known>;
  /**
   * Audits a site and counts the audit against the limits. Within 60 s of an audit of the same target and site type, returns
   * its result for free. If the site has reached its limit of audits, returns the newest stored scorecard. A streamed call
   * that runs out of time gets a scorecard marked as cut short; the audit continues for the next call.
   *
   * @throws ServiceError
   */
  audit(request: ServiceAuditRequest): Promise<Envelope>;
  /**
   * Returns the newest stored scorecard for the same site type if it is not due for a new audit, otherwise a fresh audit.
   * @throws ServiceError
   */
  storedOrAudit(request: ServiceAuditRequest): Promise<Envelope>;
}

/** A caller's remaining reads: of its own allowance or of its network's, whichever has fewer left. */
export interface ReadState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the oldest counted call leaves the window. */
  readonly resetS: number;
}
