/** Turns: who gets one, in which order, and who gives one away. */
import { expect, it } from 'vitest';
import { settled, stopClock } from '../testing/clock.ts';
import { Semaphore } from './semaphore.ts';

const MS = 1_000;

/** Waits for a turn, and tells the name when it has one. */
function waiting(turns: Semaphore, names: string[], name: string, signal?: AbortSignal) {
  return turns.acquire(MS, signal).then((entered) => void names.push(entered ? name : `${name} left`));
}

it('gives turns in the order of arrival; who leaves, or has no time left, is passed over', async () => {
  const clock = stopClock();
  const turns = new Semaphore(1);
  const names: string[] = [];
  const stop = new AbortController();
  await waiting(turns, names, 'a');
  const leaving = waiting(turns, names, 'b', stop.signal);
  const last = waiting(turns, names, 'c');
  stop.abort();
  await leaving;
  turns.release();
  await last;
  const late = waiting(turns, names, 'd');
  clock.pass(MS);
  await late;
  expect(names).toEqual(['a', 'b left', 'c', 'd left']);
});

it.each([
  ['one waits: the offer that was made first', ['x', 'y'], ['p'], ['x']],
  ['two wait: both offers', ['x', 'y'], ['p', 'q'], ['x', 'y']],
  ['three wait: no more than there are offers', ['x', 'y'], ['p', 'q', 'r'], ['x', 'y']],
  ['nobody waits: none', ['x', 'y'], [], []],
])('takes of the offered turns, where %s', async (_, holders, waiters, expected) => {
  for (const offersFirst of [true, false]) {
    const turns = new Semaphore(holders.length);
    const given: string[] = [];
    await Promise.all(holders.map(() => turns.acquire(MS, undefined)));
    const offer = () => holders.map((name) => turns.offer(() => given.push(name)));
    const names: string[] = [];
    if (offersFirst) offer();
    const entering = waiters.map((name) => waiting(turns, names, name));
    if (!offersFirst) offer();
    expect(given).toEqual(expected);
    for (let i = 0; i < holders.length; i++) turns.release(i < given.length);
    await Promise.all(entering.slice(0, holders.length));
    expect(names).toEqual(waiters.slice(0, holders.length));
    for (let i = 0; i < waiters.length; i++) turns.release();
    await Promise.all(entering);
  }
});

it('leaves an offer alone that was withdrawn', async () => {
  const turns = new Semaphore(1);
  await turns.acquire(MS, undefined);
  turns.offer(() => expect.unreachable())();
  const next = turns.acquire(MS, undefined);
  turns.release();
  expect(await next).toBe(true);
});

it('takes an offer again when one that was taken has been ended', async () => {
  const turns = new Semaphore(1);
  let given = 0;
  await turns.acquire(MS, undefined);
  for (let round = 1; round <= 3; round++) {
    const next = turns.acquire(MS, undefined);
    turns.offer(() => {
      given += 1;
      turns.release(true);
    });
    expect(await next).toBe(true);
    expect(given).toBe(round);
  }
});

it('behind those that have waited stands who has given a turn away', async () => {
  const turns = new Semaphore(1);
  const names: string[] = [];
  await turns.acquire(MS, undefined);
  const first = waiting(turns, names, 'first');
  turns.offer(() => {
    turns.release(true);
    void waiting(turns, names, 'giver');
  });
  await first;
  const second = waiting(turns, names, 'second');
  turns.release();
  await settled();
  turns.release();
  await second;
  expect(names).toEqual(['first', 'giver', 'second']);
});
