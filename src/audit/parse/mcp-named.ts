/** Finds URLs in an llms.txt or API catalog that are described as MCP endpoints. Ignores the URLs of pages about MCP. */

import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import { parseMediaType } from '../../base/media-type.ts';
import { withoutTrailing } from '../../base/text.ts';
import { documentUrl } from '../../base/url.ts';
import { isCardType } from './mcp-card.ts';

interface NamedMcp {
  readonly url: string;
  /** `true` if an API catalog declares the URL as an MCP endpoint; `false` if a title or other text only suggests it. */
  readonly isPromise: boolean;
}

/** The maximum number of characters read from an llms.txt. Lines with more than `MAX_LINE` characters are skipped. */
const MAX_CHARS = 256 * 1024;
const MAX_LINE = 1_000;
const MAX_CONTEXTS = 1_000;
const MAX_NAMED = 3;

const MCP = /\bmcp\b|model context protocol/i;
const ADDRESS = /\b(endpoint|server|address|ur[il]|transport|streamable)\b/i;
const ABOUT =
  /\b(docs?|documentation|guides?|tutorials?|how to|overview|introduction|intro|quick ?start|getting started|setup|set up|install(ation|ing)?|about|what is|using|examples?|blog|reference|specification|spec|cards?|sdk)\b/i;
const ABOUT_PATH =
  /\/(docs?|documentation|guides?|tutorials?|blog|help|learn|support|reference|articles?|news|wiki)(\/|$)|\.[a-z][a-z0-9]{1,4}$/i;
const ABOUT_HOST = /^(docs?|developers?|help|support|blog|learn|wiki)\./i;
const MCP_PATH = /\/mcp\/?$/i;
const ENDPOINT_PATH = /\/(mcp|sse)\/?$/i;
/** Matches the media types of MCP endpoints in catalogs. The media types of cards and manifests do not match. */
const MCP_TYPE = /^application\/(vnd\.|x-)?mcp(\+json)?$/;

/**
 * Returns the URLs in an llms.txt that seem to be MCP endpoints. Their last path segment is `mcp` or `sse`. Their line
 * mentions MCP and has a word such as "endpoint" or "server".
 */
export function mcpInText(text: string, base: string): readonly NamedMcp[] {
  const found: NamedMcp[] = [];
  for (const line of text.slice(0, MAX_CHARS).split('\n')) {
    if (line.length > MAX_LINE || !MCP.test(line)) continue;
    const links = [...line.matchAll(/\[([^[\]]*)\]\(<?([^()<>\s]+)/g)];
    const [first] = links;
    if (first !== undefined) {
      // If a line has several links, the words outside them are ignored, because they may be about any of the links.
      const otherWords = links.length === 1 ? line.replace(first[0], ' ') : '';
      for (const [, label = '', href = ''] of links)
        if (suggests(href, label, otherWords)) add(found, href, base, false);
      continue;
    }
    const bare = /https?:\/\/[^\s<>`"'()]+/i.exec(line);
    if (bare === null) continue;
    const href = withoutTrailing(bare[0], '.,;:');
    const otherWords = line.slice(bare.index + bare[0].length);
    if (suggests(href, line.slice(0, bare.index), otherWords)) add(found, href, base, false);
  }
  return onceEach(found);
}

/**
 * Returns the URLs that an API catalog describes as MCP endpoints. A link context at `/mcp` or a link with an MCP media type
 * declares an endpoint. A title with "MCP" in it only suggests one.
 */
export function mcpInCatalog(text: string, base: string): readonly NamedMcp[] {
  const parsed = parseJsonObject(text);
  const linkset = parsed.ok ? parsed.value.linkset : undefined;
  if (!Array.isArray(linkset)) return [];
  const found: NamedMcp[] = [];
  for (const context of linkset.slice(0, MAX_CONTEXTS)) {
    if (!isRecord(context)) continue;
    if (isText(context.anchor) && MCP_PATH.test(context.anchor)) add(found, context.anchor, base, true);
    for (const rel of ['item', 'service', 'service-desc']) {
      const targets = context[rel];
      if (!Array.isArray(targets)) continue;
      for (const target of targets.slice(0, MAX_CONTEXTS)) {
        if (!isRecord(target) || !isText(target.href) || isCardType(target.type)) continue;
        const title = isText(target.title) ? target.title.slice(0, MAX_LINE) : '';
        const isPromise = isMcpType(target.type);
        if (isPromise || (MCP.test(title) && !ABOUT.test(title))) add(found, target.href, base, isPromise);
      }
    }
  }
  return onceEach(found);
}

/** Returns whether the words around a URL suggest an MCP endpoint. `otherWords` are on the same line but outside the link. */
function suggests(href: string, label: string, otherWords: string): boolean {
  const path = href.replace(/[?#].*$/s, '');
  const words = `${label} ${otherWords}`;
  return (
    ENDPOINT_PATH.test(path) &&
    ADDRESS.test(words) &&
    !ABOUT.test(label) &&
    (MCP_PATH.test(path) || MCP.test(words))
  );
}

function isMcpType(type: unknown): boolean {
  return isText(type) && MCP_TYPE.test(parseMediaType(type)?.essence ?? '');
}

function add(found: NamedMcp[], href: string, base: string, isPromise: boolean): void {
  const url = documentUrl(href, base);
  if (url === undefined || ABOUT_PATH.test(url.pathname) || ABOUT_HOST.test(url.host)) return;
  found.push({ url: url.href, isPromise });
}

/** Removes duplicate URLs. `isPromise` is `true` if it is `true` for at least one of the duplicates. */
function onceEach(found: readonly NamedMcp[]): readonly NamedMcp[] {
  const urls = [...new Set(found.map(({ url }) => url))].slice(0, MAX_NAMED);
  return urls.map((url) => ({
    url,
    isPromise: found.some((one) => one.url === url && one.isPromise),
  }));
}
