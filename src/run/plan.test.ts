/** Which targets a run takes, and in which order. */
import { describe, expect, it } from 'vitest';
import { goodResult, mergeStored, noteFailure, nothingStored } from '../results/merge.ts';
import type { ListedHost, Stored } from '../scorecard/record.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { isDue, isInShard, planRun, shardsFor } from './plan.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

function target(host: string): ListedHost {
  return { host, name: host, description: 'A site for a test.', category: 'api' };
}

function scored(host: string, scoredAt: string): Stored {
  return mergeStored(nothingStored(host), goodResult(host, envelopeFor({ target: host, scoredAt })));
}

const hosts = (targets: readonly ListedHost[]) => targets.map(({ host }) => host);

describe('the plan', () => {
  const list = ['fresh.example', 'old.example', 'never.example', 'older.example', 'down.example'].map(target);
  const down = noteFailure(scored('down.example', '2026-11-01T00:00:00.000Z'), {
    at: '2026-11-21T11:00:00.000Z',
    kind: 'target_unreachable',
    message: 'down',
  });
  const stored = new Map(
    [
      scored('fresh.example', '2026-11-21T10:00:00.000Z'),
      scored('old.example', '2026-11-20T10:00:00.000Z'),
      scored('older.example', '2026-11-19T10:00:00.000Z'),
      down,
    ].map((one) => [one.host, one]),
  );

  it('takes the stalest first, by the last attempt', () => {
    expect(hosts(planRun(list, stored, { now: NOW }))).toEqual([
      'never.example',
      'older.example',
      'old.example',
      'fresh.example',
      'down.example',
    ]);
  });

  it('leaves out what is not due, with --stale-only, and stops at --limit', () => {
    expect(hosts(planRun(list, stored, { now: NOW, staleOnly: true }))).not.toContain('fresh.example');
    expect(hosts(planRun(list, stored, { now: NOW, limit: 2 }))).toEqual(['never.example', 'older.example']);
    expect(hosts(planRun(list, stored, { now: NOW, only: new Set(['old.example']) }))).toEqual([
      'old.example',
    ]);
    expect(isDue(down, NOW)).toBe(true);
  });

  it('gives each host to exactly one shard, whatever else is in the list', () => {
    const many = Array.from({ length: 500 }, (_, i) => target(`site-${i}.example`));
    for (const of of [1, 2, 7]) {
      const parts = Array.from({ length: of }, (_, i) =>
        hosts(planRun(many, new Map(), { now: NOW, shard: { index: i + 1, of } })),
      );
      expect(parts.flat().sort()).toEqual(hosts(many).sort());
      for (const part of parts) expect(part.length).toBeGreaterThan(500 / of / 2);
    }
    expect(isInShard(target('site-1.example'), { index: 1, of: 1 })).toBe(true);
  });

  it('gives all hosts of a domain to the same shard, and users of a shared suffix to shards of their own', () => {
    const shardOf = (host: string) =>
      [1, 2, 3, 4, 5, 6, 7].filter((index) => isInShard(target(host), { index, of: 7 }));
    const first = shardOf('example.co.uk');
    expect(first).toHaveLength(1);
    for (const host of ['www.example.co.uk', 'api.example.co.uk', 'a.b.example.co.uk'])
      expect(shardOf(host)).toEqual(first);
    const users = Array.from({ length: 40 }, (_, i) => shardOf(`user-${i}.github.io`)[0]);
    expect(new Set(users).size).toBeGreaterThan(3);
    expect(shardOf('127.0.0.1:8080')).toHaveLength(1);
  });

  it.each([
    [0, 0],
    [1, 1],
    [600, 1],
    [601, 2],
    [10_000, 17],
    [10_000_000, 256],
  ])('needs for %d targets %d shards', (targets, shards) => {
    const { include } = shardsFor(targets);
    expect(include).toEqual(Array.from({ length: shards }, (_, i) => ({ shard: `${i + 1}/${shards}` })));
  });
});
