/** The forecast of a brief is true for each state of each surface, and for a hundred random sites. */
import { describe, expect, it } from 'vitest';
import { journey } from './journey.ts';
import { SURFACES } from './surfaces.ts';
import { type Choice, choiceOf, serveChoice } from './synthetic.ts';

const SEEDS = Array.from({ length: 100 }, (_, seed) => seed);

async function faultsOf(choice: Choice): Promise<readonly string[]> {
  await using site = await serveChoice(choice);
  return (await journey(site.url, { siteType: site.siteType })).faults;
}

describe.each(Object.entries(SURFACES))('%s', (surface, states) => {
  it.each(Object.keys(states))('%s', async (state) => {
    expect(await faultsOf({ [surface]: state })).toEqual([]);
  });
});

it.each(SEEDS)('reaches the forecast for the random site with seed %s', async (seed) => {
  const choice = choiceOf(seed);
  expect(await faultsOf(choice), JSON.stringify(choice)).toEqual([]);
});
