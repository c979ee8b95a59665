/** MCP server cards, and where they were found. */

import type { McpCard } from '../parse/mcp-card.ts';
import type { Inconclusive, Surface } from './surface.ts';

export interface CardAt {
  readonly path: string;
  readonly card: Surface<McpCard>;
  /** The first response, if it is a redirect: its status and absolute target. */
  readonly redirect: { readonly status: number; readonly to: string } | undefined;
}

/** A card at one of the locations that were proposed in 2026. */
export interface HostedCard {
  /** The source that names the card: a catalog's path, `the Link header`, or the address next to the endpoint. */
  readonly source: string;
  readonly card: Surface<McpCard>;
}

export interface ListedCards {
  readonly cards: readonly HostedCard[];
  /** Documents that could not be read and may list more cards. */
  readonly inconclusive: readonly { readonly source: string; readonly surface: Inconclusive }[];
}
