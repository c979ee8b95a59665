import { describe, expect, it } from 'vitest';
import { definitionOf, POINTS } from '../definitions/index.ts';
import type { Status } from '../definitions/vocabulary.ts';
import { envelopeFor, everySeenStatus } from '../testing/envelopes.ts';
import { adviceFor, isFailedResult } from './advice.ts';

/** An envelope where the checks named have these statuses and all others pass. */
function withStatuses(statuses: Readonly<Record<string, Exclude<Status, 'n_a'>>>) {
  return envelopeFor({
    verdict: ({ id }) => ({ status: statuses[id] ?? 'pass', evidence: 'https://site.example/ -> 200' }),
  }).scorecard;
}

describe('advice', () => {
  it('is empty when nothing fails; errors and skips are no failures', () => {
    const { advice, reachable } = adviceFor(withStatuses({ robots: 'error', openapi: 'skip' }));
    expect(advice).toEqual([]);
    expect(reachable).toBeUndefined();
    expect(adviceFor(withStatuses({})).reachable).toEqual({ relative: 100, global: 100 });
  });

  it.each(['error', 'skip'] as const)(
    'tells no score that fixes lead to where a check is %s: it could change them all',
    (unseen) => {
      const { advice, reachable } = adviceFor(
        withStatuses({ openapi: 'broken', robots: 'absent', webmcp: unseen }),
      );
      expect(advice.map(({ failure, points, after }) => [failure.id, points, after])).toEqual([
        ['openapi', 1.75 * POINTS.must, undefined],
        ['robots', POINTS.should, undefined],
      ]);
      expect(reachable).toBeUndefined();
    },
  );

  it('starts with the fix that earns most points', () => {
    const { advice } = adviceFor(
      withStatuses({
        robots: 'absent',
        'security-txt': 'broken',
        openapi: 'absent',
        'mcp-initialize': 'broken',
        'llms-txt-format': 'noncompliant',
      }),
    );
    expect(advice.map(({ failure }) => failure.id)).toEqual([
      'mcp-initialize', // a MUST, and what it costs to be broken
      'openapi', // a MUST
      'llms-txt-format', // a SHOULD, there already
      'robots', // a SHOULD
      'security-txt', // a MAY that is broken
    ]);
  });

  it('says what each fix recovers, and where it leads with those before it', () => {
    const { advice, reachable } = adviceFor(withStatuses({ openapi: 'broken', 'llms-txt': 'broken' }));
    expect(advice.map(({ points }) => points)).toEqual([1.75 * POINTS.must, 1.75 * POINTS.should]);
    expect(advice.map(({ after }) => after?.relative)).toEqual([expect.any(Number), 100]);
    expect(advice.at(-1)?.after).toEqual(reachable);
    expect(advice[0]?.reason).toBe(definitionOf('openapi').goal);
  });

  it('tells what fixes recover where both scores stand at 0 until more than one is made', () => {
    const { results, score } = envelopeFor({
      verdict: () => ({ status: 'broken', evidence: 'https://site.example/ -> 200' }),
    }).scorecard;
    const { advice } = adviceFor({ results, score });
    expect(score).toEqual({ relative: 0, global: 0 });
    expect(advice[0]).toMatchObject({ points: 8.75, after: { relative: 0, global: 0 } });
    expect(advice.at(-1)?.after).toEqual({ relative: 100, global: 100 });
    const must = advice.map(({ failure }) => failure.keyword).lastIndexOf('must');
    expect(advice.findIndex(({ failure }) => failure.keyword === 'should')).toBeGreaterThan(must);
  });

  it('says what is reached when all is fixed', () => {
    const { results, summary, score } = envelopeFor({ verdict: everySeenStatus }).scorecard;
    const { advice, reachable } = adviceFor({ results, score });
    expect(advice).toHaveLength(summary.absent + summary.broken + summary.noncompliant);
    expect(advice.every(({ failure }) => isFailedResult(failure))).toBe(true);
    expect(reachable?.relative).toBe(100);
    expect(reachable?.global).toBeGreaterThan(score.global);
  });
});
