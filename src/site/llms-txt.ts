import { LEVELS_WORTH, PRINCIPLES_IN_WORDS } from '../audit/check-texts/counts.ts';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { scoresText } from '../audit/check-texts/vocabulary.ts';
import { kindsIn, type ListedHost } from '../audit/scorecard/record.ts';
import { capitalized, instant, KEYWORD_WORDS } from '../audit/scorecard/words.ts';
import { markdownProse, markdownText, ownProse } from '../base/escape.ts';
import { npxCommand } from '../base/npx.ts';
import { NODE_RANGE } from '../base/package.ts';
import { plural } from '../base/text.ts';
import { SPEC_VERSION } from '../base/versions.ts';
import { figuresNote } from '../catalog/catalog.ts';
import { DATA_LICENSE } from '../catalog/dataset-columns.ts';
import { catalogMarkdown } from '../catalog/markdown.ts';
import { catalogPages, PAGE_ROWS } from '../catalog/pages.ts';
import { MOST_LISTED } from '../catalog/results/downloads.ts';
import { stackPath } from '../fix/stacks.ts';
import { checksByCategory } from '../report/checks.ts';
import { apartCount, apartText, stateText } from '../report/listing-state.ts';
import { document, withAbsoluteLinks } from '../report/markdown/document.ts';
import { AUDITS_TEXT, READS_TEXT, TARGETS_TEXT } from '../service/limit-texts.ts';
import type { Content, TextPage } from './content.ts';
import { STACKS_TITLE, stackTitle } from './guide.ts';
import { isAboutOthers } from './other-tools.ts';
import { pageMarkdown } from './page-markdown.ts';
import {
  checksMarkdown,
  guideMarkdown,
  principleMarkdown,
  specMarkdown,
  stackMarkdown,
} from './pages-markdown.ts';

