/** Parses MCP server cards. The proposals (SEP-1649, SEP-2127) and older cards use different names for the same members. */
import { isRecord, isText } from '../../base/json.ts';
import { parseMediaType } from '../../base/media-type.ts';
import { atOrigin } from '../../base/same-site.ts';
import { documentUrl } from '../../base/url.ts';

/** An MCP server card, which can be any JSON object. */
export type McpCard = Readonly<Record<string, unknown>>;

/** The media type of server cards (SEP-2127). */
export const CARD_TYPE = 'application/mcp-server-card+json';

/** The maximum number of endpoints read from a card, and of cards read from a catalog. */
const MAX_ENDPOINTS = 3;
const MAX_CARDS = 3;
const MAX_ENTRIES = 1_000;
const DOCUMENTATION = ['documentation', 'documentationUrl', 'documentation_url', 'docs'] as const;

interface CardEndpoint {
  readonly url: string;
  /** Whether the card declares the HTTP+SSE transport of MCP 2024-11-05. */
  readonly sse: boolean;
  /** Whether the URL appears only in the card's `url` member, which may be the URL of the site instead of an endpoint. */
  readonly vague: boolean;
}

/**
 * Returns the endpoints in a card without duplicates, in the order `mcp_endpoint`, `endpoint`, `url`, `endpoints.mcp`,
 * `transport`, `transports`, `remotes`, `servers`. Omits URL templates with variables such as `{tenant}` (SEP-2127), because
 * their values are unknown. Also omits transports without HTTP (`stdio`, `webmcp`).
 */
export function cardEndpoints(card: McpCard, base: string): readonly CardEndpoint[] {
  const found = new Map<string, CardEndpoint>();
  const add = (value: unknown, type: unknown, vague = false) => {
    const url = isText(value) && value.includes('{') ? undefined : httpUrl(value, base);
    if (url === undefined || isWithoutHttp(type)) return;
    const before = found.get(url);
    if (before === undefined) found.set(url, { url, sse: isSse(type), vague });
    else if (before.vague && !vague) found.set(url, { ...before, vague });
  };
  const { transport, transports, endpoints } = card;
  const names = Array.isArray(transports) && transports.every(isText) ? transports : undefined;
  const type = (isRecord(transport) ? transport.type : transport) ?? names ?? card.type;
  add(card.mcp_endpoint, type);
  add(card.endpoint, type);
  add(card.url, type, true);
  if (isRecord(endpoints)) add(endpoints.mcp, type);
  if (isRecord(transport)) {
    add(transport.endpoint, type);
    add(transport.url, type);
  }
  for (const list of [transports, card.remotes, card.servers]) {
    if (!Array.isArray(list)) continue;
    for (const one of list.slice(0, MAX_ENDPOINTS))
      if (isRecord(one)) add(one.url, one.type ?? one.transport);
  }
  return [...found.values()].slice(0, MAX_ENDPOINTS);
}

/** @param type the name of a transport, or a list of names */
function isSse(type: unknown): boolean {
  if (Array.isArray(type))
    return type.length > 0 && type.slice(0, MAX_ENDPOINTS).every((one) => isText(one) && isSse(one));
  return isText(type) && /^(http\+)?sse$/i.test(type.trim());
}

/** @param type the name of a transport, or a list of names */
function isWithoutHttp(type: unknown): boolean {
  if (Array.isArray(type))
    return type.length > 0 && type.slice(0, MAX_ENDPOINTS).every((one) => isText(one) && isWithoutHttp(one));
  return isText(type) && /^(stdio|web-?mcp)$/i.test(type.trim());
}

export function cardDocumentation(card: McpCard, base: string): string | undefined {
  return DOCUMENTATION.map((field) => httpUrl(card[field], base)).find((url) => url !== undefined);
}

export function cardName(card: McpCard): string | undefined {
  const { name, serverInfo } = card;
  if (isText(name)) return name;
  return isRecord(serverInfo) && isText(serverInfo.name) ? serverInfo.name : undefined;
}

/** Returns whether the card tells clients how to reach the server, with an endpoint or a transport. */
export function cardHasTransport(card: McpCard, base: string): boolean {
  const { transport, transports, remotes } = card;
  if (cardEndpoints(card, base).length > 0 || isText(transport) || isRecord(transport)) return true;
  if ([transport, transports].some((names) => Array.isArray(names) && names.some(isText))) return true;
  // A URL template is not an endpoint, but clients can create an endpoint's URL from it.
  return Array.isArray(remotes) && remotes.some((remote: unknown) => isRecord(remote) && isText(remote.url));
}

/** Returns whether the JSON is a configuration for MCP clients (`mcpServers`) instead of a card. */
export function isClientConfiguration(card: McpCard): boolean {
  return isRecord(card.mcpServers) && cardName(card) === undefined;
}

/** A card in a catalog: the card itself, or the URL to read it from. */
type CatalogCard = { readonly url: string } | { readonly card: McpCard };

