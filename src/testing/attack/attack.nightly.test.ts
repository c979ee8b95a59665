/**
 * The attack suite: an audit of a site that means harm ends, stays within its bounds, leaks nothing and escapes everything
 * (.github/DECISIONS.md, "One audit"). Hostile servers on sockets of this machine are audited by the auditor's process,
 * which is watched from outside. Of each:
 *
 * - the audit ends as the site deserves, with a scorecard or a typed error, and no check is broken that is not;
 * - the process needs no more memory than it may;
 * - no connection is left;
 * - nothing that the site wrote comes out as more than text.
 *
 * Whether verdicts are right where nobody means harm is the zoo's question (`testing/zoo`). That each reader of hostile text
 * is bounded is proved at that reader, and what is written of a site's words at each renderer. The worst dozen of the sites
 * are part of `npm test`: `attack.slow.test.ts`.
 */
import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './report.ts';
import { attack, startAuditors } from './run.ts';
import { ATTACK_SITES } from './sites.ts';

/** What only a deadline ends is ended soon; nothing else comes near its own, in milliseconds. */
const DEADLINES = { short: 3_000, long: 60_000 };
/** Of the process that audits. */
const MOST_MIB = 300;

const auditors = startAuditors();
afterAll(() => auditors[Symbol.asyncDispose]());

it.each(ATTACK_SITES.map((site) => [site.name, site] as const))('a site that %s', async (_, site) => {
  expect(faultsOf(await attack(auditors, site, DEADLINES), site.expects, MOST_MIB)).toEqual([]);
});
