/** A second run with the same findings only changes the last audits, and loses nothing. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { FailureRecord, Stored } from '../../audit/scorecard/record.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { fileText, GENERATIONS, type Json } from '../../testing/generations.ts';
import { emptiedFolder } from '../../testing/shared.ts';
import { LAST_AUDITS, LastAudits } from './last-audits.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from './merge.ts';
import { Store } from './store.ts';
import { waitForClaim } from './testing/claim.ts';

const HOST = 'site.example';
const folder = emptiedFolder('last-audits');

const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T03:17:00.000Z`;
const DOWN = { kind: 'target_unreachable', message: 'down' };

async function opened(name = 'results'): Promise<Store> {
  const store = new Store({ results: join(folder, name), recordings: join(folder, 'recordings') });
  await store.open();
  return store;
}

async function update(store: Store, change: (stored: Stored) => Stored): Promise<boolean> {
  using claim = await waitForClaim(store, HOST);
  return await claim.update(change);
}

/** What an audit finds on one day. */
type Found = 'all' | 'some' | typeof DOWN;
type Night = readonly [n: number, found: Found];

function after(stored: Stored, [n, found]: Night): Stored {
  if (typeof found === 'object') return noteFailure(stored, { at: day(n), ...found } satisfies FailureRecord);
  const verdict = found === 'some' ? { verdict: everyStatus } : {};
  return mergeStored(stored, goodResult(HOST, envelopeFor({ target: HOST, scoredAt: day(n), ...verdict })));
}

const fileIn = (name = 'results') => readFileSync(join(folder, name, `${HOST}.json`), 'utf8');
const linesIn = (name = 'results') => readFileSync(join(folder, name, LAST_AUDITS), 'utf8');
const plainOf = (stored: Stored) => JSON.parse(JSON.stringify(stored)) as Json;

test('changes a line but no file if an audit finds nothing new', async () => {
  const store = await opened();
  await update(store, (stored) => after(stored, [1, 'some']));
  const bytes = fileIn();
  for (const n of [2, 3, 4]) expect(await update(store, (stored) => after(stored, [n, 'some']))).toBe(true);
  expect(fileIn()).toBe(bytes);
  const { latest, history } = await store.read(HOST);
  expect(latest?.freshness).toMatchObject({ scored_at: day(4), refresh_after: day(5) });
  expect(history.map(({ scored_at }) => scored_at)).toEqual([day(1), day(4)]);
  expect(await update(store, (stored) => after(stored, [4, 'some'])), 'reported twice').toBe(false);
  expect(await update(store, (stored) => after(stored, [3, 'some'])), 'reported late').toBe(false);
  await store.tidy();
  expect(linesIn().trimEnd().split('\n')).toHaveLength(1);
  expect(await store.read(HOST)).toEqual(await (await opened()).read(HOST));
});

describe('after any sequence of results, the stored state equals the merged one', () => {
  const STILL = { ...DOWN, message: 'still down' };
  const DECLINED = { kind: 'target_declined', message: 'no' };
  const NIGHTS: readonly (readonly Found[])[] = [
    ['all', 'all', 'all'],
    ['all', 'all', 'some', 'some', 'all'],
    [DOWN, DOWN, DOWN],
    ['all', 'all', DOWN, DOWN, 'all', 'all', DOWN],
    [DOWN, STILL, STILL, 'some'],
  ];
  const inOrder = NIGHTS.map((nights) => nights.map((found, i): Night => [i + 1, found]));
  const late: Night[] = [
    [1, 'some'],
    [3, 'some'],
    [2, 'all'],
    [4, DECLINED],
    [5, DOWN],
    [6, DOWN],
  ];

  it.each([...inOrder, late])('%j %j %j …', async (...nights) => {
    const store = await opened();
    let expected = nothingStored(HOST);
    for (const night of nights) {
      expected = after(expected, night);
      await update(store, (stored) => after(stored, night));
      expect(plainOf(await store.read(HOST))).toEqual(plainOf(expected));
      if (night[0] === 3) await store.tidy();
    }
    expect(plainOf(await (await opened()).read(HOST))).toEqual(plainOf(expected));
  });
});

