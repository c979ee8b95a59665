/** The layout in a real browser: the first screen, the navigation at every width, and announcements. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browseBuilt, KINDS } from './testing/browsing.ts';

const SCREENS = [
  [1440, 900],
  [768, 1024],
  [360, 740],
] as const;

const { open } = browseBuilt();

async function box(of: Locator) {
  const found = await of.boundingBox();
  if (found === null) throw new Error('It is not shown.');
  return { top: found.y, bottom: found.y + found.height, middle: found.y + found.height / 2 };
}

describe.each(SCREENS)('%i by %i', (width, height) => {
  const viewport = { width, height };

  test('the home page has the form and both links within the first screen', async () => {
    const page = await open('/', { viewport });
    for (const what of [
      page.getByLabel('Address of your site'),
      page.getByRole('button', { name: 'Audit', exact: true }),
      page.getByRole('link', { name: 'Browse the catalog' }),
      page.getByRole('link', { name: 'See the checks' }),
    ]) {
      expect((await box(what)).bottom).toBeLessThanOrEqual(height);
    }
  });

  test('the masthead is one row', async () => {
    const page = await open('/', { viewport });
    const brand = await box(page.locator('.brand'));
    const buttons = await page.locator('.masthead button:visible, .masthead nav a:visible').all();
    // On a narrow screen, the masthead has only the menu's button.
    expect(buttons.length).toBeGreaterThan(width < 800 ? 0 : 1);
    for (const button of buttons) {
      expect(Math.abs((await box(button)).middle - brand.middle)).toBeLessThan(10);
    }
  });
});

test('on a phone without scripts, a menu links to every part of the site', async () => {
  const page = await open('/', { viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Checks' });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await link.click();
  await page.waitForURL('**/checks');
});

test('in forced colors the current part of the navigation differs from the others', async () => {
  const page = await open('/score', { forcedColors: 'active' });
  const borders = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.masthead nav a')].map((a) => getComputedStyle(a).borderBottomWidth)`,
  );
  expect(new Set(borders.slice(1)).size).toBe(1);
  expect(borders[0]).not.toBe(borders[1]);
});

test('a theme change is announced', async () => {
  const page = await open('/methodology');
  await page.locator('#theme').click();
  expect(await page.locator('#announcer').textContent()).toBe('Theme: Light');
});

test('links to the sections of a page come before the sections', async () => {
  const page = await open('/');
  for (const path of ['/methodology', '/spec', '/fix/llms-txt']) {
    await page.goto(path);
    const before = await page.evaluate<boolean>(`(() => {
      const links = [...document.querySelectorAll('nav[aria-labelledby="on-this-page"] a')];
      return links.length > 2 && links.every((link) =>
        link.compareDocumentPosition(document.getElementById(link.hash.slice(1))) & Node.DOCUMENT_POSITION_FOLLOWING);
    })()`);
    expect(before, path).toBe(true);
  }
});

/** The maximum cumulative layout shift (Core Web Vitals); 0.1 counts as good. */
const MOST_SHIFT = 0.05;
/** The maximum scroll position, in pixels. Further down, nothing new can become sticky or shift. */
const MOST_SCROLLED = 6_000;

/** Records layout shifts. */
const WATCH = `window.shifted = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: 'layout-shift', buffered: true })`;

/** Texts covered by a sticky element at the current scroll position. Table heads may cover their rows. */
const COVERED = `(() => {
  const shown = (element) => element.checkVisibility();
  const boxes = [...document.querySelectorAll('body *')].filter((element) =>
    ['sticky', 'fixed'].includes(getComputedStyle(element).position) && shown(element) && !element.closest('thead, table'));
  const texts = [...document.querySelectorAll('main :is(a, p, li, td, th, h1, h2, h3, pre, summary, button, dt, dd)')].filter(shown);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  return boxes.flatMap((box) => texts
    .filter((text) => !box.contains(text) && !text.contains(box) && box.getBoundingClientRect().width > 1
      && meet(box.getBoundingClientRect(), text.getBoundingClientRect()))
    .map((text) => box.className + ' covers ' + text.textContent.trim().slice(0, 40)));
})()`;

/** Table rows whose longest text begins out of view, without a hint that there is more. */
const OUT_OF_VIEW = `[...document.querySelectorAll('main tbody tr')].filter((row) => row.checkVisibility()).flatMap((row) => {
  const [longest] = [...row.cells].toSorted((a, b) => b.textContent.trim().length - a.textContent.trim().length);
  return longest && longest.getBoundingClientRect().left > innerWidth - 40 ? [longest.textContent.trim().slice(0, 40)] : [];
})`;

describe.each(SCREENS)('scrolled to the end at %i by %i', (width, height) => {
  test.each(KINDS)('%s has nothing covered or out of view, and does not shift', async (path) => {
    const page = await open('about:blank', { viewport: { width, height } });
    await page.addInitScript(WATCH);
    await page.goto(path, { waitUntil: 'networkidle' });
    const end = Math.min(await page.evaluate<number>('document.documentElement.scrollHeight'), MOST_SCROLLED);
    const covered = new Set<string>();
    for (let y = 0; y < end; y += height / 2) {
      await page.evaluate(`scrollTo(0, ${y}); new Promise((done) => requestAnimationFrame(done))`);
      for (const one of await page.evaluate<string[]>(COVERED)) covered.add(one);
    }
    expect([...covered]).toEqual([]);
    expect(await page.evaluate<string[]>(OUT_OF_VIEW)).toEqual([]);
    expect(await page.evaluate<number>('shifted')).toBeLessThanOrEqual(MOST_SHIFT);
  });
});

/** Layout shifts as Lighthouse counts them, and what moved. */
const SHIFTS = `(() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(', '));
  }).observe({ type: 'layout-shift', buffered: true });
  localStorage.setItem('theme', 'light');
})()`;
const PAINTED =
  'new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done))))';

test('nothing moves when the scripts load after the first paint', async () => {
  const moved: string[] = [];
  for (const width of [412, 1280]) {
    for (const path of ['/score', '/', '/compare', '/compare?t=ready.demo&t=spa.demo']) {
      const page = await open('about:blank', { viewport: { width, height: 850 } });
      const painted = Promise.withResolvers<void>();
      await page.route('**/_astro/*.js', async (route) => {
        await painted.promise;
        await route.continue();
      });
      await page.addInitScript(SHIFTS);
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('footer').waitFor({ state: 'attached' });
      await page.evaluate(PAINTED);
      painted.resolve();
      // Wait for the last change that scripts make on each page. On a narrow page, the theme button is in the closed menu.
      await page.locator('#theme').getByText('Light').waitFor({ state: 'attached' });
      if (path === '/score') await page.locator('#catalog th button').first().waitFor();
      if (path === '/compare') await page.locator('#start').waitFor();
      if (path.includes('?')) await page.locator('#matrix tbody tr').first().waitFor();
      await page.evaluate(PAINTED);
      for (const shift of await page.evaluate<string[]>('shifts')) moved.push(`${width} ${path}: ${shift}`);
    }
  }
  expect(moved).toEqual([]);
});
