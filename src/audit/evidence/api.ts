/** The API surface: what shows that there is one, and the schemas that it refers to. */

import { plain } from '../../base/text.ts';
import type { OpenApi } from '../parse/openapi.ts';
import { apiBase } from '../parse/openapi-operations.ts';
import type { Facts } from './facts.ts';
import type { Answer, Reply } from './reply.ts';
import type { Inconclusive, Surface } from './surface.ts';

/** It is there, and what shows it. */
export interface Present {
  readonly state: 'present';
  readonly evidence: Facts;
}

/**
 * A description that is there and does not work: what answers 200 and cannot be read, or `/openapi.json` failing where
 * its neighbours do not. A server that fails on all such paths, or on unusual ones only, describes nothing with that.
 */
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

/** The path that no API has, below the API's base. */
const UNKNOWN_API_PATH = '/anc-web-audit-no-such-api';

/**
 * Returns the URL of a path that the API does not have, and for the evidence the API's base and where it comes from.
 *
 * @param origin that of the audited site
 */
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
    servers: `from ${member} of the description`,
    paths: 'the longest folder that all described paths share',
    none: `${member} of the description names no folder, and the described paths share none`,
  };
  return { url: url + UNKNOWN_API_PATH, base: `base ${plain(new URL(url).pathname, 200)}: ${why[source]}` };
}

/** Whether an answer is one of the API's: it lies below the API's base, as a description in another folder does not. */
export function isOfApi(openapi: Surface<OpenApi>, { asked }: Answer): boolean {
  const url = new URL(asked);
  const { pathname } = new URL(unknownApiPath(openapi, url).url);
  return url.pathname.startsWith(pathname.slice(0, pathname.lastIndexOf('/') + 1));
}

/** What came back from one path, and what it is. */
export interface OpenApiPath {
  readonly reply: Reply;
  readonly description: Surface<OpenApi>;
}

/** One schema that is referred to: served as one, JSON of another type, or neither. */
export type SchemaReply =
  | { readonly state: 'good' | 'mistyped' | 'bad'; readonly evidence: Facts }
  | Inconclusive;

/** The schemas that were asked for; when there are none, why there may be some all the same. */
export interface SchemaReplies {
  readonly schemas: readonly SchemaReply[];
  readonly inconclusive: Inconclusive | undefined;
}
