/**
 * Every strain of the zoo, of which `zoo.slow.test.ts` has the few that stand for the others: a site is the same site behind
 * each of them, and what it hides for longer than an audit lasts is not seen, and no fault.
 */
import { describe, expect, it } from 'vitest';
import { broken } from '../../demo/broken/index.ts';
import { ready } from '../../demo/ready/index.ts';
import { auditStrained, HIDING, limitsOf, SEEN_THROUGH, siteFor, strainFaults } from './strained.ts';

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

describe.concurrent('an audit sees through', { timeout: 240_000 }, () => {
  it.each(SEEN_THROUGH)('%s', async (name, make) => {
    const site = siteFor(name);
    expect(strainFaults(site, await auditStrained(site, make(), limitsOf(name)))).toEqual([]);
  });

  it.each(
    SEEN_THROUGH.filter(([name]) => /limit_conn 1, which|20r\/s burst=5, which|one request/.test(name)),
  )('%s, to faults that are there', async (_name, make) => {
    expect(strainFaults(broken, await auditStrained(broken, make()))).toEqual([]);
  });

  it.each(SEEN_THROUGH.filter(([name]) => /limit_conn|closed|reset/.test(name)))(
    '%s, and says the same twice',
    async (_name, make) => {
      const [one, other] = await Promise.all(
        [0, 1].map(async () => (await auditStrained(ready, make())).scorecard.results),
      );
      const comparable = (results: typeof one) =>
        results?.map(({ id, status, evidence }) => ({
          id,
          status,
          evidence: evidence.replaceAll(/:\d{4,5}\b/g, '').replaceAll(INSTANT, ''),
        }));
      expect(comparable(one)).toEqual(comparable(other));
    },
  );
});

describe.concurrent('an audit never takes for a fault', { timeout: 240_000 }, () => {
  it.each(HIDING)('%s', async (_name, make) => {
    const envelope = await auditStrained(ready, make(), { auditMs: 12_000 });
    expect(strainFaults(ready, envelope, true)).toEqual([]);
    expect(envelope.scorecard.summary.error + envelope.scorecard.summary.skip).toBeGreaterThan(0);
  });
});
