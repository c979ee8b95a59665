/** Finds links on a site's pages to resources for programs, and decides which of these links are dead. */

import { MAX_URL_CHARS } from '../../base/limits.ts';
import { isFeedType, isMachineType, isMarkdownType, parseMediaType } from '../../base/media-type.ts';
import { sameSite } from '../../base/same-site.ts';
import { looksLikeHtml, withoutTrailing } from '../../base/text.ts';
import { pathOf, webUrl } from '../../base/url.ts';
import type { HtmlLink } from '../parse/html-facts.ts';
import type { Link } from '../parse/link-header.ts';
import { type Facts, replyFacts } from './facts.ts';
import type { Answer, Reply } from './reply.ts';
import { isPageForUnknown } from './surface.ts';

export interface DeadLink {
  readonly href: string;
  readonly evidence: Facts;
}

/** Returns the link if its response shows that the link is dead. A refusal or a failed request does not show this. */
export function deadLink(href: string, reply: Reply, notFound: Reply): DeadLink | undefined {
  if (reply.kind !== 'answer') return undefined;
  if (isGone(reply.answer)) return { href, evidence: replyFacts(reply) };
  return isPageForUnknown(reply.answer, notFound)
    ? { href, evidence: replyFacts(reply, 'the same page as for unknown paths') }
    : undefined;
}

export function isGone({ status }: Answer): boolean {
  return status === 404 || status === 410;
}

/** Relations that mark a link as intended for agents, whatever its URL. */
const AGENT_RELS = new Set(['service-desc', 'service-doc', 'service-meta', 'api-catalog', 'describedby']);

/** Link relations for browsers and search engines. Links with these relations are never checked. */
const BROWSER_RELS = new Set([
  'preload',
  'modulepreload',
  'prefetch',
  'prerender',
  'preconnect',
  'dns-prefetch',
  'canonical',
  'shortlink',
  'stylesheet',
  'icon',
  'manifest',
]);

const AGENT_TARGET = /^\/\.well-known\/.|\/llms(-full)?\.txt$/;

/** Returns whether a link in a `Link` header is for agents, by its relation, path or media type. */
export function isAgentLink({ rel, href, type }: Link): boolean {
  if (BROWSER_RELS.has(rel)) return false;
  if (AGENT_RELS.has(rel) || AGENT_TARGET.test(new URL(href).pathname)) return true;
  return rel === 'alternate' && isMachineType(parseMediaType(type));
}

/** Returns whether a `<link>` element is for programs, by its relation, media type or file extension. */
export function isMachineLink({ rel, href, type }: HtmlLink): boolean {
  if (rel.includes('service-desc') || rel.includes('service-doc')) return true;
  if (!rel.includes('alternate') || rel.includes('stylesheet')) return false;
  const mediaType = parseMediaType(type);
  if (isMachineType(mediaType)) return true;
  if (isFeedType(mediaType) || mediaType?.suffix === 'oembed') return false;
  return /\.(md|json|txt)$/i.test(new URL(href).pathname);
}

/** Returns whether a URL has the path of a resource for programs, such as an MCP endpoint or a sitemap. */
export function isMachineSurface(target: string): boolean {
  const url = webUrl(target);
  if (url === undefined) return false;
  const path = withoutTrailing(url.pathname.toLowerCase(), '/');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    path.includes('/.well-known/') ||
    /\.(md|markdown|json|jsonld)$/.test(name) ||
    /^(llms(-[\w-]+)?\.txt|mcp|(openapi|swagger)([.-][\w.-]*)?|sitemap[\w.-]*(\.xml(\.gz)?)?)$/.test(name)
  );
}

/** Returns whether a response is declared as Markdown or plain text and does not look like HTML. */
export function isTextPage({ type, text }: Answer): boolean {
  return (isMarkdownType(type) || type?.essence === 'text/plain') && !looksLikeHtml(text);
}

/** Returns the links on a "not found" page that lead to other pages, in order and without duplicates. */
export function recoveryLinks(answer: Answer): readonly string[] {
  return [...new Set(pageLinks(answer.text, answer.url).filter((link) => isWayOn(link, answer)))];
}

/** Returns whether the target of a link is another page of the same host, or documentation on another host of the site. */
function isWayOn(link: string, answer: Answer): boolean {
  if (link.includes(pathOf(answer.requestedUrl).slice(1))) return false;
  const { host, pathname } = new URL(link);
  if (host === new URL(answer.url).host) return true;
  return (
    sameSite(link, answer.url) &&
    (/^docs?\./.test(host) || /^\/(docs?|llms(-full)?\.txt|sitemap[^/]*\.xml)(\/|$)/.test(pathname))
  );
}

/** The maximum number of characters searched for links. The searched pages are "not found" pages, which are short. */
const MAX_CHARS = 200_000;
/** The maximum number of links collected. Markdown links are collected before plain URLs. */
const MAX_LINKS = 5_000;
const INLINE_LINK = /\]\(\s*<?([^\s()<>]+)/g;
const SEPARATORS = /[\s<>()[\]"'`*|]+/;
/** Names of files that guide agents. They count as paths even without a slash. */
const GUIDES = /^(llms(-full)?\.txt|sitemap([_-]index)?\.xml)$/i;

/** Returns the http(s) URLs and paths in a text as absolute URLs. The targets of Markdown links come first. */
export function pageLinks(text: string, page: string): string[] {
  const { host } = new URL(page);
  const read = text.slice(0, MAX_CHARS);
  const targets: string[] = [];
  for (const [, target = ''] of read.matchAll(INLINE_LINK)) {
    if (targets.push(target) >= MAX_LINKS) break;
  }
  for (const raw of read.split(SEPARATORS)) {
    if (targets.length >= MAX_LINKS) break;
    if (raw.length > MAX_URL_CHARS) continue;
    const word = raw.replace(/[.,;:!?]{1,8}$/, '');
    if (/^https?:\/\/./i.test(word) || GUIDES.test(word) || isPath(word)) targets.push(word);
    else if (word.toLowerCase().startsWith(`${host}/`)) targets.push(`//${word}`);
  }
  return targets.flatMap((target) => {
    const url = webUrl(GUIDES.test(target) ? `/${target}` : target, page);
    return url === undefined ? [] : [url.href];
  });
}

/** Returns whether a word is a path, like `/docs`. The slash in `and / or` and positions in a stack trace do not count. */
function isPath(word: string): boolean {
  return /^\/[\w.~%-]/.test(word) && !/:\d/.test(word);
}
