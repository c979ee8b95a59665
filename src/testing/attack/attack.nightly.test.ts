/**
 * The attack suite: an audit of a site that means harm ends, stays within its bounds, leaks nothing and escapes everything
 * (.github/DECISIONS.md, "One audit"). Hostile servers on sockets of this machine, in a process of their own, are
 * audited by the service, in a process of its own, watched from outside. The command line's audits run in the same
 * auditor's process, and how it writes a site's words is proved at each renderer. Of each:
 *
 * - the audit ends as the site deserves, with a scorecard or a typed error, and no check is broken that is not;
 * - neither process needs more memory than it may, and the service goes on answering;
 * - no process, file, connection, claim or record without an end is left;
 * - nothing that the site wrote comes out as more than text.
 *
 * Whether verdicts are right where nobody means harm is the zoo's question (`testing/zoo`). That each reader of hostile text
 * is bounded is proved at that reader. How fast an audit is ended is measured by `npm run bench -- attack`. The worst dozen
 * of the sites are part of `npm test`: `attack.slow.test.ts`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtSite } from '../../site/testing/build.ts';
import { Lanes, serviceLane } from './lanes.ts';
import { faultsOf } from './report.ts';
import { ATTACK_SITES } from './sites.ts';

const AT_ONCE = 4;
/** What only a deadline ends is ended soon; nothing else comes near its own, in milliseconds. */
const DEADLINES = { short: 6_000, long: 60_000 };
/** Of the process that serves, and of the one that audits. How long an audit took is the bench's to judge. */
const BOUNDS = { ms: Number.POSITIVE_INFINITY, mib: 300 };

let services: Lanes<Awaited<ReturnType<typeof serviceLane>>>;

beforeAll(async () => {
  const site = await builtSite();
  const make = () => serviceLane(() => DEADLINES, site);
  services = new Lanes(await Promise.all(Array.from({ length: AT_ONCE }, make)));
});
afterAll(() => services?.[Symbol.asyncDispose]());

const named = (sites: typeof ATTACK_SITES) => sites.map((site) => [site.name, site] as const);

describe.concurrent('the service, of a site that', () => {
  it.each(named(ATTACK_SITES))('%s', async (_, site) => {
    const { report, health } = await services.use(async (lane) => {
      await lane.health();
      return { report: await lane.attack(site), health: await lane.health() };
    });
    expect(faultsOf(report, site.expects, BOUNDS)).toEqual([]);
    expect(health.failed).toBe(0);
  });
});
