/** The service against every hostile site, asked for its health all the while. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtSite } from '../../site/testing/build.ts';
import { Lanes, serviceLane } from './lanes.ts';
import { faultsOf } from './report.ts';
import { ATTACK_SITES, PLAIN_SITE } from './sites.ts';
import { BOUNDS, deadlinesFor } from './test-bounds.ts';

const AT_ONCE = 4;

let deadlines = deadlinesFor(0);
let lanes: Lanes<Awaited<ReturnType<typeof serviceLane>>>;

beforeAll(async () => {
  const site = await builtSite();
  const make = () => serviceLane(() => deadlines, site);
  lanes = new Lanes(await Promise.all(Array.from({ length: AT_ONCE }, make)));
  deadlines = deadlinesFor((await lanes.use((lane) => lane.attack(PLAIN_SITE))).ms);
});
afterAll(() => lanes?.[Symbol.asyncDispose]());

describe.concurrent('a site that', () => {
  it.each(ATTACK_SITES.map((site) => [site.name, site] as const))('%s', async (_, site) => {
    const { report, health } = await lanes.use(async (lane) => {
      await lane.health();
      return { report: await lane.attack(site), health: await lane.health() };
    });
    const bounds = { ms: report.deadlineMs + BOUNDS.graceMs, mib: BOUNDS.mib };
    expect(faultsOf(report, site.expects, bounds)).toEqual([]);
    expect(health.failed).toBe(0);
    expect(health.worst).toBeLessThan(BOUNDS.healthMs.worst);
    expect(health.median).toBeLessThan(BOUNDS.healthMs.median);
  });
});
