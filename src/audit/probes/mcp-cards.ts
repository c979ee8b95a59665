/** Probes for MCP server cards at their usual path and at older paths. */

import { headerOf } from '../../base/headers.ts';
import { parseJsonObject } from '../../base/json.ts';
import { atOrigin } from '../../base/same-site.ts';
import { anyUrl, pathOf } from '../../base/url.ts';
import { readDocument } from '../evidence/document.ts';
import { answerFacts } from '../evidence/facts.ts';
import type { CardAt, HostedCard, ListedCards } from '../evidence/mcp-cards.ts';
import type { McpEndpoint } from '../evidence/mcp-endpoint.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { isHtml, isInconclusive, readSurface, type Surface } from '../evidence/surface.ts';
import {
  CARD_TYPE,
  cardEndpoints,
  cardHasTransport,
  cardName,
  catalogCards,
  isCardType,
  isClientConfiguration,
  type McpCard,
} from '../parse/mcp-card.ts';
import type { ProbeContext } from './probe.ts';
import { siteBehavior } from './root.ts';
import { unlessShared } from './shared-page.ts';

export const MCP_CARD_PATH = '/.well-known/mcp/server-card.json';
/** Older paths of the MCP server card, which should redirect to `MCP_CARD_PATH`. */
export const CARD_ALIASES = ['/.well-known/mcp.json', '/.well-known/mcp', '/mcp.json'] as const;

/** Requests the MCP server card at all four paths at once. `MCP_CARD_PATH` comes first in the result. */
export async function askCards(context: ProbeContext): Promise<readonly Promise<CardAt>[]> {
  const origin = await context.origin();
  return [MCP_CARD_PATH, ...CARD_ALIASES].map((path) => askCard(context, new URL(path, origin)));
}

/** Requests an MCP server card. At older paths, first requests it without following redirects, which a check tests. */
async function askCard(context: ProbeContext, url: URL): Promise<CardAt> {
  const { client } = context;
  const path = url.pathname;
  const canonical = new URL(MCP_CARD_PATH, url).href;
  if (url.href === canonical) {
    return { path, card: await readCard(context, await client.request(url)), redirect: undefined };
  }
  const first = await client.request(url, { follow: false });
  const redirect = first.kind === 'answer' ? redirectOf(first.answer) : undefined;
  if (redirect === undefined) {
    // Older paths may have a page for people, so a page there is not a broken card.
    const page = first.kind === 'answer' && first.answer.status === 200 && isHtml(first.answer);
    const card: Surface<McpCard> = page
      ? { state: 'absent', evidence: answerFacts(first.answer, 'an HTML page') }
      : await readCard(context, first);
    return { path, card, redirect };
  }
  const rest = await client.request(redirect.to === canonical ? canonical : url);
  return { path, card: await readCard(context, rest), redirect };
}

function redirectOf({ status, headers, url }: Answer): CardAt['redirect'] {
  const location = headerOf(headers, 'location');
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const to = anyUrl(location, url);
  if (to === undefined) return undefined;
  to.hash = '';
  return { status, to: to.href };
}

async function readCard(context: ProbeContext, reply: Reply): Promise<Surface<McpCard>> {
  const read = readDocument(reply, await siteBehavior(context), ({ text }) => parseJsonObject(text));
  const card = await unlessShared(context, 'mcp card', reply, read, isCard);
  if (card.state !== 'found' || !isClientConfiguration(card.value)) return card;
  return {
    state: 'absent',
    evidence: answerFacts(card.answer, 'a configuration for MCP clients, not a card'),
  };
}

export const CATALOG_PATHS = ['/.well-known/ai-catalog.json', '/.well-known/ard.json'] as const;

const ACCEPT_CARD = `${CARD_TYPE}, application/json;q=0.9`;

/** Reads the MCP server cards in catalogs, and those that the home page or the api-catalog links to. */
export async function listedCards(context: ProbeContext): Promise<ListedCards> {
  const [catalogs, linked] = await Promise.all([readCatalogs(context), linkedCards(context)]);
  const visited = new Set<string>();
  const cards = [...catalogs.flatMap(({ cards }) => cards), ...linked].filter(({ card }) => {
    // A catalog, a header and the HTML may reference the same card. Equal cards are listed once.
    const where = JSON.stringify(card.state === 'found' ? [card.answer.url, card.value.name] : card.evidence);
    return !visited.has(where) && visited.add(where);
  });
  return { cards, inconclusive: catalogs.flatMap(({ inconclusive }) => inconclusive) };
}

