/** A long catalog in pages. */
import { expect, it } from 'vitest';
import { envelopeFor } from '../testing/envelopes.ts';
import { catalogPagePath, catalogPages, searchedSites } from './catalog-pages.ts';
import { type Listed, scoredOf } from './listed.ts';

const scored = scoredOf(envelopeFor());
const sites = (count: number): Listed[] =>
  Array.from({ length: count }, (_, i) => ({
    target: { host: `site-${i}.example`, name: `Site ${i}`, description: 'A site.', category: 'api' },
    scored,
  }));

it('has each site once, in order, on pages that have an end', () => {
  const all = sites(1001);
  const pages = catalogPages(all);
  expect(pages.flat()).toEqual(all);
  expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(250);
  expect(pages.map((_, i) => catalogPagePath(i + 1)).slice(0, 2)).toEqual(['/score', '/score/page/2']);
});

it('is one page as long as it is short, or empty', () => {
  for (const count of [0, 1, 250]) expect(catalogPages(sites(count))).toHaveLength(1);
});

it('is searched in what the table shows of each site', () => {
  const { score, summary, at } = scored;
  expect(searchedSites(sites(1))).toEqual([
    [
      'Site 0',
      'site-0.example',
      score.relative,
      score.global,
      summary.broken,
      'api',
      at.slice(0, 10),
      scored.mcp ? 1 : 0,
    ],
  ]);
});
