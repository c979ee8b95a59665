/** Where llms.txt and an api-catalog name an MCP endpoint: what they call MCP, and not what is written about it. */

import { isRecord, isText, parseJsonObject } from '../../base/json.ts';
import { withoutTrailing } from '../../base/text.ts';
import { documentUrl } from '../../base/url.ts';
import { isCardType } from './mcp-card.ts';

/** An address that is called MCP. */
interface NamedMcp {
  /** Absolute. */
  readonly url: string;
  /** The words, or the path, leave no doubt that the endpoint itself is meant. */
  readonly isPromise: boolean;
}

/** What is looked through, in characters and entries; so many addresses are taken. */
const MAX_CHARS = 256 * 1024;
const MAX_LINE = 1_000;
const MAX_CONTEXTS = 1_000;
const MAX_NAMED = 3;

const MCP = /\bmcp\b|model context protocol/i;
const ENDPOINT = /\b(endpoint|url|transport|streamable)\b/i;
const SERVER = /\b(server|remote|connect)\b/i;
const ABOUT =
  /\b(docs?|documentation|guides?|tutorials?|how to|overview|introduction|intro|quick ?start|getting started|setup|set up|install(ation|ing)?|about|what is|using|examples?|blog|reference|specification|spec|cards?|sdk)\b/i;
const ABOUT_PATH =
  /\/(docs?|documentation|guides?|tutorials?|blog|help|learn|support|reference|articles?|news|wiki)(\/|$)|\.[a-z][a-z0-9]{1,4}$/i;
const ABOUT_HOST = /^(docs?|developers?|help|support|blog|learn|wiki)\./i;
const MCP_PATH = /\/mcp\/?$/i;

/**
 * The addresses that lines of an llms.txt call MCP: a link by its text and what follows it, a bare URL by the words before it.
 *
 * @param base the URL of the file
 */
export function mcpInText(text: string, base: string): readonly NamedMcp[] {
  const found: NamedMcp[] = [];
  for (const line of text.slice(0, MAX_CHARS).split('\n')) {
    if (line.length > MAX_LINE || !MCP.test(line)) continue;
    const links = [...line.matchAll(/\[([^[\]]*)\]\(<?([^()<>\s]+)/g)];
    const [first] = links;
    if (first !== undefined) {
      // Where a line has several links, what stands beside them may be about any.
      const beside = links.length === 1 ? line.replace(first[0], ' ') : '';
      for (const [, label = '', href = ''] of links) add(found, { href, label, beside }, base);
      continue;
    }
    const bare = /https?:\/\/[^\s<>`"'()]+/i.exec(line);
    if (bare === null) continue;
    const label = line.slice(0, bare.index);
    add(
      found,
      { href: withoutTrailing(bare[0], '.,;:'), label, beside: line.slice(bare.index + bare[0].length) },
      base,
    );
  }
  return onceEach(found);
}

/**
 * The addresses that an api-catalog calls MCP: a context at `/mcp`, or a description or item with MCP in its title.
 *
 * @param base the URL of the catalog
 */
export function mcpInCatalog(text: string, base: string): readonly NamedMcp[] {
  const parsed = parseJsonObject(text);
  const linkset = parsed.ok ? parsed.value.linkset : undefined;
  if (!Array.isArray(linkset)) return [];
  const found: NamedMcp[] = [];
  for (const context of linkset.slice(0, MAX_CONTEXTS)) {
    if (!isRecord(context)) continue;
    if (isText(context.anchor) && MCP_PATH.test(context.anchor))
      add(found, { href: context.anchor, label: 'MCP', beside: '' }, base);
    for (const rel of ['item', 'service', 'service-desc']) {
      const targets = context[rel];
      if (!Array.isArray(targets)) continue;
      for (const target of targets.slice(0, MAX_CONTEXTS)) {
        if (!isRecord(target) || !isText(target.href) || isCardType(target.type)) continue;
        const label = isText(target.title) ? target.title.slice(0, MAX_LINE) : '';
        if (MCP.test(label)) add(found, { href: target.href, label, beside: '' }, base);
      }
    }
  }
  return onceEach(found);
}

interface Words {
  readonly href: string;
  /** What the address is called. */
  readonly label: string;
  /** What else is said of it. */
  readonly beside: string;
}

function add(found: NamedMcp[], { href, label, beside }: Words, base: string): void {
  const url = documentUrl(href, base);
  if (url === undefined || ABOUT.test(label) || ABOUT_PATH.test(url.pathname) || ABOUT_HOST.test(url.host))
    return;
  const words = `${label} ${beside}`;
  const isMcpPath = MCP_PATH.test(url.pathname);
  // What is said of another address in passing is not what it is called.
  if (!MCP.test(isMcpPath ? words : label)) return;
  const isPromise = isMcpPath || ENDPOINT.test(words);
  if (isPromise || SERVER.test(words)) found.push({ url: url.href, isPromise });
}

/** Each address once, the surest word on it. */
function onceEach(found: readonly NamedMcp[]): readonly NamedMcp[] {
  const urls = [...new Set(found.map(({ url }) => url))].slice(0, MAX_NAMED);
  return urls.map((url) => ({
    url,
    isPromise: found.some((one) => one.url === url && one.isPromise),
  }));
}
