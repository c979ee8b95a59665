/** The stored results: their bytes, and the stress tests that nothing is lost. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../catalogue/index.ts';
import { BOUNDS } from '../scorecard/bounds.ts';
import { entryOf } from '../scorecard/history.ts';
import { type Envelope, envelopeSchema } from '../scorecard/schema.ts';
import { envelopeFor, everyStatus } from '../testing/envelopes.ts';
import { fileOfGeneration, fileText, type Json } from '../testing/generations.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from './merge.ts';
import { Store, storedText } from './store.ts';

const WRITER = fileURLToPath(new URL('./testing/store-stress.ts', import.meta.url));
const HOST = 'site.example';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function opened(results = folder): Promise<Store> {
  const store = new Store({ results, recordings: join(results, 'recordings') });
  await store.open();
  return store;
}

async function storeGood(store: Store, scoredAt: string): Promise<boolean> {
  using claim = await store.waitForClaim(HOST);
  const envelope = envelopeFor({ scoredAt, verdict: everyStatus });
  return await claim.update((stored) => mergeStored(stored, goodResult(HOST, envelope)));
}

const jsonIn = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Json;

/** A process that stores results; `acknowledged` are those that it said are stored. */
function startWriter(number: number, hosts: readonly string[]) {
  const child = spawn(process.execPath, [WRITER, folder, String(number), ...hosts], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const first = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      resolve();
    });
    child.once('close', () => resolve());
  });
  const ended = once(child, 'close');
  const acknowledged = () =>
    said
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ') as [host: string, scoredAt: string]);
  return { child, first, ended, acknowledged };
}

/** Everything that was acknowledged is there, and the latest result is the newest one. */
async function expectKept(acknowledged: readonly (readonly [string, string])[]): Promise<void> {
  const store = await opened();
  for (const [host, of] of Map.groupBy(acknowledged, ([name]) => name)) {
    const stored = await store.read(host);
    const times = new Set(stored.history.map(({ scored_at }) => scored_at));
    expect(of.filter(([, scoredAt]) => !times.has(scoredAt))).toEqual([]);
    const newest =
      of
        .map(([, scoredAt]) => scoredAt)
        .sort()
        .at(-1) ?? '';
    expect((stored.latest?.freshness.scored_at ?? '') >= newest).toBe(true);
    expect(stored.latest?.freshness.scored_at).toBe(stored.history.at(-1)?.scored_at);
  }
}

