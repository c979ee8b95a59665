/** llms.txt and its companions, and where the links in llms.txt lead. */

import { atOrigin } from '../../base/same-site.ts';
import type { LlmsLink } from '../parse/llms-txt.ts';
import { isGone } from './dead-links.ts';
import type { Facts } from './facts.ts';
import { replyFacts } from './facts.ts';
import { isRateLimited, type Reply } from './reply.ts';
import { type Broken, isPageForUnknown, type SiteBehaviour, type Surface } from './surface.ts';

/** A file of Markdown. */
export interface MarkdownFile {
  /** The content type by which it is HTML, which it is not. */
  readonly wrongType?: string;
}

/** A file as those see it that build upon it: one of the wrong type does not work. */
export function ofRightType<S extends Surface<MarkdownFile>>(file: S): S | Broken {
  const isWrong = file.state === 'found' && file.value.wrongType !== undefined;
  return isWrong ? { state: 'broken', evidence: file.evidence } : file;
}

/** A text file that is only known to be there. */
export interface TextFile extends MarkdownFile {
  readonly characters: number;
}

/** What became of one link. `unclear`: the probe says nothing of the link; `aborted`: the audit ended first. */
export interface LinkOutcome {
  readonly url: string;
  readonly state: 'resolves' | 'dead' | 'unclear' | 'aborted';
  readonly evidence: Facts;
}

export interface LlmsLinks {
  /** How many links llms.txt has. */
  readonly total: number;
  /** Those that were asked. */
  readonly outcomes: readonly LinkOutcome[];
}

const MAX_ASKED = 10;

/** Bare URLs that are called rather than read have such a name, and answer a GET as they like. */
const CALLED =
  /\b(?:base (?:url|uri|address)|(?:api|endpoints?|graphql|mcp|rpc|sse|webhook)(?: (?:server|url|uri|address|endpoints?)){0,3})$|^(?:post|put|patch|delete)$/i;

/** The links that lead a reader somewhere: a bare URL that is called an endpoint is no entry of an index. */
export function indexLinks(links: readonly LlmsLink[]): LlmsLink[] {
  return links.filter(({ text, bare }) => bare !== true || !CALLED.test(text));
}

/** Up to ten links, those of the origin first; of many, ten at equal distances, so that every section has its turn. */
export function sampleLinks(links: readonly LlmsLink[], origin: URL): LlmsLink[] {
  const atSite = links.map((link) => ({ link, url: atOrigin(new URL(link.url), origin) }));
  const own = atSite.flatMap(({ link, url }) => (url === undefined ? [] : { ...link, url: url.href }));
  const others = atSite.flatMap(({ link, url }) => (url === undefined ? link : []));
  const chosen = spread(own, MAX_ASKED);
  return [...chosen, ...spread(others, MAX_ASKED - chosen.length)];
}

function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const chosen = new Set(Array.from({ length: count }, (_, i) => Math.floor((i * items.length) / count)));
  return items.filter((_, i) => chosen.has(i));
}

/** Statuses of what is there and wants another request: a method, a type, credentials, a payment, a query, a later time. */
const THERE = new Set([400, 401, 402, 403, 405, 406, 415, 422, 426, 429]);

/**
 * Judges the reply to one link. Dead is what answers 404 or 410, fails with 5xx or runs in a circle on this site, or has no
 * host, and a page that is shown for unknown paths, whatever its status; the home page itself is what it is. What answers a
 * GET with another status of `THERE` is there: an MCP endpoint, a protected page, a search without its query. A host of
 * others that refuses the auditor, fails, or sends it in a circle says nothing of the link: it may well answer a reader. Nor
 * does one that was left out.
 */
export function linkOutcome(reply: Reply, site: SiteBehaviour, origin: URL): LinkOutcome {
  const evidence = replyFacts(reply);
  if (reply.kind === 'aborted') {
    return { url: reply.asked, state: reply.overLimit === true ? 'unclear' : 'aborted', evidence };
  }
  if (reply.kind === 'failed') {
    // Names that never exist (RFC 6761, section 6.4) need no resolver.
    const isNoHost = reply.redirected !== true && /\.invalid\.?$/.test(new URL(reply.asked).hostname);
    return { url: reply.asked, state: isNoHost ? 'dead' : 'unclear', evidence };
  }
  const { answer } = reply;
  const url = answer.asked;
  if (isRateLimited(reply) && reply.rateLimit === 'confirmed') return { url, state: 'resolves', evidence };
  if (reply.kind === 'blocked') return { url, state: 'unclear', evidence };
  const own = new URL(url).origin === origin.origin;
  if (answer.status >= 500 || answer.lost !== undefined) {
    return { url, state: own ? 'dead' : 'unclear', evidence };
  }
  if (isGone(answer)) return { url, state: 'dead', evidence };
  if (answer.status >= 400)
    return { url, state: THERE.has(answer.status) ? 'resolves' : 'unclear', evidence };
  if (own && new URL(url).pathname !== '/' && isPageForUnknown(answer, site.notFound)) {
    const detail = 'the page that the site shows for unknown paths';
    return { url, state: 'dead', evidence: replyFacts(reply, detail) };
  }
  return { url, state: 'resolves', evidence };
}
