/** The options of an audit. They are plain data, passed from the command line to the envelope and to the audit process. */

import { DEFAULT_BASE_URL } from '../base/versions.ts';
import type { SiteType } from './check-texts/vocabulary.ts';
import type { Target } from './target.ts';

export interface AuditRequest {
  readonly target: Target;
  /** The catalog's URL, without a trailing slash. The scorecard links to its guides. */
  readonly baseUrl: string;
  readonly siteType: SiteType;
  /** The origin that the site uses for itself, such as production in a preview. Its URLs are requested at the target. */
  readonly canonicalOrigin?: string | undefined;
  /** The MCP endpoint that the caller named: a path on the site, or an absolute URL, which does not count as another site. */
  readonly mcpEndpoint?: string | undefined;
  /** The path and query that the caller typed after the host. It is the MCP endpoint if it responds as MCP. */
  readonly typedPath?: string | undefined;
  /** The ids of the checks to run. Other checks are `skip`. Default: all. */
  readonly selected?: readonly string[] | undefined;
  /** Whether the scorecard belongs to the public catalog. */
  readonly publicListing?: boolean | undefined;
  /** Whether the audit ends with `target_declined` if robots.txt declines. Without it, only the outcome says so. */
  readonly heedDecline?: boolean | undefined;
}

/** Returns a request in which defaults fill the missing options. */
export function requestFor(target: Target, more: Partial<AuditRequest> = {}): AuditRequest {
  return { target, baseUrl: DEFAULT_BASE_URL, siteType: null, ...more };
}

export function isSelected({ selected }: Pick<AuditRequest, 'selected'>, id: string): boolean {
  return selected?.includes(id) ?? true;
}
