/** All tools, in the order in which clients see them, and their listing. */
import type { Tool } from '@modelcontextprotocol/server';
import { type AnyTool, listed } from '../tool.ts';
import { auditWebsite, scoreCli } from './audits.ts';
import { listScorecards } from './catalog.ts';
import { listChecksTool } from './checks.ts';
import { compareScorecards } from './compare.ts';
import { getFix } from './fix.ts';
import { getScorecard } from './scorecard.ts';
import { getPrinciple, searchStandard } from './standard.ts';

const TOOLS: readonly AnyTool[] = [
  auditWebsite,
  scoreCli,
  getScorecard,
  listScorecards,
  compareScorecards,
  getFix,
  listChecksTool,
  getPrinciple,
  searchStandard,
];

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): AnyTool | undefined {
  return byName.get(name);
}

let listing: Tool[] | undefined;

/** What `tools/list` gives. Made once: turning schemas into JSON Schema takes longer than all else in the answer. */
export function toolList(): Tool[] {
  listing ??= TOOLS.map(listed);
  return listing;
}
