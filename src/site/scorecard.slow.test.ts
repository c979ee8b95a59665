/** Built scorecards of a catalog with a history: changes, failed audits, owners' waivers and evidence. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type HTMLElement, parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import type { Catalog } from '../catalog/results/downloads.ts';
import { builtSite } from './testing/build.ts';
import { HISTORIC, REFUSING, UNREACHABLE, WAIVED, WAIVING, WALL, WALLED } from './testing/catalog.ts';

const pages = new Map<string, HTMLElement>();

beforeAll(async () => {
  const folder = await builtSite();
  const own = [HISTORIC, WAIVING, UNREACHABLE, REFUSING, WALLED];
  for (const host of [...own, 'ready.demo', 'ready.demo/evidence'])
    pages.set(host, parse(await readFile(join(folder, `score/${host}.html`), 'utf8')));
});

function page(host: string): HTMLElement {
  const found = pages.get(host);
  if (found === undefined) throw new Error(`no page of ${host}`);
  return found;
}

describe('a history', () => {
  it('does not blame the site for changes that other rules may have caused', () => {
    const section = page(WAIVING).querySelector('section[aria-labelledby=changes]');
    expect(section?.textContent).toContain("Compared with the catalog's scorecard of 2026-08-20 06:12 UTC");
    expect(section?.textContent).not.toMatch(/follow the same rules|Fixed|Worse|Better/);
    expect(page(WAIVING).querySelector('.verdict-line')?.textContent).toContain('cannot be compared');
  });
});

it('a waiver is shown next to its check, and nowhere else', () => {
  for (const { check, reason } of WAIVED) {
    expect(page(WAIVING).querySelector(`#check-${check}`)?.textContent).toContain(
      `The owner declines this check: ${reason}`,
    );
  }
  const all = page(WAIVING)
    .querySelectorAll('dt')
    .filter(({ textContent }) => textContent === 'Waiver');
  expect(all).toHaveLength(WAIVED.length);
});

it('a failed attempt is mentioned above the last good result', () => {
  const warning = page(UNREACHABLE).querySelector('.callout.warn')?.textContent;
  expect(warning).toMatch(/^The last attempt, at .* UTC, gave no scorecard: spa\.demo could not be reached/);
  expect(page(UNREACHABLE).querySelectorAll('dl[id^=check-]')).toHaveLength(CHECK_COUNT);
  expect(page('ready.demo').querySelector('.callout.warn')).toBeNull();
});

describe('a site that refuses the auditor', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await builtSite();
  });
  const state = /Has refused automated clients since \d{4}-\d\d-\d\d, by a <wall> & "challenge"\./;
  const decoded = (host: string) => {
    const text = page(host).querySelector('.callout.warn')?.textContent ?? '';
    return text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"');
  };

  it('has a page with the reason and what its owner can do, if it was never scored', async () => {
    expect(decoded(WALLED)).toMatch(state);
    expect(page(WALLED).querySelector('title')?.textContent).toContain('Walled: refuses automated clients');
    expect(page(WALLED).querySelector('#ways-in')).not.toBeNull();
    expect(page(WALLED).querySelectorAll('.category, .figure, .strip')).toEqual([]);
    const markdown = await readFile(join(folder, `score/${WALLED}/md`), 'utf8');
    expect(markdown).toContain('## If this is your site');
    await expect(readFile(join(folder, `score/${WALLED}/json`))).rejects.toThrow('ENOENT');
  });

  it('keeps its last scorecard, with the state above it', async () => {
    expect(decoded(REFUSING)).toMatch(state);
    expect(page(REFUSING).querySelectorAll('dl[id^=check-]')).toHaveLength(CHECK_COUNT);
    expect(page(REFUSING).querySelector('script[type="application/ld+json"]')).toBeNull();
    const markdown = await readFile(join(folder, `score/${REFUSING}/md`), 'utf8');
    expect(markdown).toContain('What follows is its last scorecard.');
  });

  it('is listed separately, and counts only in its own figure', async () => {
    const catalog = JSON.parse(await readFile(join(folder, 'catalog.json'), 'utf8')) as Catalog;
    const hosts = catalog.sites.map(({ host }) => host);
    expect(hosts).not.toContain(REFUSING);
    expect(catalog.counts).toMatchObject({ ranked: hosts.length, refusing: 2, declined: 0, unreachable: 0 });
    expect(
      catalog.apart.map(({ host, state, by, last_scorecard }) => [host, state, by, last_scorecard?.score]),
    ).toEqual([
      [REFUSING, 'refuses', WALL, expect.objectContaining({ global: expect.any(Number) })],
      [WALLED, 'refuses', WALL, undefined],
    ]);
    const rates = JSON.parse(await readFile(join(folder, 'checks.json'), 'utf8')) as { sites: number };
    expect(rates.sites).toBe(hosts.length);
    const list = parse(await readFile(join(folder, 'score.html'), 'utf8'));
    expect(list.querySelectorAll('#catalog tbody tr')).toHaveLength(hosts.length);
    expect(list.querySelectorAll('table.apart tbody tr')).toHaveLength(2);
    expect(list.querySelector('.lead')?.textContent).toContain('2 sites refuse automated clients');
    for (const file of ['score.md', 'llms.txt', 'score/llms.txt', 'catalog.csv']) {
      expect(await readFile(join(folder, file), 'utf8'), file).toMatch(/refuses?\b/);
    }
  });
});

describe('the requests behind a verdict', () => {
  const shown = (host: string, check: string) =>
    page(`${host}/evidence`).querySelector(`#${check} .exchanges`);

  it('are shown for every check of a recorded audit, on a separate page', () => {
    expect(page('ready.demo/evidence').querySelectorAll('.verdict > .exchanges')).toHaveLength(CHECK_COUNT);
    expect(page('ready.demo').querySelector('a[href="/score/ready.demo/evidence"]')).not.toBeNull();
  });

  it('have the request and the response', () => {
    const [sent, received] = shown('ready.demo', 'robots')?.querySelectorAll('pre') ?? [];
    expect(sent?.textContent).toMatch(/^GET https:\/\/ready\.demo\/robots\.txt\naccept: \*\/\*\n/);
    expect(received?.textContent).toMatch(/^HTTP\/1\.1 200\ncontent-type: text\/plain/);
    expect(received?.textContent).toContain('Sitemap: https://ready.demo/sitemap.xml');
    expect(shown('ready.demo', 'mcp-tools-list')?.textContent).toContain('(tools/list) → 200');
  });
});

/** The maximum compressed size of a page, in bytes. */
const MAX_PAGE = 20_000;

it('a scorecard page is small', async () => {
  const folder = await builtSite();
  const sizeOf = async (name: string) =>
    gzipSync(await readFile(join(folder, `score/${name}.demo.html`))).length;
  for (const name of ['ready', 'docs', 'api', 'spa', 'neglected', 'broken'])
    expect(await sizeOf(name), name).toBeLessThan(MAX_PAGE);
});
