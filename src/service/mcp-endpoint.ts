/** Reads the MCP endpoint to audit, which the caller passes as a separate path or as the path of the target's URL. */
import type { Envelope } from '../audit/scorecard/schema.ts';
import { plain } from '../base/text.ts';
import { namesPath, sitePath, typedPath } from '../base/url.ts';
import type { ServiceAuditRequest } from './api.ts';
import { ServiceError } from './errors.ts';

/** The maximum length of a path, in characters. A store key has at most 600 bytes, and a character takes up to three. */
export const ENDPOINT_CHARS = 100;

/**
 * Returns the path and query of an MCP endpoint, normalized as in store keys and URLs.
 * @throws ServiceError `invalid_target` if `text` is not a path or is too long
 */
export function endpointPath(text: string): string {
  const path = sitePath(text.trim());
  if (path !== undefined && path.length <= ENDPOINT_CHARS) return path;
  throw new ServiceError(
    'invalid_target',
    `mcp_endpoint is a path on the target, such as /v1/mcp, of at most ${ENDPOINT_CHARS} characters, not “${plain(text, 80)}”.`,
  );
}

const LIKE_ENDPOINT = /\/(?:mcp|sse)\/?(?:\?|$)/i;
/** Matches the endpoint paths that every audit tries. For a URL with such a path, the site's normal scorecard is enough. */
const USUAL = /^\/(?:(?:api\/)?mcp|sse)$/;

/**
 * Returns the endpoint that the caller names, else the path in `typed` if it looks like an MCP endpoint. An audit uses a path
 * from `typed` only if an MCP server responds there.
 * @param typed the target as the caller typed it; `parseTarget` has accepted it
 * @param named empty or `undefined` if the caller names no endpoint
 * @throws ServiceError `invalid_target` if `named` is not a path
 */
export function endpointIn(
  typed: string,
  named: string | undefined,
): Pick<ServiceAuditRequest, 'mcpEndpoint' | 'isSuggested'> {
  if (named) return { mcpEndpoint: endpointPath(named) };
  const path = typedPath(typed);
  if (path === undefined || path.length > ENDPOINT_CHARS || !LIKE_ENDPOINT.test(path) || USUAL.test(path))
    return {};
  return { mcpEndpoint: path, isSuggested: true };
}

/** Returns whether the caller typed a path that the audit ignored because it is not the MCP endpoint. */
export function leavesPath(typed: string, { target_url, scorecard }: Envelope): boolean {
  return namesPath(typed) && scorecard.mcp_endpoint !== new URL(target_url).origin + (typedPath(typed) ?? '');
}
