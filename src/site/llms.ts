/** llms.txt and llms-full.txt (llmstxt.org) of the site. */

import { PRINCIPLES_IN_WORDS } from '../definitions/counts.ts';
import { CHECK_COUNT } from '../definitions/index.ts';
import { stackPath } from '../fix/stacks.ts';
import { npxCommand } from '../npx.ts';
import { NODE_RANGE } from '../package.ts';
import { catalogMarkdown } from '../render/markdown/catalog.ts';
import { checksMarkdown, specMarkdown } from '../render/markdown/pages.ts';
import { document } from '../render/markdown/table.ts';
import { MOST_LISTED } from '../results/downloads.ts';
import { SPEC_VERSION } from '../versions.ts';
import { newest } from '../view/catalog.ts';
import { DATA_LICENCE } from '../view/dataset.ts';
import { stackTitle } from '../view/guide.ts';
import { AUDITS_TEXT, READS_TEXT, TARGETS_TEXT } from '../view/limit-texts.ts';
import { apartText } from '../view/listing-state.ts';
import { instant, plural } from '../view/words.ts';
import { dataLine, documents, linker } from './llms-sections.ts';
import { isAboutOthers } from './other-tools.ts';
import type { Content, TextPage } from './outline.ts';
import { pageMarkdown } from './page-markdown.ts';
/** `/llms.txt` */
export function llmsTxt(content: Content): string {
  const { origin, listed, apart, pages } = content;
  const link = linker(origin);
  const latest = newest(listed);
  return document([
    '# Agent readiness',
    `> An open catalog of scorecards: how well AI agents can find, read and call web sites, by ${CHECK_COUNT} checks, with the evidence for each verdict and a guide to each fix. It also publishes a standard for command-line programs that agents run.`,
    `${listed.length === 0 ? 'No site has been scored yet' : `${plural(listed.length, 'site')} ${listed.length === 1 ? 'is' : 'are'} ranked in the catalog`}${apart.length === 0 ? '' : `; listed apart: ${apartText(apart.map(({ listingState }) => listingState))}`}${latest === undefined ? '' : `; the latest audit was at ${instant(latest)}`}. Everything is free to read, without an account or a key. Add \`.md\` to the address of a page for its Markdown form, or ask for the page with \`Accept: text/markdown\`.`,
    '## When to use',
    usesOf(origin),
    '## Catalog',
    catalogLinks(origin),
    '## Checks and fixes',
    checkLinks(content),
    '## The standard',
    standardLinks(origin),
    '## The service',
    pages
      .filter((page) => !isAboutOthers(page))
      .map((page) => link(alternate(page), page.title, page.description))
      .join('\n'),
    '## For programs',
    programLinks(origin),
  ]);
}

/** What an agent comes for. */
function usesOf(origin: string): string {
  return [
    `- To know how ready a site is for agents: \`GET ${origin}/score/<host>/json\`, or \`/md\` for Markdown. A host without an audit returns 404.`,
    `- To fix a failed check, in your own site or for a user: \`GET ${origin}/fix/<check id>.md\`. Each guide is a skill: what must be seen on the wire, and a way to verify the result.`,
    `- To fix all that failed: \`GET ${origin}/score/<host>/fix.md\`, one page for a coding agent, from the site's scorecard.`,
    `- To audit a site now: the MCP tool \`score_cli\` at \`POST ${origin}/mcp\`; ${AUDITS_TEXT} for each client address; ${TARGETS_TEXT}. Reads: ${READS_TEXT}.`,
    `- To audit a site that is not public, or one before it ships: \`${npxCommand(origin)} http://localhost:3000 --output json\` (Node ${NODE_RANGE}).`,
    '- To compare sites, or to work with all results: use the data files below.',
    '- Not for: load tests, security scans, or opinions on what a site says.',
  ].join('\n');
}

