/** What the home page says, in both its forms. */

import { CHECK_COUNT } from '../catalogue/index.ts';
import { CATEGORIES, type CategoryId } from '../catalogue/vocabulary.ts';
import { npxCommand } from '../npx.ts';
import { categoryNumber, checksByCategory } from './checks.ts';
import type { Listed } from './listed.ts';

export const HOME = {
  title: 'Agent readiness: can agents find, read and call your site?',
  description: `Scorecards of public sites by ${CHECK_COUNT} checks: how well AI agents can find, read and call them, with the evidence for each verdict and a guide to each fix.`,
  lead: `This catalog asks public sites ${CHECK_COUNT} questions over plain HTTP and shows what came back: two scores, the evidence behind each verdict, and the way to fix what fails.`,
} as const;

/** The best, two of the middle and the last: what the whole catalog looks like, not its winners alone. */
export function specimensOf(listed: readonly Listed[]): Listed[] {
  const last = listed.length - 1;
  const places = new Set([0, Math.floor(last / 3), Math.floor((last * 2) / 3), last]);
  return [...places].flatMap((i) => listed[i] ?? []);
}

/** What audits a site from the reader's own machine. */
export function homeCommand(origin: string): string {
  return `${npxCommand(origin)} https://example.com`;
}

const NOTES: Readonly<Record<CategoryId, string>> = {
  discoverability: 'Does a first request lead anywhere? robots.txt, sitemap, Link headers, a 404 that helps.',
  'content-for-agents':
    'Is there text to read? llms.txt, Markdown on request, HTML that says something without scripts.',
  'bot-crawl-policy': 'Are agents let in, and told what they may do? AI rules, content signals, a contact.',
  api: 'Can it be called without guessing? OpenAPI, errors as JSON, rate limits in headers.',
  mcp: 'Does the MCP endpoint speak the protocol? Both generations are tried on the wire, errors included.',
  'agent-discovery-auth': 'Are agents, skills and authorization described where clients look for them?',
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
  { path: '/llms.txt', what: 'the index: everything that there is, in short' },
  { path: '/index.md', what: 'this page as Markdown; every other page has such a form, too' },
  { path: '/sitemap.xml', what: 'all pages' },
  { path: '/catalog.json', what: 'all results' },
  { path: '/cli.json', what: 'the command line: its package, version and digests' },
  { path: '/openapi.json', what: 'every address, with what it answers' },
  {
    path: '/.well-known/mcp/server-card.json',
    what: 'the MCP server, which audits sites and answers at POST /mcp',
  },
] as const;
