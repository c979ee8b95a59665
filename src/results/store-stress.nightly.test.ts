/** The store under stress: processes that are killed at random moments, and a disk that is full. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { envelopeFor, everyStatus } from '../testing/envelopes.ts';
import { canMount } from '../testing/mount.ts';
import { goodResult, mergeStored } from './merge.ts';
import { Store } from './store.ts';
import { waitForClaim } from './testing/claim.ts';
import { expectKept, startWriter } from './testing/store-writers.ts';

const HOST = 'site.example';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('nothing is lost', () => {
  it('when processes are killed at random moments, a hundred times', async () => {
    let interrupted = 0;
    for (let round = 0; round < 25; round += 1) {
      const writers = [0, 1, 2, 3].map((i) => startWriter(folder, round * 4 + i, 100));
      await Promise.all(
        writers.map(async ({ child, first, ended }) => {
          await first;
          await sleep(Math.random() * 60);
          child.kill('SIGKILL');
          await ended;
        }),
      );
      interrupted += writers.filter(({ child }) => child.signalCode === 'SIGKILL').length;
      await expectKept(
        folder,
        writers.flatMap((writer) => writer.acknowledged()),
      );
    }
    expect(interrupted).toBeGreaterThan(75);
  }, 600_000);

  it.runIf(canMount())('a full disk', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', folder]);
    try {
      const store = new Store({ results: folder, recordings: join(folder, 'recordings') });
      await store.open();
      const storeGood = async (scoredAt: string) => {
        using claim = await waitForClaim(store, HOST);
        const envelope = envelopeFor({ scoredAt, verdict: everyStatus });
        return await claim.update((stored) => mergeStored(stored, goodResult(HOST, envelope)));
      };
      await storeGood('2026-11-21T00:00:00.000Z');
      const bytes = readFileSync(join(folder, `${HOST}.json`), 'utf8');
      writeFileSync(join(folder, 'filler'), Buffer.alloc(1));
      for (let size = 128 * 1024; size >= 4096; size = size / 2) tryToFill(size);
      await expect(storeGood('2026-11-22T00:00:00.000Z')).rejects.toThrow(/no space is left/);
      expect(readFileSync(join(folder, `${HOST}.json`), 'utf8')).toBe(bytes);
      expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      rmSync(join(folder, 'filler'));
      expect(await storeGood('2026-11-22T00:00:00.000Z')).toBe(true);
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
