import { describe, expect, it } from 'vitest';
import type { Status } from '../catalogue/vocabulary.ts';
import { envelopeFor, everySeenStatus } from '../testing/envelopes.ts';
import { adviceFor, isFailure } from './advice.ts';

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
    'forecasts nothing where a check is %s: it could change every gain',
    (unseen) => {
      const { advice, reachable } = adviceFor(
        withStatuses({ openapi: 'broken', robots: 'absent', webmcp: unseen }),
      );
      expect(advice.map(({ failure, gain }) => [failure.id, gain])).toEqual([
        ['openapi', undefined],
        ['robots', undefined],
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
        'llms-txt': 'broken',
        'mcp-initialize': 'broken',
        'llms-txt-format': 'noncompliant',
      }),
    );
    expect(advice.map(({ failure }) => failure.id)).toEqual([
      'mcp-initialize', // 8.75 points
      'llms-txt', // 5.25
      'openapi', // 5
      'llms-txt-format', // 3, there already
      'robots', // 3
      'security-txt', // 1.75
    ]);
  });

  it('says by how much each score rises', () => {
    const [first] = adviceFor(withStatuses({ openapi: 'broken' })).advice;
    // A MUST costs 5 + 3.75 points: about 6 percent of all, in both scores.
    expect(first?.gain).toEqual({ relative: 6, global: 6 });
  });

  it('says what is reached when all is fixed', () => {
    const { results, summary, score } = envelopeFor({ verdict: everySeenStatus }).scorecard;
    const { advice, reachable } = adviceFor({ results, score });
    expect(advice).toHaveLength(summary.absent + summary.broken + summary.noncompliant);
    expect(advice.every(({ failure }) => isFailure(failure))).toBe(true);
    expect(reachable?.relative).toBe(100);
    expect(reachable?.global).toBeGreaterThan(score.global);
  });
});
