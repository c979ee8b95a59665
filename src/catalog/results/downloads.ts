/** Builds the catalog's downloads (JSON and CSV), and the check definitions as JSON. */
import { definitions } from '../../audit/check-texts/index.ts';
import { STATUSES } from '../../audit/check-texts/vocabulary.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { rulesOf } from '../../audit/scorecard/rules.ts';
import { csvCell } from '../../base/escape.ts';
import { SPEC_VERSION } from '../../base/versions.ts';
import { checkDocument } from '../../report/check-document.ts';
import { type CatalogView, type Figures, figuresNote } from '../catalog.ts';
import type { Apart, Listed } from '../listed.ts';
import type { ListPlace } from '../pages.ts';
import { BASE_TEXT, passRate, percentOf, rateText } from '../rate.ts';

export type Catalog = ReturnType<typeof catalogJson>;
export type CheckRates = ReturnType<typeof checkRates>;

export function catalogJson({ figures, listed, apart, waiting }: CatalogLists, origin: string) {
  return { ...catalogHead(figures), ...catalogLists(listed, apart, waiting, origin) };
}

type CatalogLists = Pick<CatalogView, 'figures' | 'isWhole' | 'listed' | 'apart' | 'waiting'>;

function catalogHead(figures: Figures) {
  return {
    kind: 'catalog' as const,
    spec_version: SPEC_VERSION,
    latest_audit: figures.latest,
    note: figuresNote(figures) ?? null,
    counts: figures.counts,
  };
}

function catalogLists(
  listed: readonly Listed[],
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
  origin: string,
) {
  return {
    sites: listed.map((one) => siteJson(one, origin)),
    apart: apart.map((one) => apartJson(one, origin)),
    waiting: waiting.map(siteOf),
  };
}

function siteJson({ target, scored }: Listed, origin: string) {
  const page = `${origin}/score/${target.host}`;
  return {
    ...siteOf(target),
    scored_at: scored.at,
    rules: rulesOf(scored.rules),
    score: scored.score,
    summary: scored.summary,
    mcp: scored.mcp,
    results: Object.fromEntries(scored.results.map((result) => [result.id, result.status])),
    waivers: target.waivers ?? [],
    scorecard_url: page,
    markdown_url: `${page}/md`,
    json_url: `${page}/json`,
  };
}

function apartJson({ target, listingState, last }: Apart, origin: string) {
  const page = `${origin}/score/${target.host}`;
  const { state, since, at, by, message, quote } = listingState;
  return {
    ...siteOf(target),
    state,
    since,
    last_attempt: at,
    by: by ?? null,
    message,
    ...(quote !== undefined && { quote }),
    last_scorecard:
      last === undefined
        ? null
        : { scored_at: last.at, rules: rulesOf(last.rules), score: last.score, json_url: `${page}/json` },
    scorecard_url: page,
    markdown_url: `${page}/md`,
  };
}

function siteOf({ host, name, description, category, site_type, demo }: ListedHost) {
  return { host, name, description, category, site_type: site_type ?? null, demo: demo === true };
}

/** Returns the content of `/checks.json`. */
export function checkRates(figures: Figures, origin: string) {
  return {
    kind: 'check-rates' as const,
    spec_version: SPEC_VERSION,
    latest_audit: figures.latest,
    sites: figures.counts.ranked,
    rate_base: BASE_TEXT,
    note: figuresNote(figures) ?? null,
    checks: definitions.map((check) => {
      const rate = passRate(figures, check.id);
      return {
        ...checkDocument(check, origin),
        markdown_url: `${origin}/fix/${check.id}.md`,
        rate: { passed: rate.passed, judged: rate.base, percent: percentOf(rate), text: rateText(rate) },
      };
    }),
  };
}

/**
 * Returns `/catalog.csv` (RFC 4180): one row for each site, and one column for each check, empty if it was not judged. Sites
 * that are not ranked come last and have no scores, so they do not change the average of a column.
 */
