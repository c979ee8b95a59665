import { describe, expect, it } from 'vitest';
import { definitions } from '../definitions/index.ts';
import { compareEnvelopes } from '../scorecard/compare.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import { regressions } from './regressions.ts';

function scored(robots: string, more: { target?: string; rules?: number; siteType?: 'api' } = {}): Envelope {
  const envelope = envelopeFor({
    checks: definitions,
    target: more.target ?? 'site.example',
    siteType: more.siteType ?? null,
    verdict: ({ id }) => ({ status: id === 'robots' ? robots : 'pass', evidence: 'seen' }) as VerdictInWords,
  });
  const { scorecard } = envelope;
  return { ...envelope, scorecard: { ...scorecard, rules: more.rules ?? scorecard.rules } };
}

const idsOf = (from: Envelope, to: Envelope, rejudged = {}) =>
  regressions(compareEnvelopes(from, to, rejudged)).map(({ id }) => id);

describe('worsened', () => {
  it.each([
    ['pass', 'absent', ['robots']],
    ['absent', 'broken', ['robots']],
    ['absent', 'pass', []],
    ['broken', 'absent', []],
    ['pass', 'error', []],
    ['error', 'broken', []],
    ['pass', 'pass', []],
  ])('%s → %s: %j', (from, to, ids) => {
    expect(idsOf(scored(from), scored(to))).toEqual(ids);
  });

  it('holds a preview against production, by the same rules and of the same type', () => {
    const preview = { target: 'localhost:3000' };
    expect(idsOf(scored('pass'), scored('absent', preview))).toEqual(['robots']);
    expect(idsOf(scored('pass', { rules: 1 }), scored('absent', preview))).toEqual([]);
    expect(idsOf(scored('pass', { siteType: 'api' }), scored('absent', preview))).toEqual([]);
  });

  it('holds nothing against a site that the rules did, or that cannot be told from it', () => {
    const old = scored('pass', { rules: 1 });
    expect(idsOf(old, scored('absent'))).toEqual([]);
    expect(idsOf(old, scored('absent'), { from: scored('absent') })).toEqual([]);
    expect(idsOf(old, scored('broken'), { from: scored('absent') })).toEqual(['robots']);
  });
});
