/** Evidence about an API: the signs that the site has one, and the JSON schemas that the API references. */

import { plain } from '../../base/text.ts';
import type { OpenApi } from '../parse/openapi.ts';
import { apiBase } from '../parse/openapi-operations.ts';
import type { Facts } from './facts.ts';
import type { Answer, Reply } from './reply.ts';
import type { Inconclusive, Surface } from './surface.ts';

export interface Present {
  readonly state: 'present';
  readonly evidence: Facts;
}

/** Returns the evidence of a broken OpenAPI description: a 200 response that is invalid, or a 5xx for the first path only. */
export function brokenDescription([first, ...others]: readonly OpenApiPath[]): Facts | undefined {
  const fails = ({ reply }: OpenApiPath) => reply.kind === 'answer' && reply.answer.status >= 500;
  if (first !== undefined && fails(first) && !others.some(fails)) return first.description.evidence;
  return [first, ...others].find(
    (path) =>
      path?.description.state === 'broken' &&
      path.reply.kind === 'answer' &&
      path.reply.answer.status === 200,
  )?.description.evidence;
}

/** A path that no API has. It is appended to the API's base URL. */
const UNKNOWN_API_PATH = '/anc-web-audit-no-such-api';

/** Returns the URL of a path that the API does not have. `base` describes the API's base path and how it was found. */
export function unknownApiPath(
  openapi: Surface<OpenApi>,
  origin: URL,
): { readonly url: string; readonly base: string } {
  if (openapi.state !== 'found') {
    return { url: origin.origin + UNKNOWN_API_PATH, base: 'base /: no OpenAPI description was found' };
  }
  const { url, source } = apiBase(openapi.value, openapi.answer.url, origin);
  const member = openapi.value.document.swagger === undefined ? '`servers`' : '`basePath`';
  const why = {
    servers: `from ${member} in the description`,
    paths: 'the longest folder that all described paths share',
    none: `${member} has no folder, and the described paths share none`,
  };
  return { url: url + UNKNOWN_API_PATH, base: `base ${plain(new URL(url).pathname, 200)}: ${why[source]}` };
}

/** Returns whether a response comes from a path below the API's base path. */
export function isOfApi(openapi: Surface<OpenApi>, { requestedUrl }: Answer): boolean {
  const url = new URL(requestedUrl);
  const { pathname } = new URL(unknownApiPath(openapi, url).url);
  return url.pathname.startsWith(pathname.slice(0, pathname.lastIndexOf('/') + 1));
}

export interface OpenApiPath {
  readonly reply: Reply;
  readonly description: Surface<OpenApi>;
}

/** The result for one schema. `mistyped`: without schema keywords or with a wrong media type. `bad`: missing or not JSON. */
export type SchemaReply =
  | { readonly state: 'good' | 'mistyped' | 'bad'; readonly evidence: Facts }
  | Inconclusive;

/** The results for the requested schemas. `inconclusive` says why there may be schemas that the audit did not see. */
export interface SchemaReplies {
  readonly schemas: readonly SchemaReply[];
  readonly inconclusive: Inconclusive | undefined;
}
