/** A long catalog in pages. */
import { expect, it } from 'vitest';
import { envelopeFor } from '../testing/envelopes.ts';
import { searchedSites } from './catalog-pages.ts';
import { type Listed, scoredOf } from './listed.ts';

const scored = scoredOf(envelopeFor());
const sites = (count: number): Listed[] =>
  Array.from({ length: count }, (_, i) => ({
    target: { host: `site-${i}.example`, name: `Site ${i}`, description: 'A site.', category: 'api' },
    scored,
  }));

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
