/** The store under 10,000 mixed calls of 1,000 callers on 4 instances: every limit holds, nothing is lost, all has an end. */
import pLimit from 'p-limit';
import { expect, it } from 'vitest';
import {
  AUDIT_LIMIT,
  AUDIT_WINDOW_MS,
  type Budget,
  DEFAULT_QUOTA,
  NETWORK_LIMIT,
  serviceLimit,
  TARGET_LIMIT,
} from '../limits.ts';
import { CALLER_PREFIX } from './allowance.ts';
import { DOMAIN_PREFIX } from './domain-limit.ts';
import { QUOTA_PREFIX } from './quota.ts';
import { memoryStore } from './store.ts';
import { type Audited, mixedUse } from './testing/mixed-use.ts';
import { shuffling } from './testing/stores.ts';
import { walk } from './testing/walk.ts';

const START = Date.parse('2026-11-22T08:40:00.000Z');
const CALLS = 10_000;
const AT_ONCE = 200;
/** The clock stands while calls are under way, and goes on between them: three hours in all. */
const BATCHES = 20;
const STEP_MS = 9 * 60_000;

type Whose = (one: Audited) => readonly string[];
const ofCaller: Whose = ({ caller }) => [caller.key ?? ''];
const ofNetwork: Whose = ({ caller }) => [caller.network ?? ''];
const ofDomain: Whose = ({ domains }) => domains;
const ofAll: Whose = () => ['all'];

it('10,000 calls, 1,000 callers, 4 instances: no allowance is exceeded, none is lost, every record has an end', async () => {
  let now = START;
  const store = memoryStore();
  const use = mixedUse({
    store: () => shuffling(store),
    now: () => now,
    instances: 4,
    callers: 1_000,
    hosts: 600,
  });
  const limit = pLimit(AT_ONCE);
  const answers = new Map<string, number>();
  for (let batch = 0; batch < BATCHES; batch++) {
    if (batch > 0) now += STEP_MS;
    const calls = Array.from({ length: CALLS / BATCHES }, () => limit(use.call));
    for (const answer of await Promise.all(calls)) answers.set(answer, (answers.get(answer) ?? 0) + 1);
    await use.settled();
  }

  // Every kind of answer was given, or it was no test; and no fault but the auditor's own.
  const kinds = ['live', 'cache', 'none', 'cut short', 'cancelled', 'service_unavailable'];
  const refusals = ['target_unreachable', 'target_blocked'];
  const limits = ['caller', 'target', 'service'].map((scope) => `audit_limit_reached ${scope}`);
  expect([...answers.keys()].toSorted()).toEqual([...kinds, ...refusals, ...limits].toSorted());
  const faults = use.ledger.filter((one) => one.forCaller === 'failed' && one.forOthers === 'ran');
  expect(answers.get('service_unavailable')).toBe(faults.length - (answers.get('cut short') ?? 0));

  expect(use.overlaps).toEqual([]);
  const exceeded = [
    ...overdrawn(use.ledger, ofCaller, 'forCaller', AUDIT_LIMIT),
    ...overdrawn(use.ledger, ofNetwork, 'forCaller', NETWORK_LIMIT),
    ...overdrawn(use.ledger, ofDomain, 'forOthers', TARGET_LIMIT),
    ...overdrawn(use.ledger, ofAll, 'forOthers', serviceLimit(DEFAULT_QUOTA)),
  ];
  expect(exceeded).toEqual([]);

  // What the store has counted is what was audited: nothing more, nothing less.
  const counts = (at: number) => at > now - AUDIT_WINDOW_MS;
  const inStore = async (prefix: string) => {
    const all = await Promise.all(
      (await store.keys(prefix)).map(async (key) => (await store.read(key))?.text),
    );
    const timesOf = (list: readonly (number | { at: number })[] = []) =>
      list.map((one) => (typeof one === 'number' ? one : one.at)).filter(counts).length;
    return all
      .map((text) => JSON.parse(text ?? '{}'))
      .map(({ units, ran, failed }) => [timesOf(units ?? ran), timesOf(failed)] as const)
      .reduce(([a, b], [ran, failed]) => [a + ran, b + failed], [0, 0]);
  };
  const audited = (whose: 'forCaller' | 'forOthers', each: (one: Audited) => number = () => 1) =>
    (['ran', 'failed'] as const).map((outcome) =>
      use.ledger
        .filter((one) => counts(one.at) && one[whose] === outcome)
        .reduce((sum, one) => sum + each(one), 0),
    );
  expect(await inStore(CALLER_PREFIX)).toEqual(audited('forCaller'));
  expect(await inStore(QUOTA_PREFIX)).toEqual(audited('forOthers'));
  expect(await inStore(DOMAIN_PREFIX)).toEqual(audited('forOthers', ({ domains }) => domains.length));

  // Every record has an end, at which it goes.
  const before = await walk(store);
  expect(before.ends.size).toBeGreaterThan(500);
  const [instance] = use.instances;
  const swept = async () => {
    // Each sweep works off 500.
    for (let i = 0; i < 50; i++) await instance?.kept.expiry.sweep();
    return walk(store);
  };
  now += 3 * AUDIT_WINDOW_MS;
  const left = await swept();
  expect([...left.ends.keys()].filter((key) => !/^(?:live|declared)\//.test(key))).toEqual([]);
  expect(left.ends.size).toBeGreaterThan(50);
  now += 31 * 24 * AUDIT_WINDOW_MS;
  const none = await swept();
  expect([none.ends.size, none.notes.size]).toEqual([0, 0]);
}, 900_000);

/** Who had more within 60 minutes than a budget has. */
function overdrawn(
  ledger: readonly Audited[],
  whose: Whose,
  as: 'forCaller' | 'forOthers',
  budget: Budget,
): readonly string[] {
  const times = new Map<string, number[]>();
  for (const one of ledger) {
    for (const who of whose(one)) {
      const key = `${one[as]} ${who}`;
      times.set(key, [...(times.get(key) ?? []), one.at]);
    }
  }
  return [...times].flatMap(([key, all]) => {
    const most = key.startsWith('ran') ? budget.units : budget.failed;
    const sorted = all.toSorted((a, b) => a - b);
    const tooMany = sorted.some(
      (at, i) => (sorted[i + most] ?? Number.POSITIVE_INFINITY) < at + AUDIT_WINDOW_MS,
    );
    return tooMany ? [`${key}: more than ${most}`] : [];
  });
}
