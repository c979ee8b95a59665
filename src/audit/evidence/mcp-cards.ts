/** MCP server cards: where they were found. */

import type { McpCard } from '../parse/mcp-card.ts';
import type { Inconclusive, Surface } from './surface.ts';

/** One path at which a card may be. */
export interface CardAt {
  readonly path: string;
  /** The card, redirects followed. */
  readonly card: Surface<McpCard>;
  /** The first answer's redirect, where it is one: its status, and where it leads (absolute). */
  readonly redirect: { readonly status: number; readonly to: string } | undefined;
}

/** A card in one of the places of 2026. */
export interface HostedCard {
  /** What leads to it: a catalog's path, `the Link header`, or the address beside the endpoint. */
  readonly source: string;
  readonly card: Surface<McpCard>;
}

/** What the documents of the site list. */
export interface ListedCards {
  readonly cards: readonly HostedCard[];
  /** Documents that could not be seen, and may list more. */
  readonly inconclusive: readonly { readonly source: string; readonly surface: Inconclusive }[];
}
