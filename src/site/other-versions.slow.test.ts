/** The site as it is built of a catalog with files of other versions. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog, CheckRates } from '../results/downloads.ts';
import { type StoredResult, storedEnvelopeSchema } from '../scorecard/stored.ts';
import { openLibrary } from '../service/library.ts';
import { fileOfGeneration, GENERATIONS, type Json } from '../testing/generations.ts';
import { headlineOf } from '../view/title.ts';
import { isFailedResult } from '../view/verdict.ts';
import { builtSite, SITE_ADDRESS } from './testing/build.ts';
import { OF_OTHER_VERSIONS } from './testing/catalog.ts';

let folder: string;

beforeAll(async () => {
  folder = await builtSite();
});

const text = (path: string) => readFile(join(folder, path), 'utf8');
const json = async <T>(path: string) => JSON.parse(await text(path)) as T;

describe.each(GENERATIONS)('a file of the generation “%s”', (generation) => {
  const host = OF_OTHER_VERSIONS[generation];
  const file = fileOfGeneration(generation, { host, baseUrl: SITE_ADDRESS });
  const results = ((file.latest as Json).scorecard as Json).results as StoredResult[];

  it('has a page with each of its checks, what changed, and a history', async () => {
    const page = parse(await text(`score/${host}.html`));
    expect(page.querySelectorAll('.category h4').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(
        results.map((result) =>
          isFailedResult(result) ? `${headlineOf(result)} ${result.id}` : headlineOf(result),
        ),
      ),
    );
    expect(page.querySelectorAll('.category > div')).toHaveLength(results.length);
    expect(page.querySelectorAll('.history .dot-global')).toHaveLength(2);
    expect(page.querySelector('section[aria-labelledby=changes]')?.textContent).toContain(
      'The site changed; both scorecards follow the same rules.',
    );
    const note = page.querySelectorAll('.callout.warn').map(({ textContent }) => textContent);
    expect(note.join(' ')).toContain(
      generation === 'newer' ? 'Judged by newer rules' : 'Judged by other rules',
    );
  });

  it('lists what was not judged then, if anything', async () => {
    const page = parse(await text(`score/${host}.html`));
    const missing = page
      .querySelectorAll('section[aria-labelledby=not-judged] li a')
      .map((a) => a.getAttribute('href'));
    expect(missing).toHaveLength({ first: 32, second: 0, renamed: 2, newer: 0 }[generation]);
    if (generation === 'renamed') expect(missing).toEqual(['/fix/link-headers', '/fix/robots-ai-rules']);
  });

  it('has its other forms, which the function reads', async () => {
    const markdown = (await text(`score/${host}/md`)).replaceAll('\\', '');
    for (const { id } of results) expect(markdown).toMatch(new RegExp(`[\`[/]${id}[\`\\].]`));
    const envelope = storedEnvelopeSchema.parse(await json(`score/${host}/json`));
    expect(envelope.scorecard.results.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
    expect(await (await openLibrary(folder)).scorecard(host)).toEqual(envelope);
    expect(await text(`score/${host}/badge.svg`)).toContain(`${envelope.scorecard.score.relative}%`);
  });

  it('stands in the catalog with the checks that it judged', async () => {
    const { sites } = await json<Catalog>('catalog.json');
    const site = sites.find((one) => one.host === host);
    expect(Object.keys(site?.results ?? {})).toEqual(results.map(({ id }) => id));
    expect(site?.rules).toBe(generation === 'newer' ? 9 : 1);
  });
});

it('the rate of a check is the same wherever it stands, and the catalog says that the rules differ', async () => {
  const { sites } = await json<Catalog>('catalog.json');
  const { checks } = await json<CheckRates>('checks.json');
  const [page, markdown] = await Promise.all(['checks.html', 'checks.md'].map(text));
  const cells = parse(page ?? '').querySelectorAll('.checks tbody tr');
  for (const { id, rate } of checks) {
    expect(cells.find((row) => row.querySelector(`a[href="/fix/${id}"]`))?.textContent, id).toContain(
      rate.text,
    );
    const row = markdown?.split('\n').find((line) => line.includes(`/fix/${id}.md)`));
    expect(row, id).toContain(`| ${rate.text} |`);
  }
  const catalog = parse(await text('score.html'));
  expect(catalog.textContent).toContain('Scores of different rules are not comparable');
  const marked = catalog
    .querySelectorAll('#catalog tbody tr')
    .filter((row) => row.querySelector('abbr') !== null);
  expect(marked).toHaveLength(sites.length - 1);
  expect(await text('score.md')).toContain('judged by older rules');
});
