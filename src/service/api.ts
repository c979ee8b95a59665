/** What the service's surfaces (MCP tools, pages) are built on: what was published, what is stored, and live audits. */

import type { Principle, SiteType } from '../audit/check-texts/vocabulary.ts';
import type { ListingState } from '../audit/scorecard/listing-state.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import type { Target } from '../audit/target.ts';
import type { CheckRates } from '../catalog/results/downloads.ts';
import type { ListedTarget } from '../catalog/results/scored.ts';
import type { SiteIndex } from '../catalog/results/service-files.ts';
import type { ChangeTexts } from '../fix/brief-parts.ts';
import type { Requirement } from '../fix/texts.ts';
import type { SiteChange } from '../report/changes.ts';
import type { Caller } from './caller.ts';

/** A site of the catalog, as lists of sites show it. */
export type CatalogSite = SiteIndex['sites'][number];

/** A site of the catalog that no audit can see now. */
export type ApartSite = SiteIndex['apart'][number];

/** The standard for programs, as `/spec.json` has it. */
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

/**
 * The documents that the static build has published, as they are served. What grows with the catalog (the sites, their
 * scorecards) is read when it is asked for, and may not be to be had: then it rejects with ServiceError
 * `service_unavailable`.
 */
export interface Library {
  /** The catalog's own origin, without a slash: what all its addresses begin with. */
  readonly origin: string;
  /** Every ranked site of the catalog, in the order of the ranking. */
  sites(): Promise<readonly CatalogSite[]>;
  /** Those that are listed apart: they refuse the auditor, or give no answer. */
  apart(): Promise<readonly ApartSite[]>;
  /** The catalog's scorecard of a host, or its last one; `undefined` where the catalog has none. */
  scorecard(host: string): Promise<Envelope | undefined>;
  /**
   * A target that the catalog lists, with what is stored of it, where the build has left its files to the function;
   * `undefined` where there are files, or the catalog does not list the host.
   */
  listed(host: string): Promise<ListedTarget | undefined>;
  /** What changed at a host that the catalog lists, the newest first; as much of it as a feed has. */
  changes(host: string): Promise<readonly SiteChange[]>;
  /** The fix guide of a check, Markdown with front matter; `undefined` for an id that no check has. */
  guide(checkId: string): Promise<string | undefined>;
  /** The texts of which briefs are made. */
  changeTexts(): Promise<ChangeTexts>;
  /** The page of a stack, Markdown; `undefined` for an id that no stack has. */
  stack(id: string): Promise<string | undefined>;
  /** A principle of the standard (`P1` to `P8`) with its requirements, Markdown. */
  principle(id: string): Promise<string | undefined>;
  /** The whole standard, Markdown. */
  spec(): Promise<string>;
  /** The same for programs: principles with their requirements, in order. */
  standard(): Promise<Standard>;
  /** The check definitions of checks with how many sites pass each, as `/checks.json` has it, in order. */
  checks(): Promise<CheckRates>;
}

/** How far an audit is. `done` never falls. */
export interface AuditProgress {
  /** Checks decided so far, of `total`. */
  readonly done: number;
  readonly total: number;
  /** One line for a person. */
  readonly message: string;
}

export interface ServiceAuditRequest {
  readonly target: Target;
  readonly siteType: SiteType;
  /** The MCP endpoint, if the caller named it: a path as `endpointPath` returns it. */
  readonly mcpEndpoint?: string | undefined;
  /** The endpoint is a path that the caller typed: it counts only if it answers as MCP. */
  readonly isSuggested?: boolean | undefined;
  readonly caller: Caller;
  /** The caller is gone, as far as this end of the connection can tell: an audit begins no more, one that has goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Given where the answer is streamed. Such a call is answered in the time that a stream has. */
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
}

/** That no audit could see a site when it was last tried, and what became of that attempt. */
export interface FailedAttempt {
  readonly state: ListingState['state'];
  readonly message: string;
  /** What the site said; left out: nothing. Untrusted. */
  readonly quote?: string | undefined;
}

/** All that is known of a host without an audit. */
export interface Known {
  /** The scorecard that everyone is shown, as `Scorecards.stored` gives it. */
  readonly envelope: Envelope | undefined;
  /** A live scorecard newer than the catalog's. MCP tools return it; pages mention it next to the catalog's. */
  readonly live: Envelope | undefined;
  /** A live scorecard older than the catalog's, which MCP tools mention. */
  readonly older: Envelope | undefined;
  /** Why the newest attempt to audit the host gave no scorecard; `undefined` where it gave one, or there was none. */
  readonly failedAttempt: FailedAttempt | undefined;
  /** A live scorecard is stored that is too old to be shown. */
  readonly expired?: true;
}

/** Scorecards, stored and made. What comes from the store has `tier` `cache`; what this call made has `live`. */
export interface Scorecards {
  /**
   * What people type, as a target of this service.
   *
   * @throws ServiceError `invalid_target`
   */
  target(input: string): Target;
  /**
   * The scorecard of a host that everyone is shown: the catalog's, and the live one of a host that the catalog has no
   * scorecard of.
   *
   * @throws ServiceError `service_unavailable`
   */
  stored(host: string): Promise<Envelope | undefined>;
  /**
   * The live scorecard of a host, whatever the catalog has.
   *
   * @param siteType what was declared for it; `null` where nothing
   * @param mcpEndpoint the endpoint that was named for it, if one was
   * @throws ServiceError `service_unavailable`
   */
  live(host: string, siteType: SiteType, mcpEndpoint?: string): Promise<Envelope | undefined>;
  /**
   * All that is known of a host, with one round trip to the store at most. What the catalog has is given while the store
   * fails.
   *
   * @param maxAgeMs how old may be what another instance has written since, in milliseconds; 0 where left out
   * @throws ServiceError `service_unavailable`
   */
  known(host: string, maxAgeMs?: number): Promise<Known>;
  /**
   * A fresh audit, metered; within 60 s of an audit of the same target and site type that one's result, which costs
   * nothing. Of a site that was audited often enough by whoever, the newest scorecard that is stored. A streamed call whose
   * time is over first is given what was seen by then, cut short; its audit goes on, and answers the next call.
   *
   * @throws ServiceError
   */
  audit(request: ServiceAuditRequest): Promise<Envelope>;
  /**
   * The newest stored scorecard if it is not due again and was made for the same site type, else a fresh audit.
   *
   * @throws ServiceError
   */
  storedOrAudit(request: ServiceAuditRequest): Promise<Envelope>;
}

/** Where a caller stands in the allowance that has the least left: its own, or that of its network. */
export interface ReadState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the oldest counted call leaves the window. */
  readonly resetS: number;
}
