/** The options of an audit. They are plain data, so they can be passed to the process that runs the audit. */

import { DEFAULT_BASE_URL } from '../base/versions.ts';
import type { SiteType } from './check-texts/vocabulary.ts';
import type { Target } from './target.ts';

export interface AuditRequest {
  readonly target: Target;
  /** The catalog's URL without a trailing slash. The scorecard links to the guides in this catalog. */
  readonly baseUrl: string;
  readonly siteType: SiteType;
  /** The origin in the site's own URLs, such as production's in a preview deployment. Requests for it go to the target. */
  readonly canonicalOrigin?: string | undefined;
  /** The MCP endpoint that the caller named: a path on the site, or an absolute URL. Its host counts as the site's own. */
  readonly mcpEndpoint?: string | undefined;
  /** The path and query that the caller typed after the host. If this URL speaks MCP, it is the MCP endpoint. */
  readonly typedPath?: string | undefined;
  /** The ids of the checks to run. Other checks become `skip`. By default, all checks run. */
  readonly selected?: readonly string[] | undefined;
  /** Whether the scorecard belongs to the public catalog. */
  readonly publicListing?: boolean | undefined;
  /** Whether to end with `target_declined` if robots.txt declines audits. If false, only `AuditOutcome.declined` is set. */
  readonly heedDecline?: boolean | undefined;
}

export function requestFor(target: Target, more: Partial<AuditRequest> = {}): AuditRequest {
  return { target, baseUrl: DEFAULT_BASE_URL, siteType: null, ...more };
}

export function isSelected({ selected }: Pick<AuditRequest, 'selected'>, id: string): boolean {
  return selected?.includes(id) ?? true;
}
