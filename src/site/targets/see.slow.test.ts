/** Many targets are seen in threads, and what comes of them is what one thread makes of them. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillTemplate, TEMPLATE_SLOTS } from '../../render/html/template.ts';
import { goodResult } from '../../results/merge.ts';
import { storedText } from '../../results/stored-text.ts';
import { pageOf } from '../../results/target-forms.ts';
import { readTargets } from '../../results/targets.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { eachListed } from '../../testing/listed.ts';
import { siteContact } from '../contact.ts';
import { framePages } from './frame.ts';
import { type Seen, seePart } from './part.ts';
import { seeCatalog, seenChanges, writeInto } from './see.ts';

const SITE = 'https://catalog.example';
/** Enough for two threads. */
const HOSTS = Array.from({ length: 401 }, (_, i) => `site-${i}.example`);
const TEMPLATE = `<head>${TEMPLATE_SLOTS.head}</head><main>${TEMPLATE_SLOTS.main}</main>${TEMPLATE_SLOTS.formats}é`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'see-'));
  for (const name of ['targets', 'scorecards', 'out']) await mkdir(join(folder, name));
  for (const [i, host] of HOSTS.entries()) {
    const target = { host, name: `Site ${i} é中`, description: 'A site of the test.', category: 'news' };
    await writeFile(join(folder, `targets/${host}.json`), JSON.stringify(target));
    // The last one is not known yet.
    if (i < 400)
      await writeFile(
        join(folder, `scorecards/${host}.json`),
        storedText(goodResult(host, envelopeFor({ target: host }))),
      );
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const byHost = (seen: readonly Seen[]) => seen.toSorted((a, b) => (a.target.host < b.target.host ? -1 : 1));

it('by all threads together, with the files of each', async () => {
  const dir = pathToFileURL(join(folder, 'out/'));
  writeInto({ dir: dir.href, site: SITE });
  const { seen, waiting } = await seeCatalog(folder);
  expect(waiting.map(({ host }) => host)).toEqual(['site-400.example']);
  const alone: Seen[] = [];
  const targets = await readTargets(join(folder, 'targets'));
  await seePart({ folder, targets, output: undefined }, (one) => alone.push(one));
  expect(byHost(seen)).toEqual(byHost(alone));
  framePages(dir, TEMPLATE, seenChanges().keys());
  const pages = new Map<string, string>();
  await eachListed(folder, (listed) => {
    if (listed.target.host.endsWith('7.example'))
      pages.set(listed.target.host, fillTemplate(TEMPLATE, pageOf(listed, SITE, siteContact())));
  });
  expect(pages.size).toBe(40);
  for (const [host, page] of pages)
    expect((await readFile(new URL(`score/${host}.html`, dir), 'utf8')) === page, host).toBe(true);
});

it('a file that cannot be read ends the build, with its name', async () => {
  await writeFile(join(folder, 'scorecards/site-7.example.json'), '{');
  await expect(seeCatalog(folder)).rejects.toThrow('site-7.example.json is not a file of results');
});