export function catalogCsv(listed: readonly Listed[], origin: string, apart: readonly Apart[]): string {
  // Includes checks that exist only in older rules, so that no verdict is missing. These checks come last.
  const ids = [
    ...new Set([
      ...definitions.map(({ id }) => id),
      ...listed.flatMap(({ scored }) => scored.results.map(({ id }) => id)),
    ]),
  ];
  const heads = [
    'host',
    'name',
    'description',
    'category',
    'demo',
    'state',
    'since',
    'refused_by',
    'scored_at',
    'rules',
    'relative',
    'global',
    ...STATUSES,
    'mcp',
    'scorecard_url',
    // The prefix keeps the column of a check from having the same name as the column of a status.
    ...ids.map((id) => `check:${id}`),
  ];
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`;
  const row = (fields: object) => {
    const cells = new Map<string, unknown>(Object.entries(fields));
    return line(heads.map((name) => `${cells.get(name) ?? ''}`));
  };
  const siteRow = (one: Listed) => {
    const { score, summary, results, ...site } = siteJson(one, origin);
    return row({
      ...site,
      ...score,
      state: 'ranked',
      ...Object.fromEntries(STATUSES.map((name) => [name, summary[name] ?? 0])),
      ...Object.fromEntries(ids.map((id) => [`check:${id}`, results[id]])),
    });
  };
  const apartRow = (one: Apart) => {
    const { by, ...site } = apartJson(one, origin);
    return row({ ...site, refused_by: by });
  };
  return [line(heads), ...listed.map(siteRow), ...apart.map(apartRow)].join('');
}

/** The maximum length of a list in `/catalog.json`. If a list is longer, all sites are on pages of `PAGE_ENTRIES` sites. */
export const MOST_LISTED = 5_000;
export const PAGE_ENTRIES = 1_000;

const CATALOG_PATH = '/catalog.json';

/**
 * Returns the catalog's files by path: `/catalog.json` first, then its pages, if any. A file's text is created on request, so
 * that only one page is in memory. Lists continue across pages: one page may have the last ranked and the first unranked sites.
 */
export function catalogFiles(view: CatalogLists, origin: string): ReadonlyMap<string, () => string> {
  if (!view.isWhole) {
    const pages = [{ url: `${origin}${listPath('ranked')}` }];
    return new Map([[CATALOG_PATH, () => JSON.stringify({ ...catalogHead(view.figures), pages })]]);
  }
  const lists = [view.listed, view.apart, view.waiting] as const;
  if (lists.every(({ length }) => length <= MOST_LISTED))
    return new Map([[CATALOG_PATH, () => JSON.stringify(catalogJson(view, origin))]]);
  const head = catalogHead(view.figures);
  const parts = Array.from({ length: Math.ceil(lists.flat().length / PAGE_ENTRIES) }, (_, i) => ({
    url: `${origin}${pagePath(i + 1)}`,
    lists: partOf(...lists, i * PAGE_ENTRIES),
  }));
  const index = () => ({
    ...head,
    pages: parts.map(({ url, lists: [sites, apart, waiting] }) => ({
      url,
      sites: sites.length,
      apart: apart.length,
      waiting: waiting.length,
    })),
  });
  const page = (i: number) => ({
    kind: 'catalog-page',
    spec_version: head.spec_version,
    latest_audit: head.latest_audit,
    page: i + 1,
    next: parts[i + 1]?.url ?? null,
    ...catalogLists(...(parts[i]?.lists ?? [[], [], []]), origin),
  });
  return new Map([
    [CATALOG_PATH, () => JSON.stringify(index())],
    ...parts.map((_, i) => [pagePath(i + 1), () => JSON.stringify(page(i))] as const),
  ]);
}

/** Returns the site index, which the service reads to list sites. */
export function siteIndex(listed: readonly Listed[], apart: readonly Apart[], origin: string) {
  return {
    sites: listed.map((one) => {
      const {
        results: _r,
        summary: _s,
        waivers: _w,
        markdown_url: _m,
        json_url: _j,
        ...indexed
      } = siteJson(one, origin);
      return indexed;
    }),
    apart: apart.map((one) => apartJson(one, origin)),
  };
}

/**
 * Returns the sites on one page, taken from the three lists in order.
 * @param start the number of sites on earlier pages
 */
function partOf(
  listed: readonly Listed[],
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
  start: number,
): readonly [readonly Listed[], readonly Apart[], readonly ListedHost[]] {
  const cut = <T>(list: readonly T[], before: number) =>
    list.slice(Math.max(0, start - before), Math.max(0, start + PAGE_ENTRIES - before));
  return [cut(listed, 0), cut(apart, listed.length), cut(waiting, listed.length + apart.length)];
}

function pagePath(number: number): string {
  return `/catalog/${number}.json`;
}

/**
 * Returns the path of one page of a list, for a catalog in a database.
 * @param after the position after which the page starts; its key must not be negative, because `-` is the separator
 */
export function listPath(list: 'ranked' | 'apart' | 'waiting', after?: ListPlace): string {
  return `/catalog/${list}${after === undefined ? '' : `-${after[0]}-${after[1]}`}.json`;
}

/** @param next the URL of the next page; `null` for the last page */
export function listPageJson(
  { figures, listed, apart, waiting }: CatalogLists,
  next: string | null,
  origin: string,
): string {
  const { spec_version, latest_audit } = catalogHead(figures);
  const lists = catalogLists(listed, apart, waiting, origin);
  return JSON.stringify({ kind: 'catalog-page', spec_version, latest_audit, next, ...lists });
}
