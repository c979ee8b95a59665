/** Tests that every conditional store must pass. */
import { beforeEach, expect, it } from 'vitest';
import type { ConditionalStore } from '../store.ts';

/** @param open returns an empty store */
export function itIsConditional(open: () => ConditionalStore): void {
  let store: ConditionalStore;
  beforeEach(() => {
    store = open();
  });

  it('reads the written text with its ETag', async () => {
    expect(await store.read('live/a.example')).toBeUndefined();
    const etag = await store.write('live/a.example', '{"größe":"½"}', 'new');
    expect(etag).toEqual(expect.any(String));
    expect(await store.read('live/a.example')).toEqual({ text: '{"größe":"½"}', etag });
  });

  it('writes a new key only once', async () => {
    expect(await store.write('k', 'first', 'new')).toBeDefined();
    expect(await store.write('k', 'second', 'new')).toBeUndefined();
    expect(await store.read('k')).toMatchObject({ text: 'first' });
  });

  it('changes nothing if another write has replaced the version', async () => {
    const first = (await store.write('k', 'one', 'new')) ?? '';
    const second = await store.write('k', 'two, which is longer', { etag: first });
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    expect(await store.write('k', 'three', { etag: first })).toBeUndefined();
    expect(await store.read('k')).toEqual({ text: 'two, which is longer', etag: second });
  });

  it('distinguishes keys that begin alike', async () => {
    await store.write('live/a.example', 'short', 'new');
    const etag = await store.write('live/a.example:8080', 'long', 'new');
    expect(await store.read('live/a.example:8080')).toEqual({ text: 'long', etag });
    expect(await store.read('live/a.exam')).toBeUndefined();
  });

  it('removes a key, even if it does not exist', async () => {
    await store.write('k', 'one', 'new');
    await store.remove('k');
    await store.remove('k');
    expect(await store.read('k')).toBeUndefined();
    expect(await store.write('k', 'again', 'new')).toBeDefined();
  });

  it('lists the keys that begin with a prefix', async () => {
    const keys = ['day/2026-11-20/live/a.example', 'day/2026-11-21/live/a.example', 'live/a.example'];
    for (const key of keys) await store.write(key, 'x', 'new');
    expect((await store.keys('day/')).toSorted()).toEqual(keys.slice(0, 2));
    expect((await store.keys('')).toSorted()).toEqual(keys);
    for (const prefix of ['none/', 'd_y/', 'd%']) expect(await store.keys(prefix)).toEqual([]);
  });

  it('lists the folders behind a prefix, each once', async () => {
    const keys = [
      'ends/13/live/a',
      'ends/13/live/b',
      'ends/14/c',
      'endsless/15/d',
      'ends/plain',
      'ends/13-b/e',
    ];
    for (const key of keys) await store.write(key, 'x', 'new');
    expect((await store.folders('ends/')).toSorted()).toEqual(['13', '13-b', '14']);
    expect(await store.folders('none/')).toEqual([]);
  });
}
