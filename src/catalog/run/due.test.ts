import { expect, it } from 'vitest';
import { type AuditTimes, dueBounds, isDue } from './due.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const EARLIER = '2026-11-20T12:00:00.000Z';
const JUST = '2026-11-21T11:00:00.000Z';
const LATER = '2026-11-21T13:00:00.000Z';

/** The same conditions as the SQL query of the queue (`database/queue.ts`), which is tested on a real server. */
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
    what: 'a scorecard of an hour ahead',
    times: { attempted: LATER, due: '2026-11-22T13:00:00.000Z' },
    run: true,
    queue: true,
  },
  {
    what: 'a scorecard of an hour ahead, a failure an hour ago',
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
