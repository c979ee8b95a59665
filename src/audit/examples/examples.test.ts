import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isFailing, type Status } from '../check-texts/vocabulary.ts';
import type { Check, Verdict } from '../checks/check.ts';
import { checks } from '../checks/index.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';
import { renderEvidence, says } from '../evidence/facts.ts';
import type { Reply } from '../evidence/reply.ts';
import type { Inconclusive } from '../evidence/surface.ts';
import { findingFor } from '../scorecard/scorecard.ts';
import { usualFinding } from '../scorecard/title.ts';
import type { Example } from './example.ts';
import { examplesOf } from './index.ts';

/** The time at which every example is judged. */
const NOW = new Date('2026-11-21T12:00:00.000Z');

function decide(
  check: Check,
  example: Example,
  instead: Partial<Record<EvidenceKey, Inconclusive>> = {},
): Verdict {
  const evidence = { ...example.input, ...instead } as Partial<Evidence>;
  return check.decide(evidence, { now: NOW, siteType: example.siteType ?? null });
}

const cases = checks.flatMap((check) =>
  examplesOf(check.id).map((example) => [check.id, example.expect, example.title, check, example] as const),
);

describe('every example', () => {
  it.each(cases)(
    '%s → %s: %s: gives all that the check reads, and nothing else',
    (_id, _status, _title, check, example) => {
      expect(Object.keys(example.input).toSorted()).toEqual([...check.needs, ...check.uses].toSorted());
    },
  );

  it.each(cases)('%s → %s: %s', (_id, status, _title, check, example) => {
    const verdict = decide(check, example);
    expect(verdict.status, renderEvidence(verdict.evidence)).toBe(status);
    if (verdict.status === 'n_a') {
      expect(verdict.reason, renderEvidence(verdict.evidence)).toBe(example.reason ?? 'antecedent-unmet');
    } else {
      expect(example.reason, 'only n_a has a reason').toBeUndefined();
    }
    if (example.evidence !== undefined) expect(renderEvidence(verdict.evidence)).toContain(example.evidence);
    expect(renderEvidence(verdict.evidence)).not.toBe('');
    expect(decide(check, example), 'the same evidence gives the same verdict').toEqual(verdict);
  });

  it.each(cases.filter(([, status]) => isFailing(status)))(
    '%s → %s: %s: says what is the matter in a sentence',
    (id, status, _title, check, example) => {
      const finding = findingFor(id, decide(check, example)) ?? '';
      expect(finding).toMatch(/^(?:[A-Z\d]|[a-z0-9-]+\.(?:txt|md|xml|json)\b)/);
      expect(finding, 'ends once, and at its end').toMatch(/^(?:[^.!?]|[.!?](?=\S))*\.$/);
      expect(finding, 'no log').not.toMatch(/->|→|\w+:\/\/|[();]/);
      expect(finding.length).toBeLessThanOrEqual(110);
      const usual = usualFinding(id, status);
      expect(usual, 'for older files, one of its own').not.toBe(usualFinding('nobody’s', status));
    },
  );
});

const needs = checks.flatMap((check) =>
  check.needs.flatMap((key) =>
    examplesOf(check.id)
      .slice(0, 1)
      .map((example) => [check.id, key, check, example] as const),
  ),
);

describe.each(['error', 'skip'] as const)('what could not be seen is %s', (status) => {
  const blind: Inconclusive = { state: 'inconclusive', status, evidence: says(`nothing seen (${status})`) };

  it.each(needs)('%s without %s', (_id, key, check, example) => {
    expect(decide(check, example, { [key]: blind })).toEqual({ status, evidence: blind.evidence });
  });
});

/** What a verdict says of the site: that it is well there, that it fails, or nothing. */
const MEANING: Readonly<Record<Status, 'good' | 'bad' | 'nothing'>> = {
  pass: 'good',
  absent: 'bad',
  broken: 'bad',
  noncompliant: 'bad',
  n_a: 'nothing',
  error: 'nothing',
  skip: 'nothing',
};
const REPLIES: readonly unknown[] = ['answer', 'blocked', 'failed', 'aborted'] satisfies Reply['kind'][];

/** The same evidence where every surface and every reply in it could not be seen. */
function unseenInstead(value: unknown, status: Inconclusive['status']): unknown {
  if (Array.isArray(value)) return value.map((one) => unseenInstead(one, status));
  if (typeof value !== 'object' || value === null) return value;
  if ('state' in value)
    return { state: 'inconclusive', status, evidence: says('nothing seen') } satisfies Inconclusive;
  if ('kind' in value && REPLIES.includes(value.kind)) {
    const asked = 'https://site.example/';
    const reply: Reply =
      status === 'skip'
        ? { kind: 'aborted', requestedUrl: asked, message: 'the audit ended' }
        : { kind: 'failed', requestedUrl: asked, reason: 'timeout', message: 'no answer' };
    return reply;
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unseenInstead(one, status)]));
}

/** The requests that ought to fail are made up where no description was seen: there is no list of them that is empty. */
function cannotBe(example: Example, key: EvidenceKey): boolean {
  const { apiErrors, apiSurface } = example.input;
  return key === 'openapi' && apiErrors?.length === 0 && apiSurface?.state === 'present';
}

const uses = checks.flatMap((check) =>
  check.uses.flatMap((key) =>
    examplesOf(check.id).flatMap((example) =>
      (['error', 'skip'] as const).flatMap((status) => {
        const given = example.input[key];
        const blind = unseenInstead(given, status);
        // An empty list holds nothing that could be unseen.
        return isDeepStrictEqual(given, blind) || cannotBe(example, key)
          ? []
          : [[check.id, key, status, example.title, check, example, blind] as const];
      }),
    ),
  ),
);

describe('what could not be seen and is only used', () => {
  it('is part of the examples', () => expect(uses.length).toBeGreaterThan(300));

  it.each(uses)(
    '%s without %s (%s; %s): the verdict says the same of the site, or nothing',
    (_id, key, _status, _title, check, example, blind) => {
      const evidence = { ...example.input, [key]: blind };
      const verdict = check.decide(evidence, { now: NOW, siteType: example.siteType ?? null });
      expect([MEANING[example.expect], 'nothing'], renderEvidence(verdict.evidence)).toContain(
        MEANING[verdict.status],
      );
    },
  );
});
