/** MCP server cards, and where they were found. */

import type { McpCard } from '../parse/mcp-card.ts';
import type { Inconclusive, Surface } from './surface.ts';

export interface CardAt {
  readonly path: string;
  readonly card: Surface<McpCard>;
  /** The status and the absolute target of the first redirect, if there is one. */
  readonly redirect: { readonly status: number; readonly to: string } | undefined;
}

/** An MCP server card that a catalog or a link names, or that is at `<endpoint>/server-card`. */
export interface HostedCard {
  /** How the card was found: a catalog's path, words such as `the Link header`, or the card's own path below the MCP endpoint. */
  readonly source: string;
  readonly card: Surface<McpCard>;
}

export interface ListedCards {
  readonly cards: readonly HostedCard[];
  /** Documents that may list more cards but could not be read. */
  readonly inconclusive: readonly { readonly source: string; readonly surface: Inconclusive }[];
}
