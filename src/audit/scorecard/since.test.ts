/** Tests what a scorecard publishes about the changes since an earlier scorecard. */
import { describe, expect, it } from 'vitest';
import { envelopeFor } from '../../testing/envelopes.ts';
import { envelopeSchema } from './schema.ts';
import { earlierOf, sinceEarlier } from './since.ts';
import { storedEnvelopeSchema } from './stored.ts';

type Status = 'pass' | 'absent' | 'broken' | 'error' | 'n_a';

const audited = (day: number, statuses: Readonly<Record<string, Status>>, siteType: 'api' | null = null) =>
  envelopeFor({
    siteType,
    scoredAt: `2026-11-${day}T10:00:00.000Z`,
    verdict: ({ id }) => {
      const status = statuses[id] ?? 'pass';
      return status === 'n_a'
        ? { status, reason: 'antecedent-unmet', evidence: 'seen' }
        : { status, evidence: 'seen' };
    },
  });
const live = (envelope: ReturnType<typeof audited>) => ({ of: 'live' as const, envelope });

describe('what changed', () => {
  it('is the figures of before, how many are fixed and worse, and each change, what is worse first', () => {
    const before = audited(20, { robots: 'absent', 'llms-txt': 'broken', sitemap: 'error', webmcp: 'n_a' });
    const now = audited(21, { 'llms-txt': 'absent', openapi: 'broken', webmcp: 'broken' });
    const { since } = sinceEarlier(now, live(before));
    expect(since).toMatchObject({
      of: 'live',
      scored_at: '2026-11-20T10:00:00.000Z',
      score: before.scorecard.score,
      comparable: true,
      fixed: 1,
      worse: 1,
    });
    expect(since?.changes.map(({ direction }) => direction)).toEqual([
      'worse',
      'better',
      'better',
      'newly_applies',
      'neutral',
    ]);
    expect(since?.changes).toContainEqual({ id: 'openapi', from: 'pass', to: 'broken', direction: 'worse' });
    expect(since?.changes).toContainEqual({
      id: 'robots',
      from: 'absent',
      to: 'pass',
      direction: 'better',
    });
  });

  it('is part of a published envelope, and is read again', () => {
    const envelope = sinceEarlier(audited(21, {}), live(audited(20, { robots: 'absent' })));
    expect(envelopeSchema.parse(envelope).since).toEqual(envelope.since);
    expect(storedEnvelopeSchema.parse(JSON.parse(JSON.stringify(envelope))).since).toEqual(envelope.since);
  });

  it.each([
    [
      'other rules',
      { ...audited(20, {}), scorecard: { ...audited(20, {}).scorecard, rules: 1 } },
      /other|rules/,
    ],
    ['another site type', audited(20, { robots: 'absent' }, 'api'), /site type/],
  ])('of %s is said, and nothing is counted', (_, before, why) => {
    const { since } = sinceEarlier(audited(21, {}), live(before));
    expect(since).toMatchObject({ comparable: false, explanation: expect.stringMatching(why) });
    expect(since).not.toHaveProperty('fixed');
    expect(since).not.toHaveProperty('worse');
    expect(since?.changes.filter(({ direction }) => direction !== 'neutral')).toEqual([]);
  });
});

describe('the scorecard before', () => {
  const now = audited(21, {});
  const [kept, listed] = [live(audited(18, {})), { of: 'catalog' as const, envelope: audited(20, {}) }];

  it('is the newest one', () => {
    expect(earlierOf(now, [kept, listed])).toBe(listed);
    expect(earlierOf(now, [kept])).toBe(kept);
  });

  it('is one that was asked the same, where there is one', () => {
    const typed = { of: 'catalog' as const, envelope: audited(20, {}, 'api') };
    expect(earlierOf(now, [typed, kept])).toBe(kept);
    expect(earlierOf(now, [typed])).toBe(typed);
  });

  it('is not one of the same time or later', () => {
    expect(earlierOf(audited(18, {}), [kept, listed])).toBeUndefined();
  });
});
