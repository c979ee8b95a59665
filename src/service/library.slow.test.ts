import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checks } from '../checks/index.ts';
import { storedEnvelopeSchema } from '../scorecard/stored.ts';
import type { Library } from '../service-api.ts';
import { builtSite, SITE_ADDRESS } from '../site/testing/build.ts';
import { openLibrary } from './library.ts';

let library: Library;
let empty: string;
beforeAll(async () => {
  library = await openLibrary(await builtSite());
  empty = await mkdtemp(join(tmpdir(), 'agent-readiness-library-'));
}, 110_000);
afterAll(() => rm(empty, { recursive: true, force: true }));

test('has what the site publishes, at the site’s own address', async () => {
  expect(library.origin).toBe(SITE_ADDRESS);
  const sites = await library.sites();
  expect(sites.length).toBeGreaterThan(3);
  for (const { host, score, scorecard_url } of sites) {
    const envelope = storedEnvelopeSchema.parse(await library.scorecard(host));
    expect(envelope).toMatchObject({ tier: 'cache', target: host, scorecard_url, scorecard: { score } });
  }
  expect((await library.checks()).checks.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
  expect((await library.standard()).principles.map(({ id }) => id)).toEqual([
    'P1',
    'P2',
    'P3',
    'P4',
    'P5',
    'P6',
    'P7',
    'P8',
  ]);
  expect(await library.guide('llms-txt')).toContain('fix-llms-txt');
  expect(await library.principle('P3')).toContain('P3');
  expect(await library.spec()).toContain('P8');
});

test.each(['', '..', '../../etc/passwd', 'toString', '__proto__', 'llms-txt/../robots', 'ready.demo/'])(
  'has nothing under %j, and reads no file for it',
  async (name) => {
    expect(await library.scorecard(name)).toBeUndefined();
    expect(await library.guide(name)).toBeUndefined();
    expect(await library.principle(name)).toBeUndefined();
  },
);

test('a folder without a build cannot be opened', async () => {
  await expect(openLibrary(empty)).rejects.toThrow('spec.json');
});
