/**
 * Same verdicts at any speed: every site of the zoo behind a proxy that refuses or resets while too many requests are in
 * flight, and behind one that delays. The scorecard equals that of the undisturbed site, or says `error`.
 */

import { describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../../app/demo/index.ts';
import type { DemoSite } from '../../app/demo/site.ts';
import {
  auditBehind,
  auditServerBehind,
  crowded,
  delayed,
  otherVerdicts,
  REFUSALS,
  type Said,
} from './crowded.ts';
import { FULL_WALLS } from './full-walls.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { SDK_SERVERS } from './mcp-sdk-servers.ts';
import type { Strain } from './pace.ts';
import { PARTIAL_WALLS } from './partial-walls.ts';

const LIMITS = [1, 2, 3, 4, 5, 6, 7, 8];
const DELAYS_MS = [0, 40, 400];
/** Limits that each site meets with each refusal. Together the sites meet every pair. */
const LIMITS_PER_SITE = 2;

interface Site {
  readonly name: string;
  audit(strain?: Strain): Promise<Said>;
}

const siteOf = (site: DemoSite): Site => ({
  name: site.name,
  audit: (strain) => auditBehind(site, strain),
});

const SITES: readonly Site[] = [
  // What a wall that comes up after some requests hides depends on their order, and so on the pace.
  ...[
    ...DEMO_SITES,
    ...LOOK_ALIKES,
    ...PARTIAL_WALLS.filter(({ name }) => !/after \d+ requests/.test(name)),
  ].map(siteOf),
  ...FULL_WALLS.map(siteOf),
  ...SDK_SERVERS.map((server) => ({
    name: server.name,
    audit: (strain?: Strain) => auditServerBehind(server, strain),
  })),
];

describe.concurrent.each(SITES.map((site, nth) => [site.name, site, nth] as const))('%s', (_, site, nth) => {
  let audited: Promise<Said> | undefined;
  const undisturbed = () => {
    audited ??= site.audit();
    return audited;
  };

  it.each(
    REFUSALS.flatMap((refusal, i) =>
      Array.from({ length: LIMITS_PER_SITE }, (_one, k) => {
        const at = nth + i + (k * LIMITS.length) / LIMITS_PER_SITE;
        return [refusal, LIMITS[at % LIMITS.length] ?? 1] as const;
      }),
    ),
  )('%s beyond %i in flight', async (refusal, most) => {
    expect(otherVerdicts(await undisturbed(), await site.audit(crowded(most, refusal)))).toEqual([]);
  });

  it.each(DELAYS_MS)('delayed by %i ms', async (ms) => {
    expect(otherVerdicts(await undisturbed(), await site.audit(delayed(ms)))).toEqual([]);
  });
});