/** Reads the MCP server card at `<endpoint>/server-card`, a path that an MCP extension defines. */
export async function cardBesideEndpoint(context: ProbeContext, { url }: McpEndpoint): Promise<HostedCard> {
  const at = new URL(url);
  at.pathname = `${at.pathname.replace(/\/$/, '')}/server-card`;
  at.search = '';
  return { source: at.pathname, card: await askForCard(context, at) };
}

/** Reads the first catalog that exists. If there are two catalogs, they are usually the same. */
async function readCatalogs(context: ProbeContext): Promise<readonly ListedCards[]> {
  const read: ListedCards[] = [];
  for (const path of CATALOG_PATHS) {
    const catalog = await cardsOf(context, path);
    read.push(catalog);
    if (catalog.isThere) break;
  }
  return read;
}

async function cardsOf(context: ProbeContext, path: string): Promise<ListedCards & { isThere: boolean }> {
  const origin = await context.origin();
  const [reply, site] = await Promise.all([
    context.client.request(new URL(path, origin)),
    siteBehavior(context),
  ]);
  const catalog = readSurface(reply, site, ({ text }) => parseJsonObject(text));
  if (isInconclusive(catalog))
    return { cards: [], inconclusive: [{ source: path, surface: catalog }], isThere: false };
  if (catalog.state !== 'found') return { cards: [], inconclusive: [], isThere: false };
  const listed = catalogCards(catalog.value, catalog.answer.url, origin);
  const cards = listed.map(async (one) => ({
    source: path,
    card: 'url' in one ? await askForCard(context, new URL(one.url)) : { ...catalog, value: one.card },
  }));
  return { cards: await Promise.all(cards), inconclusive: [], isThere: true };
}

/** Matches the path of an MCP registry document. No standard defines this path, so it is requested only if linked. */
const SERVER_JSON = /\/server\.json$/;

interface Link {
  /** An absolute URL. */
  readonly href: string;
  readonly type: string | undefined;
}

/** Reads linked MCP server cards and `server.json` files. Leaves out cards on other hosts whose endpoint is not on this site. */
async function linkedCards(context: ProbeContext): Promise<readonly HostedCard[]> {
  const [origin, root, html, catalog] = await Promise.all([
    context.origin(),
    context.get('root'),
    context.get('rootHtml'),
    context.get('apiCatalog'),
  ]);
  const isOwn = ({ href }: Link) => atOrigin(new URL(href), origin) !== undefined;
  const from = async (source: string, links: readonly Link[]) => {
    const named =
      links.find(({ type }) => isCardType(type)) ??
      links.find((link) => SERVER_JSON.test(pathOf(link.href)) && isOwn(link));
    if (named === undefined) return [];
    const atSite = atOrigin(new URL(named.href), origin);
    const card = await askForCard(context, atSite ?? new URL(named.href));
    const isOwnCard = atSite !== undefined && isCardType(named.type);
    return isOwnCard || namesOwnEndpoint(card, origin) ? [{ source, card }] : [];
  };
  const linked = await Promise.all([
    root.state === 'found' ? from('the Link header', root.value.links) : [],
    html.state === 'found' ? from('the HTML', html.value.links) : [],
    catalog.state === 'found' ? from('the api-catalog', catalog.value.descriptions.filter(isOwn)) : [],
  ]);
  return linked.flat();
}

function namesOwnEndpoint(card: Surface<McpCard>, origin: URL): boolean {
  if (card.state !== 'found') return false;
  return cardEndpoints(card.value, card.answer.url).some(
    ({ url }) => atOrigin(new URL(url), origin) !== undefined,
  );
}

async function askForCard(context: ProbeContext, url: URL): Promise<Surface<McpCard>> {
  // An endpoint may also handle paths below its own path and open a stream. `enough` stops the request after the headers.
  const reply = await context.client.request(url, { accept: ACCEPT_CARD, enough: () => true });
  const read = readSurface(reply, await siteBehavior(context), ({ text }) => parseJsonObject(text));
  return unlessShared(context, 'mcp card', reply, read, isCard);
}

/** Returns whether a card has a name and an address of its server. */
function isCard(card: McpCard, url: string): boolean {
  return cardName(card) !== undefined && cardHasTransport(card, url);
}
