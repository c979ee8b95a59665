/** The forecast of a brief is true of each state of each surface, and of a hundred sites with random ones. */
import { describe, expect, it } from 'vitest';
import { serveDemo } from '../../demo/server.ts';
import { HOME } from '../routes.ts';
import { serveSite } from '../serve.ts';
import { LOOK_ALIKES } from '../zoo/look-alikes.ts';
import { SDK_SERVERS } from '../zoo/mcp-sdk-servers.ts';
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

it.each(SEEDS)('reaches the forecast of the site of seed %s', async (seed) => {
  const choice = choiceOf(seed);
  expect(await faultsOf(choice), JSON.stringify(choice)).toEqual([]);
});

it.each(SDK_SERVERS.map((server) => [server.name, server] as const))(
  'reaches the forecast of an MCP server: %s',
  async (_, server) => {
    const { routes, stop } = server.make();
    await using site = await serveSite({ '/': HOME, ...routes });
    const { faults } = await journey(site.url);
    await stop?.();
    expect(faults).toEqual([]);
  },
);

it.each(LOOK_ALIKES.map((site) => [site.name, site] as const))(
  'reaches the forecast of %s',
  async (_, site) => {
    await using served = await serveDemo(site);
    expect((await journey(served.url)).faults).toEqual([]);
  },
);
