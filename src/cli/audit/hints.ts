/** What may be said beside a scorecard, because the command could have been another one. */

import { sameSite } from '../../parse/same-site.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { isPublicHost, parseTarget } from '../../target.ts';

/**
 * Where the site names an endpoint on another origin, which is never called: the options that change that.
 * `undefined` where there is nothing to say.
 */
export function hintFor({ target_url, scorecard }: Envelope): string | undefined {
  const { mcp_endpoint, mcp_discovery, canonical_origin } = scorecard;
  const blocked = mcp_discovery.flatMap(({ endpoint, blocked }) =>
    endpoint === undefined || blocked === undefined ? [] : (originOf(endpoint) ?? []),
  );
  const [origin, ...others] = new Set(blocked);
  if (origin === undefined || others.length > 0 || origin === originOf(target_url)) return undefined;
  const mayBePreview = canonical_origin === undefined && !sameSite(origin, target_url);
  const isFound = mcp_endpoint !== null;
  // A public site may well have a second endpoint with somebody else; one on this machine names production.
  if (isFound && (!mayBePreview || isPublicHost(new URL(target_url)))) return undefined;
  const options = [
    ...(mayBePreview
      ? [`--canonical-origin ${origin} audits this site in place of that one, if it is a preview of it`]
      : []),
    ...(isFound ? [] : ['--mcp-endpoint names it, to have it called']),
  ];
  return `The site names an MCP endpoint at ${origin}, another origin, which was not called: ${options.join('; ')}.`;
}

/** An origin that can be shown in a command: its host is one that could be audited. */
function originOf(url: string): string | undefined {
  try {
    return parseTarget(new URL(url).origin).origin;
  } catch {
    return undefined;
  }
}
