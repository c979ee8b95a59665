/** MCP server cards, and where they were found. */

import type { McpCard } from '../parse/mcp-card.ts';
import type { Inconclusive, Surface } from './surface.ts';

export interface CardAt {
  readonly path: string;
  readonly card: Surface<McpCard>;
  /** The status and the absolute target of the first redirect, if there is one. */
  readonly redirect: { readonly status: number; readonly to: string } | undefined;
}

/** An MCP server card at one of the locations proposed in 2026. */
export interface HostedCard {
  /** Where the card's URL comes from: a catalog's path, `the Link header`, or the MCP endpoint next to the card. */
  readonly source: string;
  readonly card: Surface<McpCard>;
}

export interface ListedCards {
  readonly cards: readonly HostedCard[];
  /** Documents that may list more cards but could not be read. */
  readonly inconclusive: readonly { readonly source: string; readonly surface: Inconclusive }[];
}
