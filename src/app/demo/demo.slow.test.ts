/** Serves and audits each demo site, and compares the results with a table written by hand. */
import { beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '../../audit/check-texts/index.ts';
import { examplesOf } from '../../audit/examples/index.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { auditSite } from '../../testing/serve.ts';
import { DEMO_SITES } from './index.ts';
import { serveDemo } from './server.ts';
import { expectedOf, type VerdictTable } from './site.ts';
import { NEVER_WRONG } from './verdicts.ts';

const ids = definitions.map(({ id }) => id);

describe.each(DEMO_SITES.map((site) => ({ name: site.name, site })))('the demo site $name', ({ site }) => {
  let envelope: Envelope;
  let again: Envelope;
  beforeAll(async () => {
    await using demo = await serveDemo(site);
    envelope = await auditSite(demo.url);
    again = await auditSite(demo.url);
  });

  it('has an expected verdict for every check', () => {
    expect(Object.keys(site.verdicts).sort()).toEqual([...ids].sort());
  });

  it('is judged as expected', () => {
    const { results } = envelope.scorecard;
    const shown = Object.fromEntries(
      results.map((result) => [result.id, { verdict: expectedOf(result), evidence: result.evidence }]),
    );
    const expected = Object.fromEntries(
      results.map(({ id, evidence }) => [id, { verdict: site.verdicts[id], evidence }]),
    );
    expect(shown).toEqual(expected);
    expect(results.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it('gets the same scorecard when audited again', () => {
    expect(again.scorecard).toEqual(envelope.scorecard);
  });
});

describe('the demo sites together', () => {
  /** The statuses of each check on the demo sites. */
  const seen = new Map<string, Set<string>>();
  for (const { verdicts } of DEMO_SITES) collect(verdicts);

  function collect(table: VerdictTable): void {
    for (const [id, status] of Object.entries(table)) seen.set(id, (seen.get(id) ?? new Set()).add(status));
  }

  /** Ids of checks whose feature exists on at least one site. The tests of a check's family cover the others. */
  const shown = ids.filter((id) =>
    [...(seen.get(id) ?? [])].some((status) => status !== 'absent' && status !== 'n_a (optional-absent)'),
  );

  it('pass every check except the DNS check, which needs a domain', () => {
    expect(shown.length).toBeGreaterThan(60);
    expect(shown.filter((id) => seen.get(id)?.has('pass') !== true)).toEqual(['dns-aid']);
  });

  it('fail every check that can fail', () => {
    const wrong = ['broken', 'noncompliant'];
    const canBeWrong = shown.filter((id) =>
      examplesOf(id).some(({ expect: status }) => wrong.includes(status)),
    );
    expect(canBeWrong.length).toBeGreaterThan(50);
    const never = canBeWrong.filter((id) => !wrong.some((status) => seen.get(id)?.has(status)));
    expect(never.sort()).toEqual([...NEVER_WRONG].sort());
  });
});
