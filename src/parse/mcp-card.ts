/** What an MCP server card says. Its proposals (SEP-1649, SEP-2127) and older practice name the same things differently. */
import { isRecord, isText } from './json.ts';

/** An MCP server card: JSON object, unchecked beyond that. */
export type McpCard = Readonly<Record<string, unknown>>;

/** So many endpoints of one card are looked at. */
const MAX_ENDPOINTS = 3;
const DOCUMENTATION = ['documentation', 'documentationUrl', 'documentation_url', 'docs'] as const;

/**
 * The endpoints that a card names, absolute, each once, in the order of `mcp_endpoint`, `endpoint`, `url`, `transport`,
 * `remotes`, `servers`.
 *
 * @param base the card's URL, which relative ones are resolved against
 */
export function cardEndpoints(card: McpCard, base: string): readonly string[] {
  const { transport } = card;
  const inTransport = isRecord(transport) ? [transport.endpoint, transport.url] : [];
  const named = [card.mcp_endpoint, card.endpoint, card.url, ...inTransport];
  const listed = [card.remotes, card.servers].flatMap((list) =>
    Array.isArray(list)
      ? list.slice(0, MAX_ENDPOINTS).map((one) => (isRecord(one) ? one.url : undefined))
      : [],
  );
  const urls = [...named, ...listed].map((value) => httpUrl(value, base)).filter((url) => url !== undefined);
  return [...new Set(urls)].slice(0, MAX_ENDPOINTS);
}

/** The card's link to documentation, absolute. */
export function cardDocumentation(card: McpCard, base: string): string | undefined {
  return DOCUMENTATION.map((field) => httpUrl(card[field], base)).find((url) => url !== undefined);
}

/** `name`, or `serverInfo.name`. */
export function cardName(card: McpCard): string | undefined {
  const { name, serverInfo } = card;
  if (isText(name)) return name;
  return isRecord(serverInfo) && isText(serverInfo.name) ? serverInfo.name : undefined;
}

/** Whether the card says how to reach the server: an endpoint, or a transport. */
export function cardHasTransport(card: McpCard, base: string): boolean {
  return cardEndpoints(card, base).length > 0 || isText(card.transport) || isRecord(card.transport);
}

function httpUrl(value: unknown, base: string): string | undefined {
  if (!isText(value)) return undefined;
  const url = URL.parse(value.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.hash = '';
  return url.href;
}
