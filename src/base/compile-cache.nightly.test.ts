/** Tests the compile cache. V8 runs cached code unchecked, so only the current user may have access to the folder. */
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../testing/cli.ts';

/** The user id of `nobody` on Debian. */
const STRANGER = 65534;
const IS_ROOT = process.geteuid?.() === 0;
/** The cache folder on Linux, below the home directory. */
const CACHE = '.cache/audit-for-agents/compiled';

let folder: string;
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  chmodSync(folder, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a home directory, and a temporary folder in which all users may write. */
function machine(): { home: string; shared: string; env: Record<string, string> } {
  const place = join(folder, String(count++));
  const home = join(place, 'home');
  const shared = join(place, 'tmp');
  for (const path of [home, shared]) mkdirSync(path, { recursive: true });
  chmodSync(shared, 0o1777);
  return { home, shared, env: { HOME: home, TMPDIR: shared, NODE_COMPILE_CACHE: '' } };
}

describe.skipIf(process.platform !== 'linux')('compiled code', () => {
  it('is stored in the caller’s private folder, not among temporary files, for the audit process too', async () => {
    const { home, shared, env } = machine();
    // No server listens on this port, so the audit fails after it has begun.
    expect((await cli(['http://127.0.0.1:9', '--no-config'], { env, cwd: home })).code).toBe(69);
    expect(readdirSync(shared)).toEqual([]);
    expect(statSync(join(home, CACHE)).mode & 0o777).toBe(0o700);
    const kept = readdirSync(join(home, CACHE), { recursive: true });
    expect(kept.length).toBeGreaterThan(1);
  });

  it('is stored in the folder that NODE_COMPILE_CACHE names', async () => {
    const { home, env } = machine();
    const named = join(home, 'named');
    await cli(['--version'], { env: { ...env, NODE_COMPILE_CACHE: named }, cwd: home });
    expect(readdirSync(named)).not.toEqual([]);
    expect(existsSync(join(home, '.cache'))).toBe(false);
  });

  it.each<[string, (cache: string) => void]>([
    ['everyone may write to', (cache) => chmodSync(cache, 0o777)],
    ['everyone may replace', (cache) => chmodSync(dirname(cache), 0o777)],
    ...(IS_ROOT
      ? ([
          ['another user has created', (cache) => chownSync(cache, STRANGER, STRANGER)],
          [
            'is inside another user’s folder',
            (cache) => chownSync(dirname(dirname(cache)), STRANGER, STRANGER),
          ],
          [
            'another user has replaced by a link',
            (cache) => {
              rmSync(cache, { recursive: true });
              mkdirSync(`${cache}-elsewhere`, { mode: 0o700 });
              symlinkSync(`${cache}-elsewhere`, cache);
              lchownSync(cache, STRANGER, STRANGER);
            },
          ],
        ] satisfies [string, (cache: string) => void][])
      : []),
  ])('is not stored in a folder that %s', async (_, spoil) => {
    const { home, shared, env } = machine();
    const cache = join(home, CACHE);
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    spoil(cache);
    expect((await cli(['--version'], { env, cwd: home })).code).toBe(0);
    expect(readdirSync(cache)).toEqual([]);
    expect(readdirSync(shared)).toEqual([]);
  });

  it.skipIf(!IS_ROOT)('is stored separately for each user, never in another user’s home', async () => {
    const { home, shared, env } = machine();
    const asNobody = () => cli(['--version'], { env, cwd: folder, asNobody: true });
    chmodSync(home, 0o777);
    expect((await asNobody()).code).toBe(0);
    expect(readdirSync(home)).toEqual([]);
    chmodSync(home, 0o755);
    chownSync(home, STRANGER, STRANGER);
    expect((await asNobody()).code).toBe(0);
    expect(statSync(join(home, CACHE))).toMatchObject({ uid: STRANGER });
    // Runs as with a `sudo` that keeps HOME: root neither reads nor writes the user's cache.
    const before = readdirSync(join(home, CACHE), { recursive: true });
    expect((await cli(['checks'], { env, cwd: folder })).code).toBe(0);
    expect(readdirSync(join(home, CACHE), { recursive: true })).toEqual(before);
    expect(readdirSync(shared)).toEqual([]);
  });
});
