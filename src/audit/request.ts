/** What is asked of an audit: plain data, as it crosses to the process that audits, from the command line to the envelope. */

import { DEFAULT_BASE_URL } from '../base/versions.ts';
import type { SiteType } from './check-texts/vocabulary.ts';
import type { Target } from './target.ts';

export interface AuditRequest {
  readonly target: Target;
  /** Of the catalog whose guides the scorecard links to; no slash at the end. */
  readonly baseUrl: string;
  readonly siteType: SiteType;
  /** The origin that the site names where it means itself: a preview of production. URLs there are asked at the target. */
  readonly canonicalOrigin?: string | undefined;
  /**
   * The MCP endpoint, said by the caller: a path of the site, or an absolute URL. One on another origin is called, and
   * what is sent there does not count as sent to another site.
   */
  readonly mcpEndpoint?: string | undefined;
  /** The path, with its query, of the address that the caller typed. It is the MCP endpoint if it answers as MCP. */
  readonly typedPath?: string | undefined;
  /** The ids of the checks to run; the rest are `skip`. Default: all. */
  readonly selected?: readonly string[] | undefined;
  /** Whether the scorecard is one of the public catalog. */
  readonly publicListing?: boolean | undefined;
  /**
   * Ends the audit with `target_declined` where a robots.txt, which is asked first then, says so. Default: the audit goes
   * on, and its outcome says that it was declined.
   */
  readonly heedDecline?: boolean | undefined;
}

/** A request with what is not said at its default. */
export function requestFor(target: Target, more: Partial<AuditRequest> = {}): AuditRequest {
  return { target, baseUrl: DEFAULT_BASE_URL, siteType: null, ...more };
}

/** Whether a check is to run. */
export function isSelected({ selected }: Pick<AuditRequest, 'selected'>, id: string): boolean {
  return selected?.includes(id) ?? true;
}
