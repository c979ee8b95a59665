/** Runs on all demo sites, on the zoo's look-alikes and on random sites, with all replacements. */
import { describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../../app/demo/index.ts';
import { serveDemo } from '../../app/demo/server.ts';
import { choiceOf, serveChoice } from '../brief/synthetic.ts';
import { LOOK_ALIKES } from '../zoo/look-alikes.ts';
import { praisedForNothing, punishedForRight } from './praise.ts';

const TIMEOUT_MS = 600_000;
const SEEDS = Array.from({ length: 30 }, (_, i) => i + 1);
/** The number of random sites whose documents are also replaced, which takes nine audits each. */
const REPLACED_SEEDS = 8;

describe.each([...DEMO_SITES, ...LOOK_ALIKES].map((site) => [site.name, site] as const))('%s', (_, site) => {
  it('passes no check without the right document', { timeout: TIMEOUT_MS }, async () => {
    await using served = await serveDemo(site);
    expect(await praisedForNothing(served.url)).toEqual([]);
  });

  it('loses no points for a correct document', { timeout: TIMEOUT_MS }, async () => {
    await using served = await serveDemo(site);
    expect(await punishedForRight(served.url)).toEqual([]);
  });
});

it.each(SEEDS)(
  'the random site with seed %i gets no such wrong verdict',
  { timeout: TIMEOUT_MS },
  async (seed) => {
    await using site = await serveChoice(choiceOf(seed));
    const praised = seed <= REPLACED_SEEDS ? await praisedForNothing(site.url, undefined, site.siteType) : [];
    expect([...praised, ...(await punishedForRight(site.url, site.siteType))]).toEqual([]);
  },
);
