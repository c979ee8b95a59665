/** The stored results: their bytes, locking, and write errors. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryOf } from '../../audit/scorecard/history.ts';
import { envelopeSchema } from '../../audit/scorecard/schema.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { fileOfGeneration, fileText, GENERATIONS, type Json } from '../../testing/generations.ts';
import { emptiedFolder } from '../../testing/shared.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from './merge.ts';
import { Store } from './store.ts';
import { storedText } from './stored-text.ts';
import { waitForClaim } from './testing/claim.ts';

const HOST = 'site.example';

const folder = emptiedFolder('store');

async function opened(results = folder): Promise<Store> {
  const store = new Store({ results, recordings: join(results, 'recordings') });
  await store.open();
  return store;
}

async function storeGood(store: Store, scoredAt: string): Promise<boolean> {
  using claim = await waitForClaim(store, HOST);
  const envelope = envelopeFor({ scoredAt, verdict: everyStatus });
  return await claim.update((stored) => mergeStored(stored, goodResult(HOST, envelope)));
}

const jsonIn = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Json;

describe('the store', () => {
  it('writes identical bytes for the same data, in any field order', async () => {
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

  it('locks a target for one claim at a time', async () => {
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

  it('does not change a file that it did not write', async () => {
    const store = await opened();
    const path = join(folder, `${HOST}.json`);
    writeFileSync(path, '{"host": "site.exa');
    await expect(storeGood(store, '2026-11-21T00:00:00.000Z')).rejects.toMatchObject({
      kind: 'invalid_scorecard',
    });
    expect(readFileSync(path, 'utf8')).toBe('{"host": "site.exa');
  });

  it.each(GENERATIONS)(
    'reads a file of the generation “%s”, and rewrites it only for new results',
    async (generation) => {
      const store = await opened();
      const path = join(folder, `${HOST}.json`);
      const file = fileOfGeneration(generation, { host: HOST });
      const bytes = fileText(generation, { host: HOST });
      writeFileSync(path, bytes);
      expect((await store.read(HOST)).latest?.target).toBe(HOST);
      expect(readFileSync(path, 'utf8'), 'reading changes nothing').toBe(bytes);
      using claim = await waitForClaim(store, HOST);
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

  it('does not write results that do not match the schema', () => {
    const envelope = envelopeFor();
    envelope.scorecard.results.length = 0;
    expect(() => storedText({ ...nothingStored(HOST), latest: envelope })).toThrow();
  });

  it('gives files names that every file system accepts', async () => {
    const store = await opened();
    using claim = await waitForClaim(store, '127.0.0.1:8080');
    await claim.update(() => ({
      ...nothingStored('127.0.0.1:8080'),
      failure: { at: '2026-11-22T00:00:00.000Z', kind: 'io', message: 'down' },
    }));
    expect(readdirSync(folder)).toContain('127.0.0.1%3a8080.json');
    expect(await store.hosts()).toEqual(['127.0.0.1:8080']);
  });

  it('reports an unwritable folder', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const below = new Store({ results: join(file, 'results'), recordings: folder });
    await expect(below.open()).rejects.toThrow(/Cannot write to .*part of the path is a file/);
    // Not even root can create a folder in /proc.
    const unwritable = new Store({ results: '/proc/nothing', recordings: folder });
    await expect(unwritable.open()).rejects.toThrow(/Cannot write to \/proc\/nothing/);
  });

  it('reports a file that cannot be replaced', async () => {
    const store = await opened();
    // A folder with the name of the temporary file makes the write fail, even for root.
    mkdirSync(join(folder, `.${HOST}.json.tmp`));
    await expect(storeGood(store, '2026-11-22T00:00:00.000Z')).rejects.toThrow(
      /Cannot write .*it is a folder/,
    );
  });
});
