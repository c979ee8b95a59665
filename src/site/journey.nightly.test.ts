/**
 * What most people come for, in a real browser: they have their site audited, and find what to fix first. What else they do,
 * at all widths and in all themes, is in `browser.nightly.test.ts` and the files beside it.
 */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { complaints } from './testing/browser.ts';
import { browseBuilt } from './testing/browsing.ts';

const site = browseBuilt();

async function violations(page: Page): Promise<string[]> {
  // Evaluated from outside the page: its policy allows no other script.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<axe.AxeResults>('axe.run()');
  return found.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html.slice(0, 160)}`);
}

test('audit a site, and find what to fix first, in three clicks; axe-core finds nothing on the way', async () => {
  const page = await site.open('/', { reducedMotion: 'reduce' });
  const heard = complaints(page);
  const found = await violations(page);
  await page.getByLabel('Address of your site').fill(site.demo.url);
  await page.getByRole('button', { name: 'Audit', exact: true }).click();
  await page.waitForURL(`**/score/${new URL(site.demo.url).host}`);
  found.push(...(await violations(page)));
  const first = page.getByRole('region', { name: 'What to fix first' }).getByRole('listitem').first();
  await first.getByRole('link').first().click();
  await page.waitForURL(`**/fix#*`);
  await page.getByRole('heading', { name: 'What must be seen on the wire' }).waitFor();
  found.push(...(await violations(page)));
  expect(found).toEqual([]);
  expect(heard).toEqual([]);
});

/** How far what is seen has moved by itself, as Lighthouse counts it, and what has. */
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

test('nothing moves when the scripts arrive after the page was painted', async () => {
  const moved: string[] = [];
  for (const width of [412, 1280]) {
    for (const path of [
      '/score',
      '/',
      '/compare',
      '/compare?t=ready.demo&t=spa.demo',
      '/score/docs.demo/fix',
    ]) {
      const page = await site.open('about:blank', { viewport: { width, height: 850 } });
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
      // What the scripts do last on each page.
      await page.locator('#theme').getByText('Light').waitFor();
      if (path === '/score') await page.locator('#catalog th button').first().waitFor();
      if (path === '/compare') await page.locator('#start').waitFor();
      if (path.includes('?')) await page.locator('#matrix tbody tr').first().waitFor();
      await page.evaluate(PAINTED);
      for (const shift of await page.evaluate<string[]>('shifts')) moved.push(`${width} ${path}: ${shift}`);
    }
  }
  expect(moved).toEqual([]);
});