test('ignores a line whose digest does not match the file', async () => {
  const store = await opened();
  await update(store, (stored) => after(stored, [1, 'all']));
  const older = fileIn();
  await update(store, (stored) => after(stored, [2, 'some']));
  await update(store, (stored) => after(stored, [3, 'some']));
  writeFileSync(join(folder, 'results', `${HOST}.json`), older);
  expect((await store.read(HOST)).latest?.freshness.scored_at).toBe(day(1));
});

test.each(GENERATIONS)('confirms a file of the generation “%s” without rewriting it', async (generation) => {
  const store = await opened();
  const bytes = fileText(generation, { host: HOST });
  writeFileSync(join(folder, 'results', `${HOST}.json`), bytes);
  const failure = { at: day(1), ...DOWN };
  await update(store, (stored) => noteFailure(stored, failure));
  const noted = fileIn();
  await update(store, (stored) => noteFailure(stored, { ...failure, at: day(2) }));
  expect(fileIn()).toBe(noted);
  expect((await store.read(HOST)).failure).toEqual({ ...failure, at: day(2), since: day(1) });
  await update(store, (stored) => after(stored, [3, 'all']));
  const { previous } = JSON.parse(fileIn()) as Json;
  expect(previous).toEqual((JSON.parse(bytes) as Json).latest);
});

test('reads other lines despite a truncated, an unknown or an out-of-order line', async () => {
  const store = await opened();
  await update(store, (stored) => after(stored, [1, 'all']));
  await update(store, (stored) => after(stored, [3, 'all']));
  const [line = ''] = linesIn().split('\n');
  const later = '{"host":"site.example","at":"soon","of":1,"by":"a newer version"}';
  appendFileSync(
    join(folder, 'results', LAST_AUDITS),
    `${later}\n${line.replace(day(3), day(2))}\n{"host":"si`,
  );
  expect((await store.read(HOST)).latest?.freshness.scored_at).toBe(day(3));
  await update(store, (stored) => after(stored, [4, 'all']));
  expect((await (await opened()).read(HOST)).latest?.freshness.scored_at).toBe(day(4));
  await store.tidy();
  expect(linesIn().trimEnd().split('\n')).toEqual([line.replace(day(3), day(4)), later]);
});

test('loses no line if two stores write while one sorts the lines', async () => {
  const hosts = Array.from({ length: 12 }, (_, i) => `site-${i}.example`);
  const [first, second] = [await opened(), await opened()];
  const store = (host: string, n: number, by: Store) => async () => {
    using claim = await waitForClaim(by, host);
    const envelope = envelopeFor({ target: host, scoredAt: day(n) });
    await claim.update((stored) => mergeStored(stored, goodResult(host, envelope)));
  };
  for (const n of [1, 2, 3]) {
    const work = hosts.map((host, i) => store(host, n, (i + n) % 2 === 0 ? first : second)());
    await Promise.all([...work, first.tidy()]);
  }
  const fresh = await opened();
  for (const host of hosts) expect((await fresh.read(host)).latest?.freshness.scored_at).toBe(day(3));
});

test('removes lines of targets without results', async () => {
  mkdirSync(join(folder, 'results/.locks'), { recursive: true });
  const lines = new LastAudits(join(folder, 'results'), join(folder, 'results/.locks'));
  await lines.add('b.example', { at: day(1), of: 'x' });
  await lines.add('a.example', { at: day(1), of: 'x' });
  await lines.add('gone.example', { at: day(1), of: 'x' });
  await lines.tidy(new Set(['a.example', 'b.example']));
  expect(lines.hosts()).toEqual(['a.example', 'b.example']);
});

test('uses a line dated in the future only if no other line has the same digest', async () => {
  await opened();
  const lines = new LastAudits(join(folder, 'results'), join(folder, 'results/.locks'));
  const ahead = '2999-01-01T00:00:00.000Z';
  const counted: unknown[] = [];
  for (const at of [ahead, day(2), ahead]) {
    await lines.add(HOST, { at, of: 'x' });
    counted.push(lines.of(HOST)?.at);
  }
  expect(counted).toEqual([ahead, day(2), day(2)]);
});
