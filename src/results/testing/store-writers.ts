/** Processes that store results at the same time, and what must be there of them afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { Store } from '../store.ts';

const WRITER = fileURLToPath(new URL('./store-writer.ts', import.meta.url));
const HOSTS = ['one.example', 'two.example', 'three.example'];

/** A process that stores results; `acknowledged` are those that it said are stored. */
export function startWriter(folder: string, number: number, results: number) {
  const child = spawn(process.execPath, [WRITER, folder, `${number}`, `${results}`, ...HOSTS], {
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
export async function expectKept(
  folder: string,
  acknowledged: readonly (readonly [string, string])[],
): Promise<void> {
  const store = new Store({ results: folder, recordings: folder });
  await store.open();
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