export function llmsTxt(content: Content): string {
  const { origin, figures, pages } = content;
  const { latest, counts } = figures;
  const note = figuresNote(figures);
  const link = linker(origin);
  return document([
    '# Agent readiness',
    `> An open catalog of scorecards: how well AI agents can find, read and call web sites, from ${CHECK_COUNT} checks, with the evidence for each verdict and a guide to each fix. It also publishes a standard for command-line programs that agents run.`,
    `${counts.ranked === 0 ? 'No site has been scored yet' : `${plural(counts.ranked, 'site')} ${counts.ranked === 1 ? 'is' : 'are'} ranked in the catalog`}${apartCount(counts) === 0 ? '' : `; listed apart: ${apartText(counts)}`}${latest === null ? '' : `; the latest audit was at ${instant(latest)}`}. Everything is free to read, without an account or a key. Add \`.md\` to the address of a page for its Markdown form (for a scorecard, \`/md\`), or request the page with \`Accept: text/markdown\`.`,
    ...(note === undefined ? [] : [note]),
    '## When to use',
    usesOf(origin),
    '## Catalog',
    catalogLinks(content),
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

function usesOf(origin: string): string {
  return [
    `- To know how ready a site is for agents: \`GET ${origin}/score/<host>/json\`, or \`/md\` for Markdown. A host without an audit returns 404.`,
    `- To fix a failed check, in your own site or for a user: \`GET ${origin}/fix/<check id>.md\`. Each guide is a skill: the required responses, and a way to verify the result.`,
    `- To fix all that failed: \`GET ${origin}/score/<host>/fix.md\`, one page for a coding agent, from the site's scorecard.`,
    `- To audit a site: the MCP tool \`audit_website\` at \`POST ${origin}/mcp\` (after a deployment, \`score_cli\`); ${AUDITS_TEXT} for each client address; ${TARGETS_TEXT}. Reads: ${READS_TEXT}.`,
    `- To audit a site that is not public, or one before it ships: \`${npxCommand(origin)} http://localhost:3000 --output json\` (Node ${NODE_RANGE}).`,
    '- To compare sites, or to work with all results: use the data files below.',
    '- Not for: load tests, security scans, or opinions on what a site says.',
  ].join('\n');
}

function catalogLinks({ origin, isWhole, hasDataset }: Content): string {
  const link = linker(origin);
  const data = dataLine(origin);
  return [
    link('/score.md', 'The catalog', 'all sites with both scores, and pass rates by category'),
    link('/score/llms.txt', 'Sites', 'an index of all scorecards as Markdown'),
    data(
      '/catalog.json',
      'Catalog as JSON',
      `all sites with all verdicts; above ${MOST_LISTED} sites an index of pages`,
    ),
    ...(isWhole
      ? [data('/catalog.csv', 'Catalog as CSV', 'the same as a table, one column for each check')]
      : []),
    ...(hasDataset
      ? [
          link(
            '/dataset.md',
            'The dataset',
            `all verdicts and scores with their history as CSV and Parquet, ${DATA_LICENSE.short}`,
          ),
        ]
      : []),
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

function checkLinks({ origin, pages, stacks }: Content): string {
  const link = linker(origin);
  const data = dataLine(origin);
  return [
    link(
      '/checks.md',
      'The checks',
      `all ${CHECK_COUNT} checks of web sites, with the share of sites that pass`,
    ),
    link('/checks/llms.txt', 'What each check requires', 'one line for each'),
    data('/checks.json', 'Checks as JSON', 'definitions, fixes, references and pass rates'),
    ...pages.filter(isAboutOthers).map((page) => link(alternate(page), page.title, page.description)),
    link('/fix/llms.txt', 'Fix guides', `an index of all ${CHECK_COUNT} guides`),
    link('/fix/llms-full.txt', 'All fix guides', 'their whole text in one document'),
    ...stacks.map((stack) => link(`${stackPath(stack.stack)}.md`, stackTitle(stack), stack.summary)),
  ].join('\n');
}

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

/** Returns llms-full.txt. It omits the comparison with other tools, and the guides, which have a document of their own. */
export function llmsFullTxt(content: Content): string {
  const { origin, figures, principles, pages } = content;
  const scored = {
    ...content,
    waiting: [],
    figures: { ...figures, counts: { ...figures.counts, waiting: 0 } },
  };
  return documents(
    [
      llmsTxt(content),
      ...pages
        .filter((page) => !isAboutOthers(page))
        .map((page) => pageMarkdown(page, origin, content.commandLine)),
      specMarkdown(principles, SPEC_VERSION),
      checksMarkdown(figures, origin),
      catalogMarkdown(scored, origin),
    ],
    origin,
  );
}

function alternate({ id }: TextPage): string {
  return `/${id}.md`;
}

export const SECTIONS = ['checks', 'fix', 'principles', 'score'] as const;
/** The sections of the site that have an `llms-full.txt`, because all their text fits in one document. */
export const FULL_SECTIONS = ['fix', 'principles'] as const;
export type Section = (typeof SECTIONS)[number];
export type FullSection = (typeof FULL_SECTIONS)[number];

export function sectionLlmsTxt(section: Section, content: Content): string {
  return WRITERS[section](content);
}

export function sectionLlmsFullTxt(section: FullSection, content: Content): string {
  const whole =
    section === 'fix'
      ? [
          ...content.guides.map(({ check, ...guide }) => guideMarkdown(check, guide, content.origin)),
          ...content.stacks.map((stack) => stackMarkdown(stack, content.origin)),
        ]
      : content.principles.map(({ body, ...principle }) => principleMarkdown(principle, body));
  return documents([sectionLlmsTxt(section, content), ...whole], content.origin);
}

const WRITERS: Readonly<Record<Section, (content: Content) => string>> = {
  checks: ({ origin }) =>
    document([
      '# Agent readiness: the checks',
      `> What each of the ${CHECK_COUNT} checks asks of a web site, by category. ${LEVELS_WORTH}`,
      [
        linker(origin)('/checks.md', 'The checks as tables', 'with the share of sites that pass'),
        linker(origin)(
          '/checks.json',
          'The checks as JSON',
          'with definitions, fixes, references and pass rates',
        ),
      ].join('\n'),
      ...checksByCategory.flatMap(({ name, checks }) => [
        `## ${markdownText(name)}`,
        checks
          .map(({ id, keyword, passesWhen }) => {
            return `- [${id}](${origin}/fix/${id}.md): ${KEYWORD_WORDS[keyword]}. ${ownProse(passesWhen)}`;
          })
          .join('\n'),
      ]),
    ]),

  fix: ({ origin, guides, stacks }) =>
    document([
      '# Agent readiness: fix guides',
      '> One guide for each check: why it matters to an agent, the required responses, how the check decides, common mistakes and how to verify the fix.',
      'Each guide is a skill: Markdown with a name and a description in its front matter.',
      ...checksByCategory.flatMap(({ name, id }) => [
        `## ${markdownText(name)}`,
        guides
          .filter(({ check }) => check.category === id)
          .map(({ check, summary }) => `- [${check.id}](${origin}/fix/${check.id}.md): ${ownProse(summary)}`)
          .join('\n'),
      ]),
      `## ${STACKS_TITLE}`,
      stacks
        .map((stack) => linker(origin)(`${stackPath(stack.stack)}.md`, stack.name, stack.summary))
        .join('\n'),
    ]),

  principles: ({ origin, principles }) =>
    document([
      '# Agent readiness: the standard',
      `> ${capitalized(PRINCIPLES_IN_WORDS)} principles: what agents need of a web site (the checks) and of a command-line program (the CLI standard, version ${SPEC_VERSION}: MUST, SHOULD and MAY requirements with stable ids).`,
      '## Principles',
      principles
        .map(({ id, name, site, summary }) =>
          linker(origin)(
            `/principles/${id.toLowerCase()}.md`,
            `${id}: ${name}`,
            `for web sites: ${site} For command-line programs: ${summary}`,
          ),
        )
        .join('\n'),
      '## All in one',
      [
        linker(origin)('/spec.md', 'The CLI standard', 'all requirements of command-line programs'),
        linker(origin)(
          '/spec.json',
          'The CLI standard as JSON',
          'requirements with ids, levels and conditions',
        ),
      ].join('\n'),
    ]),

  score: (content) => {
    const { origin, listed, apart, figures } = content;
    const next = catalogPages(content)[0]?.next;
    return document([
      '# Agent readiness: scorecards',
      '> One scorecard for each site, as Markdown. For JSON, replace `md` at the end of the address with `json`.',
      [
        linker(origin)('/score.md', 'The catalog', 'all of these in one table'),
        ...(next === undefined
          ? []
          : [
              linker(origin)(
                `${next}.md`,
                'The next sites',
                `those after the first ${PAGE_ROWS} of ${figures.counts.ranked}, in pages that lead to one another`,
              ),
            ]),
      ].join('\n'),
      ...kindsIn(listed.slice(0, PAGE_ROWS).map(({ target }) => target.category)).flatMap(({ id, name }) => {
        const ofKind = listed.slice(0, PAGE_ROWS).filter(({ target }) => target.category === id);
        const lines = ofKind.map(({ target, scored: { score } }) =>
          siteLine(target, capitalized(scoresText(score)), origin),
        );
        return [`## ${markdownText(name)}`, lines.join('\n')];
      }),
      ...(apart.length === 0
        ? []
        : [
            '## Sites that are not ranked',
            `${apartText(figures.counts)}.`,
            apart
              .slice(0, PAGE_ROWS)
              .map(({ target, listingState }) => siteLine(target, `It ${stateText(listingState)}`, origin))
              .join('\n'),
          ]),
    ]);
  },
};

/** Returns a function that writes an index entry, `- [name](URL): description`. The text must not come from audited sites. */
function linker(origin: string): (path: string, name: string, what: string) => string {
  return (path, name, what) => `- [${ownProse(name)}](${origin}${path}): ${ownProse(what)}`;
}

/** Returns the index entry of a site. The site may have chosen its name and description, so both are escaped. */
function siteLine({ host, name, description }: ListedHost, what: string, origin: string): string {
  return `- [${markdownText(name)}](${origin}/score/${host}/md): ${markdownProse(`${description} ${what}.`)}`;
}

/** Returns a function that writes index entries for data files. They are not links, so agents do not load 500 kB of JSON. */
function dataLine(origin: string): (path: string, name: string, what: string) => string {
  return (path, name, what) => `- ${name}: \`${origin}${path}\`, ${what}`;
}

function documents(texts: readonly string[], origin: string): string {
  return texts
    .map((text) => withAbsoluteLinks(text.trim(), origin))
    .join('\n\n---\n\n')
    .concat('\n');
}