/**
 * Returns the MCP server cards in an AI catalog or ARD manifest (SEP-2127, "Server Card Entries"). An entry for a card has the
 * media type of cards, and either a `url` or the card itself (`data`). Omits cards on other hosts, which describe other sites.
 */
export function catalogCards(catalog: McpCard, base: string, origin: URL): readonly CatalogCard[] {
  if (!Array.isArray(catalog.entries)) return [];
  const cards: CatalogCard[] = [];
  for (const entry of catalog.entries.slice(0, MAX_ENTRIES)) {
    if (cards.length === MAX_CARDS) break;
    if (!isRecord(entry) || !isCardType(entry.type ?? entry.mediaType)) continue;
    const named = isText(entry.url) ? documentUrl(entry.url.trim(), base) : undefined;
    const url = atOrigin(named, origin)?.href;
    if (url !== undefined) cards.push({ url });
    else if (named === undefined && isRecord(entry.data)) cards.push({ card: entry.data });
  }
  return cards;
}

/** Returns whether a value is the media type of server cards, ignoring parameters. */
export function isCardType(type: unknown): boolean {
  return isText(type) && parseMediaType(type)?.essence === CARD_TYPE;
}

function httpUrl(value: unknown, base: string): string | undefined {
  return isText(value) ? documentUrl(value.trim(), base)?.href : undefined;
}

/** The value of `$schema` in a valid server card. */
export const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

/** The maximum number of elements checked in each list. */
const MAX_LISTED = 20;
/** The maximum number of schema differences returned. */
const MAX_NAMED = 5;

const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
const REMOTE_URL = /^(?:https?:\/\/\S+|\{[a-zA-Z_]\w*\}\S*)$/;

/** Returns why a value is invalid; `undefined` if it is valid. */
type Rule = (value: unknown) => string | undefined;

/** Returns up to five differences from the server-card schema of 2026-07-24. If there are more, a last item says how many. */
export function cardSchemaDifferences(card: McpCard): readonly string[] {
  const differences = [
    required(card, '$schema', (value) => (value === CARD_SCHEMA ? undefined : 'not the v1 schema')),
    required(card, 'name', (value) => text(3, 200)(value) ?? matches(NAME, 'namespace/name')(value)),
    required(card, 'version', text(0, 255)),
    required(card, 'description', text(1, 100)),
    optional(card, 'title', text(1, 100)),
    optional(card, 'websiteUrl', uri),
    optional(card, 'repository', members({ source: anyText, url: uri })),
    optional(card, '_meta', (value) => (isRecord(value) ? undefined : 'not an object')),
    optional(card, 'icons', listOf(members({ src: uri }))),
    optional(card, 'remotes', listOf(members({ type: remoteType, url: remoteUrl }))),
  ].filter((difference) => difference !== undefined);
  const more = differences.length - MAX_NAMED;
  return more > 0 ? [...differences.slice(0, MAX_NAMED), `${more} more`] : differences;
}

function required(card: McpCard, member: string, rule: Rule): string | undefined {
  return Object.hasOwn(card, member) ? named(member, rule(card[member])) : `no ${member}`;
}

function optional(card: McpCard, member: string, rule: Rule): string | undefined {
  return Object.hasOwn(card, member) ? named(member, rule(card[member])) : undefined;
}

function named(member: string, why: string | undefined): string | undefined {
  return why === undefined ? undefined : `${member}: ${why}`;
}

const anyText: Rule = (value) => (typeof value === 'string' ? undefined : 'not a string');
const uri: Rule = (value) =>
  anyText(value) ?? (typeof value === 'string' && URL.canParse(value) ? undefined : 'not a URI');
const remoteType: Rule = (value) =>
  value === 'streamable-http' || value === 'sse' ? undefined : 'neither streamable-http nor sse';
const remoteUrl: Rule = (value) => anyText(value) ?? matches(REMOTE_URL, 'an http(s) URL')(value);

/** Returns a rule that accepts strings of `min` to `max` characters, counted as in JSON Schema. */
function text(min: number, max: number): Rule {
  return (value) => {
    if (typeof value !== 'string') return 'not a string';
    // A string of more than `2 * max` UTF-16 code units is too long in any case, so it is not split into characters.
    const { length } = value.length > 2 * max ? value : Array.from(value);
    if (length < min) return `shorter than ${min} characters`;
    return length > max ? `longer than ${max} characters` : undefined;
  };
}

function matches(pattern: RegExp, form: string): Rule {
  return (value) => (typeof value === 'string' && pattern.test(value) ? undefined : `not ${form}`);
}

function members(rules: Readonly<Record<string, Rule>>): Rule {
  return (value) => {
    if (!isRecord(value)) return 'not an object';
    for (const [member, rule] of Object.entries(rules)) {
      const why = required(value, member, rule);
      if (why !== undefined) return why;
    }
    return undefined;
  };
}

function listOf(rule: Rule): Rule {
  return (value) => {
    if (!Array.isArray(value)) return 'not an array';
    return value
      .slice(0, MAX_LISTED)
      .map(rule)
      .find((why) => why !== undefined);
  };
}
