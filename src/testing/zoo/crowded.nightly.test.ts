/**
 * Verdicts do not depend on speed: every site of the zoo is audited behind a proxy that refuses or resets if too many
 * requests are in flight, and behind one that delays. Each verdict equals that of the undisturbed site, or is `error`.
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

interface Site {
  readonly name: string;
  audit(strain?: Strain): Promise<Said>;
}

const siteOf = (site: DemoSite): Site => ({
  name: site.name,
  audit: (strain) => auditBehind(site, strain),
});

const SITES: readonly Site[] = [
  // Without walls that start after some requests: repetitions of refused requests count too, so the wall hides another part.
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

const CROWDS = REFUSALS.flatMap((refusal) => LIMITS.map((most) => [refusal, most] as const));

describe.concurrent.each(SITES.map((site) => [site.name, site] as const))('%s', (_, site) => {
  let audited: Promise<Said> | undefined;
  const verdictsBehind = async (strain: Strain) => {
    audited ??= site.audit();
    return otherVerdicts(await audited, await site.audit(strain));
  };

  it.each(CROWDS)('gets the same verdicts with %s beyond %i in flight', async (refusal, most) => {
    expect(await verdictsBehind(crowded(most, refusal))).toEqual([]);
  });

  it.each(DELAYS_MS)('gets the same verdicts if delayed by %i ms', async (ms) => {
    expect(await verdictsBehind(delayed(ms))).toEqual([]);
  });
});
