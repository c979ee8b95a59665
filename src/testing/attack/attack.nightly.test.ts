/**
 * The attack suite: an audit of a hostile site ends, stays within its limits, leaks nothing and escapes everything
 * (.github/DECISIONS.md, "One audit"). The auditor's process audits hostile servers on local sockets and is observed from
 * outside. For each site:
 *
 * - the audit ends with the expected scorecard or typed error, and no other check is broken;
 * - the process stays below its memory limit;
 * - no connection is left open;
 * - no text of the site has an effect in any output.
 *
 * The zoo (`testing/zoo`) tests whether verdicts about sites without bad intent are right. Unit tests show that each parser
 * of hostile text is bounded, and that each renderer escapes it. `npm test` includes the worst dozen of these sites:
 * `attack.slow.test.ts`.
 */
import { afterAll, expect, it } from 'vitest';
import { faultsOf } from './report.ts';
import { attack, startAuditors } from './run.ts';
import { ATTACK_SITES } from './sites.ts';

/** The deadline of audits that only it can end, and of all others, which end long before, in milliseconds. */
const DEADLINES = { short: 3_000, long: 60_000 };
/** The maximum memory of the audit process. */
const MOST_MIB = 300;

const auditors = startAuditors();
afterAll(() => auditors[Symbol.asyncDispose]());

it.each(ATTACK_SITES.map((site) => [site.name, site] as const))(
  'survives a site that %s',
  async (_, site) => {
    expect(faultsOf(await attack(auditors, site, DEADLINES), site.expects, MOST_MIB)).toEqual([]);
  },
);
