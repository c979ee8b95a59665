/** What the home page says, in both its forms. */

import { CHECK_COUNT } from '../definitions/index.ts';
import { CATEGORIES, type CategoryId, SCORE_NAMES } from '../definitions/vocabulary.ts';
import { npxCommand } from '../npx.ts';
import { uncountedText } from '../scorecard/score.ts';
import { categoryNumber, checksByCategory } from './checks.ts';
import type { Listed } from './listed.ts';

export const HOME = {
  title: 'Agent readiness: can AI agents find, read and call your site?',
  description: `Scorecards of public sites by ${CHECK_COUNT} checks: how well AI agents can find, read and call them, with the evidence for each verdict and a guide to each fix.`,
  heading: 'Can AI agents find, read and call your site?',
  lead: `${CHECK_COUNT} checks, the evidence for each verdict, and how to fix what fails.`,
  scores: `“${SCORE_NAMES.relative}” counts the checks that apply to your site, “${SCORE_NAMES.global}” counts all checks. ${uncountedText()}`,
} as const;

/** The first of the ranking, two of the middle and the last: not its winners alone. */
export function samplesOf(listed: readonly Listed[]): Listed[] {
  const last = listed.length - 1;
  const places = new Set([0, Math.floor(last / 3), Math.floor((last * 2) / 3), last]);
  return [...places].flatMap((i) => listed[i] ?? []);
}

/** What audits a site from the reader's own machine. */
export function homeCommand(origin: string): string {
  return `${npxCommand(origin)} https://example.com`;
}

const NOTES: Readonly<Record<CategoryId, string>> = {
  discoverability:
    'Can an agent find its way from the home page? robots.txt, a sitemap, Link headers, a 404 page that points somewhere useful.',
  'content-for-agents':
    'Is there text that an agent can read? llms.txt, Markdown on request, HTML that works without scripts.',
  'bot-crawl-policy':
    'May agents come in, and do they know the rules? AI rules in robots.txt, content signals, a security contact.',
  api: 'Can an agent call the API without guessing? OpenAPI, JSON errors, rate limits in headers.',
  mcp: 'Does the MCP server follow the protocol? Real requests try both generations, errors included.',
  'agent-discovery-auth':
    'Can clients discover agents, skills and login? Agent cards, skill indexes, OAuth metadata, an auth.md.',
};

export const CATEGORY_NOTES = CATEGORIES.map(({ id, name }) => ({
  id,
  name,
  number: categoryNumber(id),
  count: checksByCategory.find((category) => category.id === id)?.checks.length ?? 0,
  note: NOTES[id],
}));

/** Where a program starts; the page lists them for readers that run no scripts. */
export const ENTRY_POINTS = [
  { path: '/llms.txt', what: 'the index of this site, in short' },
  { path: '/index.md', what: 'this page as Markdown; every other page has a Markdown form too' },
  { path: '/sitemap.xml', what: 'all pages' },
  { path: '/catalog.json', what: 'all results' },
  { path: '/cli.json', what: 'the command line: its package, version and digests' },
  { path: '/openapi.json', what: 'every endpoint, with its answers' },
  {
    path: '/.well-known/mcp/server-card.json',
    what: 'the MCP server at POST /mcp, which audits sites',
  },
] as const;
