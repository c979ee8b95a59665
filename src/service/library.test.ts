/** Tests how often the library reads documents that grow with the catalog, what it caches, and failed reads. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SITE_INDEX } from '../catalog/results/service-files.ts';
import { TEXTS_FILE } from '../fix/brief-parts.ts';
import { BASE_URL, envelopeFor } from '../testing/envelopes.ts';
import { scratchFolder } from '../testing/shared.ts';
import { ServiceError } from './errors.ts';
import { type LibraryOptions, openLibrary } from './library.ts';
import type { ReadPublished } from './published.ts';

const root = scratchFolder('agent-readiness-library');
const folder = join(root, 'site');
await mkdir(join(folder, 'fix/on'), { recursive: true });
await mkdir(join(root, 'service'));
await writeFile(join(folder, 'spec.json'), JSON.stringify({ url: `${BASE_URL}/spec` }));
await writeFile(join(folder, 'fix/on/nginx.md'), '# nginx');
await writeFile(join(root, 'service', TEXTS_FILE), '{"api":"Text."}');

const INDEX = {
  sites: ['a.example', 'b.example', 'c.example'].map((host) => ({ host })),
  apart: [
    { host: 'last.example', last_scorecard: {} },
    { host: 'never.example', last_scorecard: null },
  ],
};

/** Returns the published files, and a list of the paths that are read. */
function publishedFiles(given: Readonly<Record<string, string | undefined>> = {}) {
  const asked: string[] = [];
  const published: ReadPublished = async (path) => {
    asked.push(path);
    await turn();
    const [, host = ''] = path.split('/');
    const text = path === SITE_INDEX ? JSON.stringify(INDEX) : JSON.stringify(envelopeFor({ target: host }));
    return path in given ? given[path] : text;
  };
  return { asked, published };
}

const opened = (options: LibraryOptions) => openLibrary(folder, options);

test('makes no request for a host without a scorecard', async () => {
  const { asked, published } = publishedFiles();
  const library = await opened({ published });
  for (const host of ['never.example', 'none.example', '../spec.json', '__proto__', ''])
    expect(await library.scorecard(host)).toBeUndefined();
  expect(asked).toEqual([SITE_INDEX]);
  for (const name of ['', '..', '../../etc/passwd', 'toString', 'llms-txt/../robots'])
    expect([await library.guide(name), await library.principle(name), await library.stack(name)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  expect(await library.scorecard('last.example')).toMatchObject({ target: 'last.example' });
});

test('reads the texts of changes, and pages of known stacks only', async () => {
  const library = await opened({});
  expect(await library.changeTexts()).toEqual({ api: 'Text.' });
  expect(await library.stack('nginx')).toBe('# nginx');
  expect(await library.stack('../on/nginx')).toBeUndefined();
});

test('reads a scorecard once for any number of concurrent or later calls', async () => {
  const { asked, published } = publishedFiles();
  const library = await opened({ published });
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => library.scorecard('a.example')));
  expect(first).toMatchObject({ target: 'a.example' });
  for (const one of [...others, await library.scorecard('a.example')]) expect(one).toBe(first);
  expect(await library.hosts('')).toEqual(['a.example', 'b.example', 'c.example']);
  expect(asked).toEqual([SITE_INDEX, 'score/a.example/json']);
});

test('looks up unlisted hosts in the database, if there is one', async () => {
  const { published } = publishedFiles();
  const asked: string[] = [];
  const version = async (host: string) => void asked.push(host);
  const library = await opened({
    published,
    rows: async () => ({ version, target: async () => undefined, lists: {} as never }),
  });
  for (const host of ['gone.example', '../spec.json', '..', '__proto__', '']) {
    expect(await library.scorecard(host)).toBeUndefined();
    expect(await library.listed(host)).toBeUndefined();
  }
  expect(asked).toEqual(['gone.example', 'gone.example']);
});

test('limits the total length of cached texts', async () => {
  const long = (host: string) => {
    const envelope = envelopeFor({ target: host });
    return JSON.stringify({ ...envelope, padding: 'x'.repeat(6_000_000) });
  };
  const hosts = ['a.example', 'b.example', 'c.example'];
  const { asked, published } = publishedFiles(
    Object.fromEntries(hosts.map((host) => [`score/${host}/json`, long(host)])),
  );
  const library = await opened({ published });
  for (const host of hosts) await library.scorecard(host);
  asked.length = 0;
  await library.scorecard('c.example');
  await library.scorecard('a.example');
  expect(asked).toEqual(['score/a.example/json']);
});

test.each([
  ['is missing', undefined],
  ['is a page with a password form', '<!doctype html><title>Password</title>'],
  ['is not a scorecard', '{"host":"a.example"}'],
])(
  'a listed scorecard that %s gives service_unavailable, and the next call reads it again',
  async (_, text) => {
    const faults: unknown[] = [];
    const given: Record<string, string | undefined> = { 'score/a.example/json': text };
    const { asked, published } = publishedFiles(given);
    const library = await opened({ published, onFault: (error) => faults.push(error) });
    const error = await library.scorecard('a.example').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'service_unavailable', retryAfterS: expect.any(Number) });
    expect(faults).toHaveLength(1);
    delete given['score/a.example/json'];
    expect(await library.scorecard('a.example')).toMatchObject({ target: 'a.example' });
    expect(asked).toHaveLength(3);
  },
);

test('without the index, the catalog is unavailable and everything else works', async () => {
  const { published } = publishedFiles({ [SITE_INDEX]: undefined });
  const library = await opened({ published });
  for (const work of [library.summary(), library.site('a.example'), library.scorecard('a.example')])
    await expect(work).rejects.toMatchObject({ code: 'service_unavailable' });
  expect((await library.standard()).url).toBe(`${BASE_URL}/spec`);
});

test('a folder without a build cannot be opened', async () => {
  await expect(openLibrary(join(folder, 'none'))).rejects.toThrow('spec.json');
});
