/** A request counts as in flight until the server can have noticed that it ended. */
import { expect, it } from 'vitest';
import { LIMITS } from '../../base/limits.ts';
import type { Exchange } from '../io/io.ts';
import { OriginQueue } from './origin-queue.ts';

const REQUEST = { method: 'GET', url: 'https://site.example/', headers: [] } as const;
const answered = (truncated: boolean): Exchange => ({
  request: REQUEST,
  answer: { status: 200, httpVersion: '1.1', headers: [], body: new Uint8Array(), truncated, ms: 1 },
});
const failed = (reason: 'timeout' | 'reset'): Exchange => ({
  request: REQUEST,
  failure: { reason, message: reason },
});

it.each<[string, Exchange, waits: number]>([
  ['waits after a response that was cut off', answered(true), 1],
  ['waits after a request that timed out', failed('timeout'), 1],
  ['does not wait after a whole response', answered(false), 0],
  ['does not wait after a reset', failed('reset'), 0],
])('a request that must be alone %s', async (_, first, waits) => {
  const pauses: (() => void)[] = [];
  const queue = new OriginQueue(LIMITS, () => new Promise((end) => pauses.push(end)));
  await queue.concurrent(async () => first);
  expect((await queue.concurrent(async () => answered(false))).alone).toBe(waits === 0);
  let hasStarted = false;
  const alone = queue.solo(async () => {
    hasStarted = true;
    return answered(false);
  });
  await Promise.resolve();
  expect({ hasStarted, waits: pauses.length }).toEqual({ hasStarted: waits === 0, waits });
  for (const end of pauses) end();
  expect((await alone).alone).toBe(true);
});