/** The sites, and what is downloaded of them. */
function catalogLinks(origin: string): string {
  const link = linker(origin);
  const data = dataLine(origin);
  return [
    link(
      '/score.md',
      'The catalog',
      'all sites with both scores, pass rates by category and median scores by kind of site',
    ),
    link('/score/llms.txt', 'Sites', 'an index of all scorecards as Markdown'),
    data(
      '/catalog.json',
      'Catalog as JSON',
      `all sites with all verdicts; above ${MOST_LISTED} sites an index of pages`,
    ),
    data('/catalog.csv', 'Catalog as CSV', 'the same as a table, one column for each check'),
    link(
      '/dataset.md',
      'The dataset',
      `all verdicts and scores with their history as CSV and Parquet, ${DATA_LICENCE.short}`,
    ),
    link(
      '/changes.md',
      'What changed',
      'new scores and verdicts, sites that can no longer be audited, new rules',
    ),
    data(
      '/changes.json',
      'Changes as JSON',
      'the newest 500, with the status of each check before and after',
    ),
    data('/changes.atom', 'Feed of changes', 'Atom; `/score/<host>/changes.atom` is that of one site'),
  ].join('\n');
}

/** What is asked of web sites, and how it is put right. */
function checkLinks({ origin, pages, stacks }: Content): string {
  const link = linker(origin);
  const data = dataLine(origin);
  return [
    link(
      '/checks.md',
      'The checks',
      `all ${CHECK_COUNT} checks of web sites, with the share of sites that pass`,
    ),
    link('/checks/llms.txt', 'What each check asks', 'one line for each'),
    data('/checks.json', 'Checks as JSON', 'definitions, fixes, references and pass rates'),
    ...pages.filter(isAboutOthers).map((page) => link(alternate(page), page.title, page.description)),
    link('/fix/llms.txt', 'Fix guides', `an index of all ${CHECK_COUNT} guides`),
    link('/fix/llms-full.txt', 'All fix guides', 'their whole text in one document'),
    ...stacks.map((stack) => link(`${stackPath(stack.stack)}.md`, stackTitle(stack), stack.summary)),
  ].join('\n');
}

/** What is asked of programs. */
function standardLinks(origin: string): string {
  const link = linker(origin);
  const data = dataLine(origin);
  return [
    link(
      '/principles.md',
      `The ${PRINCIPLES_IN_WORDS} principles`,
      'what each asks of a web site and of a command-line program',
    ),
    link('/principles/llms.txt', 'Principles, one by one', 'an index'),
    link(
      '/spec.md',
      'The CLI standard',
      `all requirements of command-line programs, version ${SPEC_VERSION}, in one document`,
    ),
    data('/spec.json', 'The CLI standard as JSON', 'requirements with ids, levels and conditions'),
  ].join('\n');
}

/** What no person reads. */
function programLinks(origin: string): string {
  const link = linker(origin);
  const data = dataLine(origin);
  return [
    link('/openapi.json', 'OpenAPI 3.1', 'the HTTP API of the service'),
    data(
      '/.well-known/mcp/server-card.json',
      'MCP server card',
      'where the MCP server is, and that it takes no credentials',
    ),
    data('/.well-known/api-catalog', 'API catalog', 'both APIs with their descriptions (RFC 9727)'),
    data('/.well-known/agent-skills/index.json', 'Agent skills', 'the fix guides as skills, with digests'),
    data(
      '/cli.json',
      'Command line',
      `version, size and digests of the package that \`${npxCommand(origin)}\` runs`,
    ),
    data('/schema/audit.schema.json', 'JSON Schema of a scorecard', 'what `/score/<host>/json` answers'),
    link(
      '/llms-full.txt',
      'Full text',
      'the pages, the standard, the checks and the catalog in one document',
    ),
  ].join('\n');
}

/** `/llms-full.txt`: everything but the guides, which have a document of their own, and what is said of other tools. */
export function llmsFullTxt(content: Content): string {
  const { origin, listed, apart, principles, pages } = content;
  return documents(
    [
      llmsTxt(content),
      ...pages
        .filter((page) => !isAboutOthers(page))
        .map((page) => pageMarkdown(page, origin, content.commandLine)),
      specMarkdown(principles, SPEC_VERSION),
      checksMarkdown(listed, origin),
      catalogMarkdown(listed, origin, apart),
    ],
    origin,
  );
}

function alternate({ id }: TextPage): string {
  return `/${id}.md`;
}
