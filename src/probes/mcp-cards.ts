/** MCP server cards: the canonical one, and the older paths. */

import { readDocument } from '../evidence/document.ts';
import { answerFacts } from '../evidence/facts.ts';
import type { CardAt } from '../evidence/mcp-cards.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { isHtml, type SiteBehaviour, type Surface } from '../evidence/surface.ts';
import { headerOf } from '../parse/headers.ts';
import { parseJsonObject } from '../parse/json.ts';
import { isClientConfiguration, type McpCard } from '../parse/mcp-card.ts';
import { anyUrl } from '../parse/url.ts';
import type { ProbeClient } from './client.ts';
import type { ProbeContext } from './probe.ts';
import { siteBehaviour } from './root.ts';

/** Where the card belongs. */
export const MCP_CARD_PATH = '/.well-known/mcp/server-card.json';
/** Where cards were before; what is left there should redirect to the canonical path. */
export const CARD_ALIASES = ['/.well-known/mcp.json', '/.well-known/mcp', '/mcp.json'] as const;

/** Asks all four paths at once, the canonical one first in the list. */
export async function askCards(context: ProbeContext): Promise<readonly Promise<CardAt>[]> {
  const origin = await context.origin();
  const site = siteBehaviour(context);
  return [MCP_CARD_PATH, ...CARD_ALIASES].map((path) => askCard(context.client, new URL(path, origin), site));
}

/** The first answer is asked for without following, because aliases are judged by their redirect. */
async function askCard(client: ProbeClient, url: URL, site: Promise<SiteBehaviour>): Promise<CardAt> {
  const path = url.pathname;
  const canonical = new URL(MCP_CARD_PATH, url).href;
  if (url.href === canonical) {
    return { path, card: readCard(await client.request(url), await site), redirect: undefined };
  }
  const first = await client.request(url, { follow: false });
  const redirect = first.kind === 'answer' ? redirectOf(first.answer) : undefined;
  if (redirect === undefined) {
    // A page for people may stand at these paths; only at the canonical one is it in the place of a card.
    const page = first.kind === 'answer' && first.answer.status === 200 && isHtml(first.answer);
    const card: Surface<McpCard> = page
      ? { state: 'absent', evidence: answerFacts(first.answer, 'an HTML page') }
      : readCard(first, await site);
    return { path, card, redirect };
  }
  const rest = await client.request(redirect.to === canonical ? canonical : url);
  return { path, card: readCard(rest, await site), redirect };
}

function redirectOf({ status, headers, url }: Answer): CardAt['redirect'] {
  const location = headerOf(headers, 'location');
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined;
  const to = anyUrl(location, url);
  if (to === undefined) return undefined;
  to.hash = '';
  return { status, to: to.href };
}

function readCard(reply: Reply, site: SiteBehaviour): Surface<McpCard> {
  const card = readDocument(reply, site, ({ text }) => parseJsonObject(text));
  if (card.state !== 'found' || !isClientConfiguration(card.value)) return card;
  return {
    state: 'absent',
    evidence: answerFacts(card.answer, 'a configuration for MCP clients, no card'),
  };
}
