import { describe, expect, it } from 'vitest';
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from '../results/merge.ts';
import { planRun } from './due.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

function target(host: string): ListedHost {
  return { host, name: host, description: 'A site for a test.', category: 'api' };
}

function scored(host: string, scoredAt: string): Stored {
  return mergeStored(nothingStored(host), goodResult(host, envelopeFor({ target: host, scoredAt })));
}

const hosts = (targets: readonly ListedHost[]) => targets.map(({ host }) => host);

describe('the plan', () => {
  const list = [
    'fresh.example',
    'old.example',
    'never.example',
    'older.example',
    'down.example',
    'ahead.example',
  ].map(target);
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
      scored('ahead.example', '2031-01-01T00:00:00.000Z'),
      down,
    ].map((one) => [one.host, one]),
  );

  it('takes the stalest first, by the last attempt', () => {
    expect(hosts(planRun(list, stored, { now: NOW }))).toEqual([
      'ahead.example',
      'never.example',
      'older.example',
      'old.example',
      'fresh.example',
      'down.example',
    ]);
  });

  it('leaves out what is not due, with --stale-only, and stops at --limit', () => {
    expect(hosts(planRun(list, stored, { now: NOW, staleOnly: true }))).not.toContain('fresh.example');
    expect(hosts(planRun(list, stored, { now: NOW, limit: 2 }))).toEqual(['ahead.example', 'never.example']);
    expect(hosts(planRun(list, stored, { now: NOW, staleOnly: true }))).toContain('down.example');
  });
});