describe('the store', () => {
  it('gives the same bytes for the same facts, whatever order their fields came in', async () => {
    const store = await opened();
    expect(await storeGood(store, '2026-11-21T00:00:00.000Z')).toBe(true);
    const path = join(folder, `${HOST}.json`);
    const bytes = readFileSync(path, 'utf8');
    expect(await storeGood(store, '2026-11-21T00:00:00.000Z')).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(bytes);
    const stored = await store.read(HOST);
    expect(storedText(stored)).toBe(bytes);
    const { history, ...rest } = stored;
    expect(storedText({ history, ...rest })).toBe(bytes);
  });

  it('lets one at a time have a target', async () => {
    const store = await opened();
    const other = await opened();
    const claim = store.claim(HOST);
    expect(other.claim(HOST)).toBeUndefined();
    other.claim('other.example')?.[Symbol.dispose]();
    claim?.[Symbol.dispose]();
    const later = other.claim(HOST);
    expect(later).toBeDefined();
    later?.[Symbol.dispose]();
  });

  it('leaves a file alone that it did not write', async () => {
    const store = await opened();
    const path = join(folder, `${HOST}.json`);
    writeFileSync(path, '{"host": "site.exa');
    await expect(storeGood(store, '2026-11-21T00:00:00.000Z')).rejects.toMatchObject({
      kind: 'invalid_scorecard',
    });
    expect(readFileSync(path, 'utf8')).toBe('{"host": "site.exa');
  });

  it.each(['first', 'second', 'renamed'] as const)(
    'reads a file of the generation “%s”, and writes it again only with what is new',
    async (generation) => {
      const store = await opened();
      const path = join(folder, `${HOST}.json`);
      const file = fileOfGeneration(generation, { host: HOST });
      const bytes = fileText(generation, { host: HOST });
      writeFileSync(path, bytes);
      expect((await store.read(HOST)).latest?.target).toBe(HOST);
      expect(readFileSync(path, 'utf8'), 'reading changes nothing').toBe(bytes);
      using claim = await store.waitForClaim(HOST);
      const failure = { at: '2026-11-21T00:00:00.000Z', kind: 'io', message: 'down' };
      expect(await claim.update((stored) => noteFailure(stored, failure))).toBe(true);
      const points = () => (jsonIn(path).history as Json[]).map(({ changed: _, ...point }) => point);
      expect({ ...jsonIn(path), history: points() }, 'and what changed at its points').toEqual({
        ...file,
        failure: { ...failure, since: failure.at },
      });
      const envelope = envelopeFor({ scoredAt: '2026-11-22T00:00:00.000Z', verdict: everyStatus });
      await claim.update((stored) => mergeStored(stored, goodResult(HOST, envelope)));
      const { previous, history, latest } = jsonIn(path);
      expect(JSON.stringify(previous), 'as it was written').toBe(JSON.stringify(file.latest));
      expect(points()).toEqual([...(file.history as Json[]), entryOf(envelope)]);
      expect((history as Json[]).at(-1)?.changed).not.toHaveLength(0);
      expect(envelopeSchema.safeParse(latest).success).toBe(true);
    },
  );

  it('shows a file of a newer version as far as it is understood, and never writes it', async () => {
    const store = await opened();
    const path = join(folder, `${HOST}.json`);
    const bytes = fileText('newer', { host: HOST });
    writeFileSync(path, bytes);
    const stored = await store.read(HOST);
    expect(stored.latest?.scorecard.results).toHaveLength(68);
    expect(stored.history).toHaveLength(2);
    expect(stored.sealed).toContain('a newer version of this program has written its results');
    await expect(storeGood(store, '2026-11-21T00:00:00.000Z')).rejects.toMatchObject({
      kind: 'io',
      message: expect.stringContaining(`Cannot write ${path}: a newer version`),
    });
    expect(readFileSync(path, 'utf8')).toBe(bytes);
  });

  it.each([
    ['a part that it does not know', { notes: [] }, 'notes'],
    ['a point of the history that is none', { history: [{ scored_at: 'yesterday' }] }, 'history'],
    ['a failure of another kind', { failure: { at: 1 } }, 'failure'],
    ['an earlier scorecard that is none', { previous: {} }, 'previous'],
  ])('never writes a file with %s', async (_, part, name) => {
    const store = await opened();
    const path = join(folder, `${HOST}.json`);
    const bytes = JSON.stringify({ ...fileOfGeneration('second', { host: HOST }), ...part });
    writeFileSync(path, bytes);
    const stored = await store.read(HOST);
    expect(stored.latest?.scorecard.results).toHaveLength(CHECK_COUNT);
    expect(stored.sealed).toContain(`does not understand (${name})`);
    await expect(storeGood(store, '2026-11-21T00:00:00.000Z')).rejects.toThrow(/Cannot write/);
    expect(readFileSync(path, 'utf8')).toBe(bytes);
  });

  it('does not write what is made now and does not follow the schema', () => {
    const envelope = envelopeFor();
    envelope.scorecard.results.pop();
    expect(() => storedText({ ...nothingStored(HOST), latest: envelope })).toThrow();
  });

  it('reads a file of a version that did not bound what a site declares', async () => {
    const store = await opened();
    await storeGood(store, '2026-11-01T00:00:00.000Z');
    const path = join(folder, `${HOST}.json`);
    const file = JSON.parse(readFileSync(path, 'utf8')) as { latest: Envelope };
    const long = `https://a.example/${'x'.repeat(3_000)}`;
    file.latest.scorecard.mcp_discovery = Array.from({ length: 80 }, () => ({
      source: 'a card',
      endpoint: long,
    }));
    writeFileSync(path, JSON.stringify(file));
    const stored = await store.read(HOST);
    expect(stored.latest?.scorecard.mcp_discovery).toEqual(
      Array.from({ length: BOUNDS.attempts }, () => ({ source: 'a card' })),
    );
    expect(() => storedText(stored)).not.toThrow();
  });

  it('names files so that every file system takes them', async () => {
    const store = await opened();
    using claim = await store.waitForClaim('127.0.0.1:8080');
    await claim.update(() => ({
      ...nothingStored('127.0.0.1:8080'),
      failure: { at: '2026-11-22T00:00:00.000Z', kind: 'io', message: 'down' },
    }));
    expect(readdirSync(folder)).toContain('127.0.0.1%3a8080.json');
    expect(await store.hosts()).toEqual(['127.0.0.1:8080']);
  });
});

