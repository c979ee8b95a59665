/** Renders the catalog as Markdown, with the same pages as in HTML. */
import { SCORE_NAMES } from '../audit/check-texts/vocabulary.ts';
import type { ListedHost } from '../audit/scorecard/record.ts';
import { instant, plural } from '../audit/scorecard/words.ts';
import { markdownCode, markdownLink, markdownText } from '../base/escape.ts';
import { apartText, stateText } from '../report/listing-state.ts';
import { document, table } from '../report/markdown/document.ts';
import {
  byCheckCategory,
  byKind,
  catalogStatsOf,
  figuresNote,
  newest,
  pendingText,
  RANKING,
  rulesNote,
} from './catalog.ts';
import type { Apart, Listed } from './listed.ts';
import { catalogPagePath, catalogPages, PAGE_ROWS } from './pages.ts';
import { rateText } from './rate.ts';

const percent = (value: number | null) => (value === null ? 'no data' : `${value}%`);

/** Returns the text of `/score.md`. */
export function catalogMarkdown(
  listed: readonly Listed[],
  site: string,
  apart: readonly Apart[] = [],
  waiting: readonly ListedHost[] = [],
): string {
  const latest = newest(listed);
  const pending = pendingText(catalogStatsOf(listed, apart, waiting));
  const unscored = [...apartMarkdown(apart, site), ...waitingMarkdown(waiting, site)];
  if (latest === undefined)
    return document([
      '# The catalog',
      ['No site has been scored yet.', ...(pending === undefined ? [] : [pending])].join(' '),
      ...unscored,
    ]);
  const rules = rulesNote(listed);
  const note = figuresNote(listed);
  return document([
    '# The catalog',
    `${plural(listed.length, 'site')}, ${RANKING}. Latest audit: ${instant(latest)}. Each scorecard is Markdown at \`/score/<host>/md\` and JSON at \`/score/<host>/json\`, where the two scores are \`relative\` and \`global\` ([how they are made](${site}/methodology.md)).`,
    ...(note === undefined ? [] : [note]),
    ...(pending === undefined ? [] : [pending]),
    ...(rules === undefined ? [] : [rules]),
    '## Sites',
    ...sitesMarkdown(listed, 1, site),
    ...unscored,
    '## By category of checks',
    table(
      ['Category', 'Verdicts that pass'],
      byCheckCategory(listed).map(({ name, rate }) => [markdownText(name), rateText(rate, 'verdict')]),
    ),
    ...kindsMarkdown(listed),
  ]);
}

/** Returns the text of `/score/page/2.md` and the following pages. */
export function catalogPageMarkdown(listed: readonly Listed[], page: number, site: string): string {
  const first = (page - 1) * PAGE_ROWS + 1;
  const last = Math.min(page * PAGE_ROWS, listed.length);
  return document([
    `# The catalog, page ${page} of ${catalogPages(listed).length}`,
    `Sites ${first} to ${last} of ${listed.length}, ${RANKING}. [The first page](${site}/score.md) has the figures of all.`,
    ...sitesMarkdown(listed, page, site),
  ]);
}

function sitesMarkdown(listed: readonly Listed[], page: number, site: string): string[] {
  const pages = catalogPages(listed);
  const rows = (pages[page - 1] ?? []).map(({ target, scored }) => [
    markdownLink(target.name, `${site}/score/${target.host}/md`),
    scored.score.relative,
    scored.score.global,
    scored.summary.pass,
    scored.summary.broken,
    scored.summary.absent,
    target.category,
    scored.at.slice(0, 10),
  ]);
  const heads = [
    'Site',
    SCORE_NAMES.relative,
    SCORE_NAMES.global,
    'Passed',
    'Broken',
    'Missing',
    'Kind',
    'Audited',
  ];
  const link = (name: string, to: number) => `[${name}](${site}${catalogPagePath(to)}.md)`;
  const ways = [
    ...(page > 1 ? [link('previous page', page - 1)] : []),
    ...(page < pages.length ? [link('next page', page + 1)] : []),
  ];
  if (ways.length === 0) return [table(heads, rows)];
  return [table(heads, rows), `Page ${page} of ${pages.length}: ${ways.join(', ')}. ${allAt(site)}`];
}

/** Says how many entries a list leaves out and where they are; empty for a complete list. */
function moreMarkdown(length: number, site: string): string[] {
  return length <= PAGE_ROWS ? [] : [`And ${length - PAGE_ROWS} more. ${allAt(site)}`];
}

const allAt = (site: string) => `\`${site}/catalog.json\` has all sites as JSON.`;

function kindsMarkdown(listed: readonly Listed[]): string[] {
  const kinds = byKind(listed);
  if (kinds.length < 2) return [];
  const rows = kinds.map(({ name, sites, global, relative }) => [
    markdownText(name),
    sites,
    percent(relative),
    percent(global),
  ]);
  return [
    '## By kind of site',
    table(['Kind', 'Sites', 'Median relative score', 'Median global score'], rows),
  ];
}

function waitingMarkdown(waiting: readonly ListedHost[], site: string): string[] {
  if (waiting.length === 0) return [];
  return [
    '## Waiting for their first audit',
    waiting
      .slice(0, PAGE_ROWS)
      .map(({ host, name }) => `- ${markdownText(name)} (${markdownCode(host)})`)
      .join('\n'),
    ...moreMarkdown(waiting.length, site),
  ];
}

function apartMarkdown(apart: readonly Apart[], site: string): string[] {
  if (apart.length === 0) return [];
  return [
    '## Sites that are not ranked',
    `${apartText(apart.map(({ listingState }) => listingState))}. They count in no average, because a refusal says nothing about how ready a site is.`,
    table(
      ['Site', 'State', 'Last attempt', 'Last scorecard'],
      apart
        .slice(0, PAGE_ROWS)
        .map(({ target, listingState, last }) => [
          markdownLink(target.name, `${site}/score/${target.host}/md`),
          markdownText(stateText(listingState)),
          listingState.at.slice(0, 10),
          last === undefined ? 'none' : last.at.slice(0, 10),
        ]),
    ),
    ...moreMarkdown(apart.length, site),
  ];
}
