/** The command line against every hostile site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliLane, type Lane, Lanes } from './lanes.ts';
import { faultsOf } from './report.ts';
import type { AttackSite } from './site.ts';
import { ATTACK_SITES, PLAIN_SITE } from './sites.ts';
import { BOUNDS, deadlinesFor } from './test-bounds.ts';

const AT_ONCE = 4;

let deadlines = deadlinesFor(0);
let lanes: Lanes<Lane>;
let printers: readonly Lane[] = [];

beforeAll(async () => {
  lanes = new Lanes(await Promise.all(Array.from({ length: AT_ONCE }, () => cliLane(() => deadlines))));
  printers = await Promise.all((['text', 'md'] as const).map((output) => cliLane(() => deadlines, output)));
  // The first one also leaves the compiled code for the others.
  await lanes.use((lane) => lane.attack(PLAIN_SITE));
  deadlines = deadlinesFor((await lanes.use((lane) => lane.attack(PLAIN_SITE))).ms);
});
afterAll(async () => {
  await lanes?.[Symbol.asyncDispose]();
  await Promise.all(printers.map((lane) => lane[Symbol.asyncDispose]()));
});

it('is attacked by sixty sites and more, each of its own name', () => {
  expect(new Set(ATTACK_SITES.map(({ name }) => name)).size).toBe(ATTACK_SITES.length);
  expect(ATTACK_SITES.length).toBeGreaterThanOrEqual(60);
});

const named = (sites: readonly AttackSite[]) => sites.map((site) => [site.name, site] as const);

describe.concurrent('a site that', () => {
  it.each(named(ATTACK_SITES))('%s', async (_, site) => {
    const { deadlineMs, ...report } = await lanes.use((lane) => lane.attack(site));
    const bounds = { ms: deadlineMs + BOUNDS.graceMs, mib: BOUNDS.mib };
    expect(faultsOf(report, site.expects, bounds)).toEqual([]);
  });
});

describe('what is printed for people, of a site that', () => {
  const speaking = ATTACK_SITES.filter(({ family }) => family === 'text');
  it.each(named(speaking))('%s', async (_, site) => {
    const reports = await Promise.all(printers.map((lane) => lane.attack(site)));
    for (const { deadlineMs, ...report } of reports) {
      const bounds = { ms: deadlineMs, mib: BOUNDS.mib };
      expect(faultsOf({ ...report, end: 'scored' }, { ends: ['scored'] }, bounds)).toEqual([]);
      expect(report.end).toMatch(/^code (?:0|69)$/);
    }
  });
});
