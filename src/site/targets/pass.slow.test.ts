/** The pass over the catalog: what it writes, and what the next build reuses. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { tryLock } from '../../catalog/results/lock.ts';
import { goodResult } from '../../catalog/results/merge.ts';
import { storedText } from '../../catalog/results/stored-text.ts';
import { pageOf } from '../../catalog/results/target-forms.ts';
import { fillTemplate, TEMPLATE_SLOTS } from '../../report/html/template.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { eachListed } from '../../testing/listed.ts';
import { siteContact } from '../contact.ts';
import { beginPass, digestOfPass, endPass } from './build.ts';

const ORIGIN = 'https://catalog.example';
const TEMPLATE = `<head>${TEMPLATE_SLOTS.head}</head><main>${TEMPLATE_SLOTS.main}</main>${TEMPLATE_SLOTS.formats}é`;

const hostOf = (i: number) => `site-${i}.example`;

/** Creates a catalog of `count` targets in a folder; the last one has no results yet. */
async function catalogOf(count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'pass-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const at = (path: string) => join(folder, path);
  const site = pathToFileURL(at('dist/site/'));
  for (const name of ['targets', 'scorecards', 'dist/site']) await mkdir(at(name), { recursive: true });
  /** @param hour of the audit */
  const store = async (host: string, hour = 1) => {
    const envelope = envelopeFor({ target: host, scoredAt: `2026-11-20T0${hour}:00:00.000Z` });
    await writeFile(at(`scorecards/${host}.json`), storedText(goodResult(host, envelope)));
  };
  for (let i = 0; i < count; i++) {
    const target = {
      host: hostOf(i),
      name: `Site ${i} é中`,
      description: 'A site of the test.',
      category: 'news',
    };
    await writeFile(at(`targets/${hostOf(i)}.json`), JSON.stringify(target));
    if (i + 1 < count) await store(hostOf(i));
  }
  return {
    at,
    store,
    begin: (origin = ORIGIN) => beginPass(site, origin, { folder, database: undefined }),
    /** Builds as Astro does: empties the site, and writes a page and a text next to the targets. */
    async build(template = TEMPLATE, origin = ORIGIN) {
      await this.begin(origin);
      await rm(at('dist/site'), { recursive: true });
      await mkdir(at('dist/site/score/page'), { recursive: true });
      await writeFile(at('dist/site/score/page/2.html'), 'page');
      await writeFile(at('dist/site/score/llms.txt'), 'list');
      await endPass(template);
    },
    /** Counts the targets and the other files, and returns the hosts whose page is not the filled-in template. */
    async pages(template = TEMPLATE, origin = ORIGIN) {
      const wrong: string[] = [];
      let targets = 0;
      await eachListed(folder, async (listed) => {
        const { host } = listed.target;
        targets += 1;
        const page = await readFile(at(`dist/site/score/${host}.html`), 'utf8');
        if (page !== fillTemplate(template, pageOf(listed, origin, siteContact()))) wrong.push(host);
      });
      const files = await readdir(at('dist/site/score'));
      return { wrong, targets, others: files.length - 2 * targets };
    },
    writtenAt: async (host: string) => (await stat(at(`dist/site/score/${host}.html`))).mtimeMs,
  };
}

/** The two other files are Astro's. */
const right = (targets: number) => ({ wrong: [], targets, others: 2 });

it('reads the whole catalog, in the order of its list', async () => {
  const catalog = await catalogOf(101);
  await catalog.build();
  expect(await catalog.pages()).toEqual(right(100));
  const { listed, waiting, files } = digestOfPass();
  expect(listed).toHaveLength(100);
  expect(waiting.map(({ host }) => host)).toEqual([hostOf(100)]);
  expect(files).toHaveLength(4);
  const rows = (await readFile(catalog.at('dist/site/dataset/scores.csv'), 'utf8')).trimEnd().split('\r\n');
  expect(rows.slice(1).map((row) => row.split(',', 1)[0])).toEqual(
    Array.from({ length: 100 }, (_, i) => hostOf(i)).toSorted(),
  );
  await writeFile(catalog.at(`scorecards/${hostOf(7)}.json`), '{');
  await catalog.build();
  expect(await catalog.pages()).toEqual(right(99));
  expect(digestOfPass().waiting.map(({ host }) => host)).toEqual([hostOf(100), hostOf(7)]);
});

it('a build fails while another one runs in the same checkout', async () => {
  const catalog = await catalogOf(1);
  await mkdir(catalog.at('dist/catalog'));
  {
    using _lock = tryLock(catalog.at('dist/catalog/.lock'));
    await expect(catalog.build()).rejects.toThrow('Another build is running in this checkout.');
  }
  await catalog.build();
});

it('the next build rewrites changed targets and removes deleted ones', async () => {
  const catalog = await catalogOf(4);
  await catalog.build();
  const before = [await catalog.writtenAt(hostOf(0)), await catalog.writtenAt(hostOf(1))];
  await catalog.store(hostOf(1), 2);
  await rm(catalog.at(`targets/${hostOf(2)}.json`));
  await catalog.build();
  expect(await catalog.pages()).toEqual(right(2));
  const after = [await catalog.writtenAt(hostOf(0)), await catalog.writtenAt(hostOf(1))];
  expect(after.map((time, i) => time === before[i])).toEqual([true, false]);
});

it('a new layout or a new site URL changes every target’s page', async () => {
  const catalog = await catalogOf(4);
  await catalog.build();
  const other = TEMPLATE.replace('é', 'è');
  await catalog.build(other);
  expect(await catalog.pages(other)).toEqual(right(3));
  const moved = 'https://moved.example';
  await catalog.build(other, moved);
  expect(await catalog.pages(other, moved)).toEqual(right(3));
});

it('files of an interrupted build are not reused', async () => {
  const catalog = await catalogOf(4);
  await catalog.build();
  await catalog.begin();
  await writeFile(catalog.at(`dist/catalog/score/${hostOf(0)}.html`), 'half');
  // The state after an interrupted build.
  await mkdir(catalog.at('dist/site/score'), { recursive: true });
  await catalog.build();
  expect(await catalog.pages()).toEqual(right(3));
});