describe('under stress nothing is lost', () => {
  const hosts = ['one.example', 'two.example', 'three.example'];

  it('when processes store at once', async () => {
    const writers = [1, 2, 3].map((number) => startWriter(number, hosts));
    await Promise.all(writers.map(({ ended }) => ended));
    const acknowledged = writers.flatMap((writer) => writer.acknowledged());
    expect(acknowledged).toHaveLength(300);
    await expectKept(acknowledged);
  });

  it('when processes are killed at random moments, a hundred times', async () => {
    let interrupted = 0;
    for (let round = 0; round < 25; round += 1) {
      const writers = [0, 1, 2, 3].map((i) => startWriter(round * 4 + i, hosts));
      await Promise.all(
        writers.map(async ({ child, first, ended }) => {
          await first;
          await sleep(Math.random() * 60);
          child.kill('SIGKILL');
          await ended;
        }),
      );
      interrupted += writers.filter(({ child }) => child.signalCode === 'SIGKILL').length;
      await expectKept(writers.flatMap((writer) => writer.acknowledged()));
    }
    expect(interrupted).toBeGreaterThan(75);
  }, 300_000);

  it('when a folder cannot be written to', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const below = new Store({ results: join(file, 'results'), recordings: folder });
    await expect(below.open()).rejects.toThrow(/Cannot write to .*part of the path is a file/);
    // No folder can be made there, not even by root.
    const unwritable = new Store({ results: '/proc/nothing', recordings: folder });
    await expect(unwritable.open()).rejects.toThrow(/Cannot write to \/proc\/nothing/);
  });

  it('when the file in its place cannot be replaced', async () => {
    const store = await opened();
    // A folder under the temporary name fails the write, also for root.
    mkdirSync(join(folder, `.${HOST}.json.tmp`));
    await expect(storeGood(store, '2026-11-22T00:00:00.000Z')).rejects.toThrow(
      /Cannot write .*it is a folder/,
    );
  });

  it.runIf(canMount())('when the disk is full', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', folder]);
    try {
      const store = await opened();
      await storeGood(store, '2026-11-21T00:00:00.000Z');
      const bytes = readFileSync(join(folder, `${HOST}.json`), 'utf8');
      writeFileSync(join(folder, 'filler'), Buffer.alloc(1));
      for (let size = 128 * 1024; size >= 4096; size = size / 2) tryToFill(size);
      await expect(storeGood(store, '2026-11-22T00:00:00.000Z')).rejects.toThrow(/no space is left/);
      expect(readFileSync(join(folder, `${HOST}.json`), 'utf8')).toBe(bytes);
      expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      rmSync(join(folder, 'filler'));
      expect(await storeGood(store, '2026-11-22T00:00:00.000Z')).toBe(true);
    } finally {
      execFileSync('umount', [folder]);
    }
  });

  function tryToFill(size: number): void {
    try {
      writeFileSync(join(folder, 'filler'), Buffer.alloc(size), { flag: 'a' });
    } catch {
      // It was more than what was left.
    }
  }
});

/** Whether a small file system can be mounted here, as it can by root in most containers. */
function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', place], { stdio: 'ignore' });
    execFileSync('umount', [place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    if (existsSync(place)) rmSync(place, { recursive: true, force: true });
  }
}
