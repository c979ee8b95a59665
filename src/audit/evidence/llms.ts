/** Evidence about llms.txt and related files, and about the targets of the links in llms.txt. */

import { atOrigin } from '../../base/same-site.ts';
import type { LlmsLink } from '../parse/llms-txt.ts';
import { isGone } from './dead-links.ts';
import type { Facts } from './facts.ts';
import { replyFacts } from './facts.ts';
import { isRateLimited, type Reply } from './reply.ts';
import { type Broken, isPageForUnknown, type SiteBehavior, type Surface } from './surface.ts';

export interface MarkdownFile {
  /** Set to the media type if it is HTML, which is wrong for a Markdown file. */
  readonly wrongType?: string;
}

/** Returns the file for checks that depend on it. A file with the wrong media type counts as broken. */
export function ofRightType<S extends Surface<MarkdownFile>>(file: S): S | Broken {
  const isWrong = file.state === 'found' && file.value.wrongType !== undefined;
  return isWrong ? { state: 'broken', evidence: file.evidence } : file;
}

export interface TextFile extends MarkdownFile {
  readonly characters: number;
}

/** The result for one link. `unclear`: the response does not show whether the link works. `aborted`: the audit ended first. */
export interface LinkOutcome {
  readonly url: string;
  readonly state: 'resolves' | 'dead' | 'unclear' | 'aborted';
  readonly evidence: Facts;
}

export interface LlmsLinks {
  readonly total: number;
  readonly outcomes: readonly LinkOutcome[];
}

const MAX_ASKED = 10;

/** Matches text that describes the bare URL after it as an endpoint. Endpoints are not checked: a GET may return anything. */
const CALLED =
  /\b(?:base (?:url|uri|address)|(?:api|endpoints?|graphql|mcp|rpc|sse|webhook)(?: (?:server|url|uri|address|endpoints?)){0,3})$|^(?:post|put|patch|delete)$/i;

/** Returns the links that a reader would follow. Bare URLs described as endpoints are left out. */
export function indexLinks(links: readonly LlmsLink[]): LlmsLink[] {
  return links.filter(({ text, bare }) => bare !== true || !CALLED.test(text));
}

/** Returns up to ten links, starting with links to the site's origin. Samples long lists evenly, to cover every section. */
export function sampleLinks(links: readonly LlmsLink[], origin: URL): LlmsLink[] {
  const atSite = links.map((link) => ({ link, url: atOrigin(new URL(link.url), origin) }));
  const ownLinks = atSite.flatMap(({ link, url }) => (url === undefined ? [] : { ...link, url: url.href }));
  const others = atSite.flatMap(({ link, url }) => (url === undefined ? link : []));
  const chosen = spread(ownLinks, MAX_ASKED);
  return [...chosen, ...spread(others, MAX_ASKED - chosen.length)];
}

function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const chosen = new Set(Array.from({ length: count }, (_, i) => Math.floor((i * items.length) / count)));
  return items.filter((_, i) => chosen.has(i));
}

/** Statuses of link targets that exist but need credentials, payment, a retry, or another method, media type or query. */
const THERE = new Set([400, 401, 402, 403, 405, 406, 415, 422, 426, 429]);

/**
 * Judges the response for one link. A link is dead if its host name cannot exist, or if the response is 404 or 410. A link
 * to the audited origin is also dead if the response is a 5xx or the page for unknown paths, or if its redirects lead
 * nowhere. Other refusals and failures are `unclear`, because a reader may still get the page.
 */
export function linkOutcome(reply: Reply, site: SiteBehavior, origin: URL): LinkOutcome {
  const evidence = replyFacts(reply);
  if (reply.kind === 'aborted') {
    return { url: reply.requestedUrl, state: reply.overLimit === true ? 'unclear' : 'aborted', evidence };
  }
  if (reply.kind === 'failed') {
    // Names ending in `.invalid` never exist (RFC 6761, section 6.4), so they need no lookup.
    const isNoHost = reply.redirected !== true && /\.invalid\.?$/.test(new URL(reply.requestedUrl).hostname);
    return { url: reply.requestedUrl, state: isNoHost ? 'dead' : 'unclear', evidence };
  }
  const { answer } = reply;
  const url = answer.requestedUrl;
  if (isRateLimited(reply) && reply.rateLimit === 'confirmed') return { url, state: 'resolves', evidence };
  if (reply.kind === 'blocked') return { url, state: 'unclear', evidence };
  const sameOrigin = new URL(url).origin === origin.origin;
  if (answer.status >= 500 || answer.lost !== undefined) {
    return { url, state: sameOrigin ? 'dead' : 'unclear', evidence };
  }
  if (isGone(answer)) return { url, state: 'dead', evidence };
  if (answer.status >= 400)
    return { url, state: THERE.has(answer.status) ? 'resolves' : 'unclear', evidence };
  if (sameOrigin && new URL(url).pathname !== '/' && isPageForUnknown(answer, site.notFound)) {
    const detail = 'the same page as for unknown paths';
    return { url, state: 'dead', evidence: replyFacts(reply, detail) };
  }
  return { url, state: 'resolves', evidence };
}
