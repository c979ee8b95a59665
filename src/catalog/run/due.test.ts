import { describe, expect, it } from 'vitest';
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from '../results/merge.ts';
import { type AuditTimes, dueBounds, isDue, planRun } from './due.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const EARLIER = '2026-11-20T12:00:00.000Z';
const JUST = '2026-11-21T11:00:00.000Z';
const LATER = '2026-11-21T13:00:00.000Z';

/** Checks the same conditions as the SQL query of the queue (`database/queue.ts`), which is tested on a real server. */
function isQueued({ due, attempted }: AuditTimes): boolean {
  const by = dueBounds(NOW);
  return (
    (due === null || due <= by.now || due > by.due) &&
    (attempted === null || attempted <= by.attempted || attempted > by.now)
  );
}

it.each([
  { what: 'never audited', times: { attempted: null, due: null }, run: true, queue: true },
  { what: 'a scorecard to refresh', times: { attempted: EARLIER, due: EARLIER }, run: true, queue: true },
  {
    what: 'a scorecard to refresh right now',
    times: { attempted: EARLIER, due: NOW.toISOString() },
    run: true,
    queue: true,
  },
  { what: 'a fresh scorecard', times: { attempted: EARLIER, due: LATER }, run: false, queue: false },
  {
    what: 'a scorecard dated an hour ahead',
    times: { attempted: LATER, due: '2026-11-22T13:00:00.000Z' },
    run: true,
    queue: true,
  },
  {
    what: 'a scorecard dated an hour ahead, a failure an hour ago',
    times: { attempted: JUST, due: '2026-11-22T13:00:00.000Z' },
    run: true,
    queue: false,
  },
  { what: 'a failure an hour ahead', times: { attempted: LATER, due: EARLIER }, run: true, queue: true },
  { what: 'a failure an hour ago', times: { attempted: JUST, due: EARLIER }, run: true, queue: false },
  {
    what: 'no scorecard, a failure an hour ago',
    times: { attempted: JUST, due: null },
    run: true,
    queue: false,
  },
])('is due for a run: $run, for the queue: $queue: $what', ({ times, run, queue }) => {
  expect([isDue(times, NOW), isQueued(times)]).toEqual([run, queue]);
});

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

  it('sorts targets by their last attempt, the oldest first', () => {
    expect(hosts(planRun(list, stored, { now: NOW }))).toEqual([
      'ahead.example',
      'never.example',
      'older.example',
      'old.example',
      'fresh.example',
      'down.example',
    ]);
  });

  it('leaves out fresh targets with --stale-only, and stops at --limit', () => {
    expect(hosts(planRun(list, stored, { now: NOW, staleOnly: true }))).not.toContain('fresh.example');
    expect(hosts(planRun(list, stored, { now: NOW, limit: 2 }))).toEqual(['ahead.example', 'never.example']);
    expect(hosts(planRun(list, stored, { now: NOW, staleOnly: true }))).toContain('down.example');
  });
});
