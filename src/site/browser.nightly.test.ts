/** The built site in a real browser: with the mouse, with the keyboard, without scripts, narrow and dark. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { neglected } from '../app/demo/neglected.ts';
import { serveDemo } from '../app/demo/server.ts';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { complaints, tabThrough, usable } from './testing/browser.ts';
import { browseBuilt, COMPARISON, KINDS } from './testing/browsing.ts';
import { OF_OTHER_VERSIONS } from './testing/catalog.ts';

/** The number of sites in the catalog: the audited demo sites, and sites with results of other versions. */
const SITES = 6 + Object.keys(OF_OTHER_VERSIONS).length;

const { open } = browseBuilt();

const names = (page: Page) => page.locator('#catalog tbody tr:visible .host').allTextContents();
const column = async (page: Page, index: number) =>
  (await page.locator(`#catalog tbody tr:visible > :nth-child(${index})`).allTextContents()).map((text) =>
    // A star marks scores under older rules.
    text.trim().replace(/\*$/, ''),
  );

describe('with a mouse', () => {
  test('no page has browser errors', async () => {
    const page = await open('/');
    const heard = complaints(page);
    for (const path of KINDS.filter((path) => path !== '/no-such-page')) {
      await page.goto(path);
    }
    expect(heard).toEqual([]);
  });

  test('a click on a column heading sorts the table, a second one reverses it', async () => {
    const page = await open('/score');
    const before = await names(page);
    expect(before).toHaveLength(SITES);
    await page.getByRole('button', { name: 'Site', exact: true }).click();
    const byName = await column(page, 1);
    expect(byName).toEqual(byName.toSorted((a, b) => a.localeCompare(b, 'en')));
    const relative = page.getByRole('button', { name: 'Global score' });
    await relative.click();
    const falling = (await column(page, 3)).map(Number);
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    await relative.click();
    const rising = (await column(page, 3)).map(Number);
    expect(rising).toEqual(falling.toReversed());
    expect(await page.locator('#catalog th[aria-sort]').allTextContents()).toEqual(['Global score']);
    expect(await page.locator('#catalog th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    await page.reload();
    expect((await column(page, 3)).map(Number)).toEqual(rising);
  });

  test('search and filters show matching rows and their number, and are kept in the URL', async () => {
    const page = await open('/score');
    await page.getByLabel('Search').fill('spa.demo');
    expect(await names(page)).toEqual(['spa.demo']);
    expect(await page.locator('#count').textContent()).toBe(`1 of ${SITES} sites`);
    expect(new URL(page.url()).searchParams.get('q')).toBe('spa.demo');
    await page.getByLabel('Search').fill('no such site');
    expect(await names(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await names(page)).toHaveLength(SITES);
    await page.getByLabel('Relative score', { exact: true }).selectOption('75');
    expect((await column(page, 2)).every((score) => Number(score) >= 75)).toBe(true);
    await page.reload();
    expect(await page.getByLabel('Relative score', { exact: true }).inputValue()).toBe('75');
    expect(await names(page)).toContain('ready.demo');
    expect(await names(page)).not.toContain('neglected.demo');
    await page.getByLabel('Relative score', { exact: true }).selectOption('');
    await page.getByLabel('Has an MCP endpoint').check();
    expect(await names(page)).toContain('broken.demo');
    expect(await names(page)).not.toContain('spa.demo');
  });

  test('checks are found by name, id and failure, and the search is kept in the URL', async () => {
    const page = await open('/checks');
    const found = () => page.locator('.checks tbody th > a:visible').allTextContents();
    expect(await page.getByRole('link', { name: 'nginx' }).isVisible()).toBe(true);
    const search = page.getByLabel('Find a check', { exact: true });
    const count = page.locator('#filters output');
    expect(await found()).toHaveLength(CHECK_COUNT);
    await search.fill('mcp-modern-version-reject');
    expect(await found()).toEqual(['An unsupported MCP version gets a list of supported ones']);
    expect(await count.textContent()).toBe(`1 of ${CHECK_COUNT} checks`);
    expect(await page.locator('section:visible').count()).toBe(1);
    await search.fill('not answer 404');
    expect(await found()).toEqual(['Unknown pages answer 404']);
    await page.reload();
    expect(await found()).toEqual(['Unknown pages answer 404']);
    await search.fill('nosuchcheck');
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    expect(await found()).toHaveLength(CHECK_COUNT);
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('q');
    expect(new URL(page.url()).search).toBe('');
  });

  test('a prompt is copied as shown, and the brief as a whole', async () => {
    const page = await open('/score/neglected.demo', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.fixes summary').first().click();
    await page
      .getByRole('link', { name: /^Requests behind this verdict/ })
      .first()
      .click();
    const prompt = page.locator('.verdict .prompt').first();
    await prompt.locator('summary').click();
    const button = prompt.getByRole('button');
    await button.click();
    await button.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await prompt.locator('pre').textContent());
    expect(copied).toContain('Goal:');
    await page.goto('/score/broken.demo');
    await page.getByRole('button', { name: 'Copy for your coding agent' }).first().click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      await page.evaluate<string>(`fetch('/score/broken.demo/fix.md').then((response) => response.text())`),
    );
  });

  test('a link to a request opens it in place', async () => {
    const page = await open('/score/ready.demo/evidence#robots');
    const check = page.locator('#robots');
    const link = check.locator('.exchanges li > a').last();
    const place = page.locator((await link.getAttribute('href')) ?? '');
    expect(await place.locator('pre').first().isVisible()).toBe(false);
    await link.click();
    await place.locator('pre').first().waitFor();
    expect(await place.locator('summary').textContent()).toBe(await link.textContent());
  });

  test('a chosen theme is kept on the next page and after a reload', async () => {
    const page = await open('/score', { colorScheme: 'light' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await paper();
    const button = page.locator('#theme');
    await button.click();
    await button.click();
    expect(await button.textContent()).toContain('Dark');
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await paper()).toBe(dark);
    await page.goto('/score/ready.demo');
    expect(await paper()).toBe(dark);
    await button.click();
    expect(await paper()).toBe(light);
  });
});

test('a site is audited, and its first fix found, in three clicks', async () => {
  await using demo = await serveDemo(neglected);
  const page = await open('/');
  await page.getByLabel('Address of your site').fill(demo.url);
  await page.getByRole('button', { name: 'Audit', exact: true }).click();
  await page.waitForURL(`**/score/${new URL(demo.url).host}`);
  const first = page.getByRole('region', { name: 'What to fix' }).getByRole('listitem').first();
  await first.getByRole('link').first().click();
  await page.waitForURL(/\/fix#/);
  expect(await page.locator(new URL(page.url()).hash).isVisible()).toBe(true);
});

test('chosen sites are compared, and the URL keeps the choice', async () => {
  const page = await open('/compare');
  for (const host of ['ready.demo', 'neglected.demo']) {
    await page.getByLabel('Site', { exact: true }).fill(host);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.locator('#chosen-list').getByText(host).first().waitFor();
  }
  await page.locator('#matrix tbody tr').first().waitFor();
  const shown = await page.locator('#matrix').textContent();
  expect(shown).toContain('llms.txt');
  const again = await open(page.url());
  await again.locator('#matrix tbody tr').first().waitFor();
  expect(await again.locator('#matrix').textContent()).toBe(shown);
  expect(page.url()).toBe(new URL(COMPARISON, page.url()).href);
});

describe('with the keyboard only', () => {
  test.each(['/', '/score', '/score/neglected.demo', '/checks', '/fix/llms-txt'])(
    'Tab reaches everything on %s, with a visible focus',
    async (path) => {
      const page = await open(path, { reducedMotion: 'reduce' });
      const stops = await tabThrough(page);
      const reached = new Set(stops.map((stop) => stop.path));
      expect((await usable(page)).filter((element) => !reached.has(element))).toEqual([]);
      expect(stops.filter(({ visible }) => !visible)).toEqual([]);
    },
  );

  test('the first stop skips the navigation', async () => {
    const page = await open('/score');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('main');
  });
});

describe('without JavaScript', () => {
  test('every page has the same content, and no controls that need scripts', async () => {
    const scripted = await open('/');
    const plain = await open('/', { javaScriptEnabled: false });
    const text = (page: Page) => page.evaluate<string>(TEXT);
    // A comparison is rendered in the browser; without scripts the page links to alternatives.
    for (const path of KINDS.filter((path) => !path.startsWith('/compare'))) {
      await Promise.all([scripted.goto(path), plain.goto(path)]);
      const said = await text(plain);
      expect(said.length, path).toBeGreaterThan(100);
      expect(said, path).toBe(await text(scripted));
      expect(
        await plain
          .locator('#theme, [data-copy], [data-copy-from], #filters, th button')
          .locator('visible=true')
          .count(),
        path,
      ).toBe(0);
    }
  });

  test('the comparison says what to do instead', async () => {
    const page = await open('/compare', { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { name: 'Without scripts' }).isVisible()).toBe(true);
    expect(await page.locator('#all-sites a').count()).toBe(SITES);
    expect(await page.locator('#add, #result').locator('visible=true').count()).toBe(0);
  });

  test('a scorecard shows what to fix, the chosen checks, and the check in a link', async () => {
    const page = await open('/score/neglected.demo', { javaScriptEnabled: false });
    const shown = () => page.locator('.category summary > b').locator('visible=true').allTextContents();
    expect(new Set(await shown())).toEqual(new Set(['PASS']));
    await page.getByRole('radio', { name: /^Optional or not applicable/ }).check();
    expect(new Set(await shown())).toEqual(new Set(['N/A']));
    await page.getByRole('radio', { name: /^All/ }).check();
    const failed = await page.locator('.fixes summary > b').locator('visible=true').count();
    expect((await shown()).length + failed).toBe(CHECK_COUNT);
    const hidden = page.locator('.category > div:not([class]) dl').first();
    await page.goto(`/score/neglected.demo#${await hidden.getAttribute('id')}`);
    expect(await hidden.isVisible()).toBe(true);
  });

  test('a mark links to its check', async () => {
    const page = await open('/score/neglected.demo');
    const mark = page.locator('.marks p + p a').last();
    await mark.click();
    const opened = page.locator(':is(.category, .fixes) div > [open] > dl');
    expect(await opened.count()).toBe(1);
    const id = await opened.getAttribute('id');
    expect(await opened.isVisible()).toBe(true);
    expect(`check-${await mark.textContent()}`).toMatch(new RegExp(`^${id}: [A-Z/]+$`));
  });
});

test('on a phone of 320 pixels, light and dark, no page scrolls sideways', async () => {
  const wide: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open('/', { viewport: { width: 320, height: 640 }, colorScheme });
    for (const path of KINDS) {
      await page.goto(path);
      // Folded content must fit, too.
      await page.evaluate(OPEN_ALL);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > 320) wide.push(`${path}, ${colorScheme}: ${width}`);
    }
  }
  expect(wide).toEqual([]);
});

test('in print nothing is cut, and every column has its heading', async () => {
  const page = await open('/');
  await page.emulateMedia({ media: 'print' });
  const faults: string[] = [];
  for (const path of KINDS) {
    await page.goto(path);
    if (path === COMPARISON) await page.locator('#matrix tbody').first().waitFor();
    // The width of A4 without its margins, at 96 pixels per inch: portrait and landscape.
    for (const width of [680, 1009]) {
      await page.setViewportSize({ width, height: 1000 });
      for (const fault of await page.evaluate<string[]>(CUT)) faults.push(`${path}, ${width}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
});

describe('axe-core finds no problems', () => {
  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('%s, %i pixels wide', async (colorScheme, width) => {
    const page = await open('/', {
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    });
    const found: string[] = [];
    for (const path of KINDS) {
      await page.goto(path);
      await page.evaluate(OPEN_SOME);
      // Evaluated through the browser's debugger, because the page's policy allows only the site's own scripts.
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
      for (const { id, nodes } of violations) {
        const [node] = nodes;
        found.push(
          `${path} ${id}: ${nodes.length} times, as ${node?.html.slice(0, 160)}: ${node?.failureSummary}`,
        );
      }
    }
    expect(found).toEqual([]);
  });
});

/** Unfolds all prompts and data, but only one check and its requests, because requests look alike and axe is slow. */
const OPEN_SOME = `for (const folded of document.querySelectorAll(
  'details.prompt, details.data, details:has(> #check-robots), #robots .exchanges details',
)) folded.open = true`;

const OPEN_ALL = 'for (const folded of document.querySelectorAll("details")) folded.open = true';

/** A script that returns the page's text, without the parts that need scripts. */
const TEXT = `(() => {
  const copy = document.querySelector('main').cloneNode(true);
  for (const extra of copy.querySelectorAll('[data-copy], [data-copy-from], form, noscript, #nothing')) extra.remove();
  return copy.textContent.replace(/\\s+/g, ' ').trim();
})()`;

/** A script that finds content wider than its box, column headings without visible text, and covered titles. */
const CUT = `const overlaps = (one, other) => {
  const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
};
[
  ...[...document.querySelectorAll('body, main, pre, .scroll')]
    .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.tagName + ' is cut: ' + element.textContent.trim().slice(0, 60)),
  ...[...document.querySelectorAll('thead th')]
    .filter((head) => head.checkVisibility() && head.innerText.trim() === '')
    .map((head) => 'no heading over ' + head.textContent),
  ...[...document.querySelectorAll('summary > h4')]
    .filter((title) => title.checkVisibility() && overlaps(title, title.previousElementSibling))
    .map((title) => 'the status covers ' + title.textContent),
]`;
