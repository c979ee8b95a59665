import { describe, expect, it } from 'vitest';
import type { Unseen } from '../evidence/surface.ts';
import type { Evidence } from '../probes/evidence.ts';
import type { EvidenceKey } from '../probes/probe.ts';
import type { Status } from '../scorecard/schema.ts';
import type { Check, Verdict } from './check.ts';
import { checks } from './index.ts';

/** The time at which every example is judged. */
const NOW = new Date('2026-11-21T12:00:00.000Z');

type Example = Check['examples'][number];

function decide(check: Check, example: Example, instead: Partial<Record<EvidenceKey, Unseen>> = {}): Verdict {
  const evidence = { ...example.given, ...instead } as Partial<Evidence>;
  return check.decide(evidence, { now: NOW, siteType: example.siteType ?? null });
}

const cases = checks.flatMap((check) =>
  check.examples.map((example) => [check.id, example.expect, example.title, check, example] as const),
);

describe('every example', () => {
  it.each(cases)('%s → %s: %s', (_id, status, _title, check, example) => {
    const verdict = decide(check, example);
    expect(verdict.status, verdict.evidence).toBe(status);
    if (verdict.status === 'n_a') {
      expect(verdict.reason, verdict.evidence).toBe(example.reason ?? 'antecedent-unmet');
    } else {
      expect(example.reason, 'only n_a has a reason').toBeUndefined();
    }
    if (example.evidence !== undefined) expect(verdict.evidence).toContain(example.evidence);
    expect(verdict.evidence).not.toBe('');
    expect(decide(check, example), 'the same evidence gives the same verdict').toEqual(verdict);
  });
});

const needs = checks.flatMap((check) =>
  check.needs.flatMap((key) =>
    check.examples[0] === undefined ? [] : [[check.id, key, check, check.examples[0]] as const],
  ),
);

describe.each(['error', 'skip'] as const)('what could not be seen is %s', (status) => {
  const blind: Unseen = { state: 'unseen', status, evidence: `nothing seen (${status})` };

  it.each(needs)('%s without %s', (_id, key, check, example) => {
    expect(decide(check, example, { [key]: blind })).toEqual({ status, evidence: blind.evidence });
  });
});

const uses = checks.flatMap((check) =>
  check.uses.flatMap((key) =>
    check.examples.map((example) => [check.id, key, example.title, check, example] as const),
  ),
);

/** Evidence whose type has a state: what a probe can give back as unseen. */
const isSurface = (value: unknown) => typeof value === 'object' && value !== null && 'state' in value;

describe('what could not be seen and is only used', () => {
  it.each(uses)(
    '%s without %s (%s): never makes a failure of a site that passes',
    (_id, key, _title, check, example) => {
      if (!isSurface((example.given as Partial<Evidence>)[key])) return;
      const blind: Unseen = { state: 'unseen', status: 'error', evidence: 'nothing seen' };
      const failing: readonly Status[] = ['absent', 'broken', 'noncompliant'];
      const verdict = decide(check, example, { [key]: blind });
      if (example.expect === 'pass') expect(failing, verdict.evidence).not.toContain(verdict.status);
    },
  );
});
