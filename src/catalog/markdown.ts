/** Renders the catalog as Markdown, split into the same pages as the HTML. */
import { SCORE_NAMES } from '../audit/check-texts/vocabulary.ts';
import { instant } from '../audit/scorecard/words.ts';
import { markdownCode, markdownLink, markdownText } from '../base/escape.ts';
import { plural } from '../base/text.ts';
import { apartCount, apartText, stateText } from '../report/listing-state.ts';
import { document, table } from '../report/markdown/document.ts';
import {
  byCheckCategory,
  type CatalogView,
  type Figures,
  figuresNote,
  pendingText,
  RANKING,
  rulesNote,
} from './catalog.ts';
import { catalogPages, PAGE_ROWS, type TablePage } from './pages.ts';
import { rateText } from './rate.ts';

const percent = (value: number | null) => (value === null ? 'no data' : `${value}%`);

/** Renders the first page of the catalog (`/score.md`). */
export function catalogMarkdown(view: CatalogView, site: string): string {
  const { figures } = view;
  const { latest } = figures;
  const pending = pendingText(figures.counts);
  const unscored = [...apartMarkdown(view, site), ...waitingMarkdown(view, site)];
  const [first] = catalogPages(view);
  if (latest === null || first === undefined)
    return document([
      '# The catalog',
      ['No site has been scored yet.', ...(pending === undefined ? [] : [pending])].join(' '),
      ...unscored,
    ]);
  const rules = rulesNote(figures);
  const note = figuresNote(figures);
  return document([
    '# The catalog',
    `${plural(figures.counts.ranked, 'site')}, ${RANKING}. Latest audit: ${instant(latest)}. Each scorecard is Markdown at \`/score/<host>/md\` and JSON at \`/score/<host>/json\`, where the two scores are \`relative\` and \`global\` ([how they are made](${site}/methodology.md)).`,
    ...(note === undefined ? [] : [note]),
    ...(pending === undefined ? [] : [pending]),
    ...(rules === undefined ? [] : [rules]),
    '## Sites',
    ...sitesMarkdown(first, site),
    ...unscored,
    '## By category of checks',
    table(
      ['Category', 'Verdicts that pass'],
      byCheckCategory(figures).map(({ name, rate }) => [markdownText(name), rateText(rate, 'verdict')]),
    ),
    ...kindsMarkdown(figures),
  ]);
}

/** Renders the second or a later page of the catalog. */
export function catalogPageMarkdown(page: TablePage, { counts }: Figures, site: string): string {
  const { sites, number, of } = page;
  const first = ((number ?? 1) - 1) * PAGE_ROWS + 1;
  const which =
    number === undefined
      ? `${plural(sites.length, 'site')} of ${counts.ranked}`
      : `Sites ${first} to ${first + sites.length - 1} of ${counts.ranked}`;
  return document([
    number === undefined ? '# The catalog, a later page' : `# The catalog, page ${number} of ${of}`,
    `${which}, ${RANKING}. [The first page](${site}/score.md) has the figures for all sites.`,
    ...sitesMarkdown(page, site),
  ]);
}

function sitesMarkdown({ sites, number, of, previous, next }: TablePage, site: string): string[] {
  const rows = sites.map(({ target, scored }) => [
    markdownLink(target.name, `${site}/score/${target.host}/md`),
    scored.score.relative,
    scored.score.global,
    scored.summary.pass,
    scored.summary.broken,
    scored.summary.noncompliant,
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
    'Noncompliant',
    'Missing',
    'Kind',
    'Audited',
  ];
  const link = (name: string, to: string) => `[${name}](${site}${to}.md)`;
  const ways = [
    ...(previous === undefined ? [] : [link('previous page', previous)]),
    ...(next === undefined ? [] : [link('next page', next)]),
  ];
  if (ways.length === 0) return [table(heads, rows)];
  const where = number === undefined ? 'More' : `Page ${number} of ${of}`;
  return [table(heads, rows), `${where}: ${ways.join(', ')}. ${allAt(site)}`];
}

/** Returns a note with the number of sites that a list leaves out; empty for a complete list. */
function moreMarkdown(length: number, site: string): string[] {
  return length <= PAGE_ROWS ? [] : [`And ${length - PAGE_ROWS} more. ${allAt(site)}`];
}

const allAt = (site: string) => `\`${site}/catalog.json\` has all sites as JSON.`;

function kindsMarkdown({ kinds }: Figures): string[] {
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

function waitingMarkdown({ waiting, figures }: CatalogView, site: string): string[] {
  if (waiting.length === 0) return [];
  return [
    '## Waiting for their first audit',
    waiting
      .slice(0, PAGE_ROWS)
      .map(({ host, name }) => `- ${markdownText(name)} (${markdownCode(host)})`)
      .join('\n'),
    ...moreMarkdown(figures.counts.waiting, site),
  ];
}

function apartMarkdown({ apart, figures: { counts } }: CatalogView, site: string): string[] {
  if (apart.length === 0) return [];
  return [
    '## Sites that are not ranked',
    `${apartText(counts)}. No average includes them, because the audits saw nothing of the site.`,
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
    ...moreMarkdown(apartCount(counts), site),
  ];
}
