/** The titles and descriptions of all pages, and the text of the home page. */
import { CATEGORIES_IN_WORDS, PRINCIPLES_IN_WORDS } from '../audit/check-texts/counts.ts';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { CATEGORIES, type CategoryId } from '../audit/check-texts/vocabulary.ts';
import { uncountedText } from '../audit/scorecard/score.ts';
import { npxCommand } from '../base/npx.ts';
import { plural } from '../base/text.ts';
import { SPEC_VERSION } from '../base/versions.ts';
import type { Figures } from '../catalog/catalog.ts';
import { DATA_LICENSE } from '../catalog/dataset-columns.ts';
import type { PrincipleText } from '../fix/texts.ts';
import type { About } from '../report/about.ts';
import { categoryNumber, checksByCategory } from '../report/checks.ts';
import { checkCount, requirementCounts } from './standard.ts';

export const HOME = {
  title: 'Agent readiness: can AI agents find, read and call your site?',
  description: `Scorecards of public sites, from ${CHECK_COUNT} checks: how well AI agents can find, read and call them, with the evidence for each verdict and a guide to each fix.`,
  heading: 'Can AI agents find, read and call your site?',
  lead: `${CHECK_COUNT} checks, the evidence for each verdict, and how to fix what fails.`,
  scores: `The relative score measures a site against the checks that apply to it, the global score against all checks. ${uncountedText()}`,
} as const;

export const ABOUT_HOME: About = { title: HOME.title, description: HOME.description };

export const ABOUT_CHECKS_PAGE: About = {
  title: 'The checks',
  description: `All ${CHECK_COUNT} checks of web sites, in ${CATEGORIES_IN_WORDS} categories: what makes each pass, and the share of audited sites that pass it.`,
};

export const ABOUT_DATASET: About = {
  title: 'The dataset',
  description: `The dataset as CSV and Parquet, if this catalog publishes one: what each file contains, the license (${DATA_LICENSE.short}), and how to cite it.`,
};

export const ABOUT_CHANGES: About = {
  title: 'What changed',
  description:
    'Scores and verdicts that changed in the catalog, sites that can no longer be audited, and new rules. Also as Atom and JSON.',
};

export const ABOUT_COMPARE: About = {
  title: 'Compare sites',
  description: `Compare up to four sites: their scores, and each of the ${CHECK_COUNT} checks on which they differ, with the evidence.`,
};

export const ABOUT_PRINCIPLES: About = {
  title: `The ${PRINCIPLES_IN_WORDS} principles`,
  description: `What agents need of a web site and of a command-line program, in ${PRINCIPLES_IN_WORDS} principles, each with its checks for sites and its requirements for programs.`,
};

export function aboutCatalog({ counts: { ranked } }: Figures): About {
  return {
    title: 'The catalog',
    description: `Scorecards of ${ranked === 0 ? 'web sites' : plural(ranked, 'site')}: how ready each is for AI agents, from ${CHECK_COUNT} checks, with two scores, evidence and fixes.`,
  };
}

export function aboutPrinciple({ id, name, site, requirements }: PrincipleText): About {
  return {
    title: `${id}: ${name}`,
    description: `What principle ${id} asks of web sites (${checkCount(id)}) and of command-line programs (${plural(requirements.length, 'requirement')}). ${site}`,
  };
}

export function aboutSpec(principles: readonly PrincipleText[]): About {
  const { all, must, should, may } = requirementCounts(principles);
  return {
    title: `The CLI standard, version ${SPEC_VERSION}`,
    description: `What command-line programs need to work with AI agents: all ${all} requirements of version ${SPEC_VERSION}, ${must} MUST, ${should} SHOULD, ${may} MAY, each with a stable id.`,
  };
}

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
  mcp: 'Does the MCP server follow the protocol? Real requests test both generations of the protocol, and how the server handles errors.',
  'agent-discovery-auth':
    'Can clients find agents, skills, and how to log in? Agent cards, skill indexes, OAuth metadata, an auth.md.',
};

export const CATEGORY_NOTES = CATEGORIES.map(({ id, name }) => ({
  id,
  name,
  number: categoryNumber(id),
  count: checksByCategory.find((category) => category.id === id)?.checks.length ?? 0,
  note: NOTES[id],
}));

/** Entry points for programs. The home page lists them for clients that run no scripts. */
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
