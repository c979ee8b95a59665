import { agentDiscoveryAuth } from './agent-discovery-auth.ts';
import { api } from './api.ts';
import { botCrawlPolicy } from './bot-crawl-policy.ts';
import type { Definition } from './definition.ts';
import { discoverability } from './discoverability.ts';
import { htmlDefinitions } from './html.ts';
import { llms } from './llms.ts';
import { markdown } from './markdown.ts';
import { mcpDocuments } from './mcp-documents.ts';
import { mcpCors, mcpHttp } from './mcp-http.ts';
import { mcpModern } from './mcp-modern.ts';
import { mcpStateful } from './mcp-stateful.ts';
import { CATEGORIES, type CategoryId, type Keyword } from './vocabulary.ts';
import { webmcp } from './webmcp.ts';

const families = [
  ...discoverability,
  ...llms,
  ...markdown,
  ...htmlDefinitions,
  ...botCrawlPolicy,
  ...api,
  ...mcpStateful,
  ...mcpModern,
  ...mcpHttp,
  ...mcpCors,
  ...mcpDocuments,
  ...webmcp,
  ...agentDiscoveryAuth,
] as const;

export type CheckId = (typeof families)[number]['id'];

type CheckEntry = Definition & { readonly id: CheckId };

/** All checks in display order: by category, and within a category in the order of `families`. */
export const definitions: readonly CheckEntry[] = CATEGORIES.flatMap(({ id }) =>
  families.filter(({ category }) => category === id),
);

const byId: ReadonlyMap<string, CheckEntry> = new Map(definitions.map((entry) => [entry.id, entry]));

export function definitionOf(id: CheckId): CheckEntry;
export function definitionOf(id: string): CheckEntry | undefined;
export function definitionOf(id: string): CheckEntry | undefined {
  return byId.get(id);
}

export const CHECK_COUNT = definitions.length;

export function checksOfCategory(category: CategoryId): readonly CheckEntry[] {
  return definitions.filter((entry) => entry.category === category);
}

export function countOf(keyword: Keyword): number {
  return definitions.filter((entry) => entry.keyword === keyword).length;
}
