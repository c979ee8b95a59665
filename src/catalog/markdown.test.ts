/** A long catalog in Markdown: pages link to each other, and no list is unbounded. */
import { expect, it } from 'vitest';
import type { ListedHost } from '../audit/scorecard/record.ts';
import { compareMarkdown } from '../site/pages-markdown.ts';
import { manyHosts, manyListed } from '../testing/listed.ts';
import { catalogView } from './catalog.ts';
import type { Apart, Listed } from './listed.ts';
import { catalogMarkdown, catalogPageMarkdown } from './markdown.ts';
import { catalogPages, PAGE_ROWS } from './pages.ts';

const SITE = 'https://catalog.example';
const AT = '2026-11-20T00:00:00.000Z';
const firstPage = (
  listed: readonly Listed[],
  apart: readonly Apart[] = [],
  waiting: readonly ListedHost[] = [],
) => catalogMarkdown(catalogView(listed, apart, waiting), SITE);

const hostsIn = (text: string) =>
  [...text.matchAll(/\/score\/([^/\s]+)\/(?:md|json)>?\)/g)].map(([, host]) => host);
const waysIn = (text: string) =>
  [...text.matchAll(/\[(previous|next) page\]\(([^)]*)\)/g)].map(([, way, to]) => [way, to]);

it('lists each site on one page, and links to the previous and next pages', () => {
  const listed = manyListed(2 * PAGE_ROWS + 1);
  const view = catalogView(listed);
  const later = catalogPages(view).slice(1);
  const pages = [firstPage(listed), ...later.map((page) => catalogPageMarkdown(page, view.figures, SITE))];
  expect(pages.flatMap(hostsIn)).toEqual(listed.map(({ target }) => target.host));
  expect(pages.map(waysIn)).toEqual([
    [['next', `${SITE}/score/page/2.md`]],
    [
      ['previous', `${SITE}/score.md`],
      ['next', `${SITE}/score/page/3.md`],
    ],
    [['previous', `${SITE}/score/page/2.md`]],
  ]);
  for (const text of pages) expect(text).toContain(`${SITE}/catalog.json`);
  expect(pages[1]).toMatch(/^# The catalog, page 2 of 3\n\nSites 251 to 500 of 501, /);
});

it('puts a short catalog on one page', () => {
  const text = firstPage(manyListed(PAGE_ROWS));
  expect(hostsIn(text)).toHaveLength(PAGE_ROWS);
  expect(text).not.toMatch(/page|catalog\.json/);
});

it('lists a limited number of unranked sites, and counts the rest', () => {
  const apart: Apart[] = manyHosts('apart', PAGE_ROWS + 7).map((target) => ({
    target,
    listingState: { state: 'refuses', since: AT, at: AT, by: undefined, message: 'it refuses' },
    last: undefined,
  }));
  const text = firstPage(manyListed(1), apart, manyHosts('waiting', PAGE_ROWS + 8));
  expect(hostsIn(text)).toHaveLength(1 + PAGE_ROWS);
  expect(text.match(/`waiting-\d+\.example`/g)).toHaveLength(PAGE_ROWS);
  expect(text.match(/^And \d more\./gm)).toEqual(['And 7 more.', 'And 8 more.']);
});

it('keeps the comparison page to the first page of sites', () => {
  const text = compareMarkdown(catalogView(manyListed(PAGE_ROWS + 1)), SITE);
  expect(text.match(/^- /gm)).toHaveLength(PAGE_ROWS);
  expect(text).toContain(`(${SITE}/score/page/2.md)`);
  expect(compareMarkdown(catalogView(manyListed(PAGE_ROWS)), SITE)).not.toContain('/score/page/');
});
