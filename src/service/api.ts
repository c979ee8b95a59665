/** Interfaces through which MCP tools and pages read published documents and stored scorecards, and run live audits. */

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

/** A site of the catalog without a rank, because it blocks the auditor, has opted out or does not respond. */
export type ApartSite = SiteIndex['apart'][number];

/** The standard, as published in `/spec.json`. */
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

export interface Sites {
  /** Returns the catalog's data about a site, ranked or not; `undefined` if the catalog does not have the site. */
  site(host: string): Promise<CatalogSite | ApartSite | undefined>;
  /** Returns a page of ranked sites with their positions, and the total number of matching sites. */
  ranked(query: SiteQuery): Promise<{
    readonly total: number;
    readonly sites: readonly { readonly site: CatalogSite; readonly at: ListPlace }[];
  }>;
  /** Returns the first `limit` sites that cannot be audited, and the number of all such sites for each reason. */
  apart(
    limit: number,
    category?: string,
  ): Promise<
    Readonly<Record<'refusing' | 'declined' | 'unreachable', number>> & {
      readonly sites: readonly ApartSite[];
    }
  >;
  categories(): Promise<readonly string[]>;
  /** Returns ranked hosts that begin with `start`, best first. */
  hosts(start: string): Promise<readonly string[]>;
  /** Ranks a scorecard among the sites of the same type that were scored with the same rules. */
  place(envelope: Envelope): Promise<Place>;
  summary(): Promise<{
    readonly sites: number;
    readonly refusing: number;
    readonly latest_audit: string | null;
  }>;
}

/** One version of the catalog's record of a target. */
export interface ListedVersion {
  readonly host: string;
  /** A cache key that changes whenever the record changes. */
  readonly version: string;
  /** Whether a build wrote the record. If so, callers must check whether the operator has withdrawn the site since. */
  readonly isOfBuild: boolean;
  /** Reads the record, which may be newer than `version`. Returns `undefined` if the record was deleted. */
  readonly read: () => Promise<ListedTarget | undefined>;
}

/** The published documents. Documents whose size grows with the catalog are read on demand. */
export interface Library extends Sites {
  /** The catalog's origin, without a trailing slash. */
  readonly origin: string;
  /**
   * Returns the site lists of a catalog that is too large for a static build; `undefined` for smaller catalogs. `sitemaps`
   * has the last host of each sitemap. The final sitemap has no entry, because it contains all remaining hosts.
   */
  lists(): Promise<{ readonly lists: SiteLists; readonly sitemaps: readonly string[] } | undefined>;
  /** Returns the catalog's latest scorecard of a host; `undefined` if the catalog has none. */
  scorecard(host: string): Promise<Envelope | undefined>;
  /** Returns the current version of a target's record; `undefined` if the target is unlisted or its pages are static files. */
  listed(host: string): Promise<ListedVersion | undefined>;
  /** Returns the latest changes of a listed host's scorecard, newest first, as many as fit into its Atom feed. */
  changes(host: string): Promise<readonly SiteChange[]>;
  /** Returns the fix guide of a check as Markdown with front matter; `undefined` for an unknown id. */
  guide(checkId: string): Promise<string | undefined>;
  changeTexts(): Promise<ChangeTexts>;
  /** Returns the guide to a technology stack as Markdown; `undefined` for an unknown id. */
  stack(id: string): Promise<string | undefined>;
  principle(id: string): Promise<string | undefined>;
  spec(): Promise<string>;
  standard(): Promise<Standard>;
  /** Returns the checks in order, each with the number of sites that pass it, as in `/checks.json`. */
  checks(): Promise<CheckRates>;
}

export interface AuditProgress {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

/** What to audit. Results are stored separately for each target, site type and MCP endpoint. */
export interface AuditSubject {
  readonly target: Target;
  readonly siteType: SiteType;
  readonly mcpEndpoint?: string | undefined;
  /** Set if `mcpEndpoint` is part of the URL that the caller typed. It is used only if an MCP server responds there. */
  readonly isSuggested?: boolean | undefined;
}

export interface ServiceAuditRequest extends AuditSubject {
  readonly caller: Caller;
  /** Aborted when the caller seems to have disconnected. Then no audit starts, but a running audit continues. */
  readonly signal?: AbortSignal | undefined;
  /** Reports progress. Set only for a streamed response, which must end within the time limit for streams. */
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
}

export interface FailedAttempt {
  readonly state: ListingState['state'];
  readonly message: string;
  /** Untrusted text quoted from the site, if any. */
  readonly quote?: string | undefined;
}

/** Everything that is known about a host without auditing it. */
export interface Known {
  /** The scorecard shown to all callers, as `Scorecards.stored` returns it. */
  readonly envelope: Envelope | undefined;
  /** The live scorecard (from an audit on request), if newer than the catalog's. MCP tools return it; pages only mention it. */
  readonly live: Envelope | undefined;
  /** The live scorecard, if older than the catalog's. MCP tools mention it. */
  readonly older: Envelope | undefined;
  /** The newest attempt to audit the host, if that attempt failed. */
  readonly failedAttempt: FailedAttempt | undefined;
  /** Set if the stored live scorecard is too old to be shown. */
  readonly expired?: true;
}

/** Reads stored scorecards (`Envelope.tier` is `cache`) and audits sites (`Envelope.tier` is `live`). */
export interface Scorecards {
  /** Returns the error for a host that the operator has withdrawn; `undefined` for other hosts or if the store fails. */
  withdrawal(host: string): Promise<Error | undefined>;
  /** @throws ServiceError `invalid_target` */
  target(input: string): Target;
  /**
   * Returns the scorecard that all callers see for a host: the catalog's, or the live one if the catalog has none.
   * @throws ServiceError `service_unavailable`
   */
  stored(host: string): Promise<Envelope | undefined>;
  /**
   * Returns the live scorecard of a host (from an audit on request), even if the catalog lists the host.
   * @param siteType the declared site type; `null` for none
   * @param mcpEndpoint the MCP endpoint that the caller named, if any
   * @throws ServiceError `service_unavailable`
   */
  live(host: string, siteType: SiteType, mcpEndpoint?: string): Promise<Envelope | undefined>;
  /**
   * Returns everything known about a host, with at most one request to the store. If the store fails, returns only the
   * catalog's data.
   * @param maxAgeMs the maximum age of a cached live record, in milliseconds; 0 by default
   * @throws ServiceError `service_unavailable` if the store fails and the catalog has no scorecard
   */
  known(host: string, maxAgeMs?: number): Promise<Known>;
  /**
   * Returns the stored scorecards that fit an audit request, newest first.
   * @throws ServiceError `service_unavailable`
   */
  storedFor(subject: AuditSubject): Promise<readonly Envelope[]>;
  /**
   * Audits a site and counts the audit against the limits. If the same audit ended in the last 60 s, returns its result, which
   * does not count again. If the site has reached its limit on audits, returns its newest stored scorecard. If a streamed call
   * runs out of time, returns a scorecard marked as cut short; the audit continues for the next call.
   * @throws ServiceError
   */
  audit(request: ServiceAuditRequest): Promise<Envelope>;
  /**
   * Returns the newest stored scorecard that fits the request. If there is none or it is too old, audits the site.
   * @throws ServiceError
   */
  storedOrAudit(request: ServiceAuditRequest): Promise<Envelope>;
}

/** How many reads the caller or its network has left, whichever number is smaller. */
export interface ReadState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the oldest counted read no longer counts. */
  readonly resetS: number;
}
