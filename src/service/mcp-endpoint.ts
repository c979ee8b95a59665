/** The MCP endpoint that a caller names for an audit: a path on the target. */
import { plain } from '../base/text.ts';
import { sitePath } from '../base/url.ts';
import { ServiceError } from './errors.ts';

/** The maximum length of a path, in characters: a key of the store holds three bytes for each, and has a limit of 600. */
export const ENDPOINT_CHARS = 100;

/**
 * Returns the path, with its query, in the one spelling that keys and addresses use.
 *
 * @throws ServiceError `invalid_target` for any other text, such as a URL
 */
export function endpointPath(text: string): string {
  const path = sitePath(text.trim());
  if (path !== undefined && path.length <= ENDPOINT_CHARS) return path;
  throw new ServiceError(
    'invalid_target',
    `mcp_endpoint is a path on the target, such as /v1/mcp, of at most ${ENDPOINT_CHARS} characters, not “${plain(text, 80)}”.`,
  );
}
