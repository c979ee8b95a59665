/** `/compare/other` in a real browser: with files, pasted text and published scorecards, by the keyboard, and without scripts. */
import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ReportName, reportFile, reportText } from '../testing/reports/index.ts';
import { complaints } from './testing/browser.ts';
import { browseBuilt } from './testing/browsing.ts';

const site = browseBuilt();
const open = (path = '/compare/other', options: BrowserContextOptions = {}) => site.open(path, options);

const choose = (page: Page, name: ReportName) =>
  page.setInputFiles('#report-file', reportFile(name).pathname);

/** As the browser does it when somebody presses the keys. */
async function paste(page: Page, field: string, text: string): Promise<void> {
  await page.locator(field).evaluate((target, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, text);
}

/** Drops a file of that many bytes, or of that text. */
async function drop(page: Page, zone: string, content: string | number): Promise<void> {
  await page.locator(zone).evaluate((target, dropped) => {
    const dataTransfer = new DataTransfer();
    const part = typeof dropped === 'number' ? new Uint8Array(dropped) : dropped;
    dataTransfer.items.add(new File([part], 'dropped.json'));
    target.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  }, content);
}

async function load(page: Page, host: string): Promise<void> {
  await page.fill('#card-host', host);
  await page.click('#published');
  await page.waitForFunction(() => !document.querySelector('#card-said')?.textContent?.includes('Loading'));
}

test('a report and a published scorecard: verdict by verdict, and no request but for the scorecard', async () => {
  const page = await open();
  const heard = complaints(page);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await choose(page, 'neglected.afdocs');
  await expect
    .poll(() => page.textContent('#report-said'))
    .toContain('neglected.afdocs.json: afdocs, of 127.0.0.1');
  expect(await page.isVisible('#result')).toBe(false);
  await load(page, 'neglected.demo');
  await page.waitForSelector('#verdicts tbody tr');
  expect(await page.textContent('#counts')).toMatch(/^Agree: \d+\. Differ: [1-9]/);
  const first = page.locator('#verdicts tbody tr').first();
  expect(await first.textContent()).toContain('Differ');
  expect(await page.textContent('#cautions')).toContain('different hosts');
  expect(await page.textContent('#only-theirs-title')).toBe('Only afdocs asks (19)');
  expect(asked).toEqual(['GET /score/neglected.demo/json']);
  // Every anchor that the table leads to is on the page that explains.
  const links = await page
    .locator('#result a[href^="/why"]')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).hash));
  await page.goto('/why-others-differ');
  for (const hash of links) expect(await page.locator(hash).count(), hash).toBe(1);
  expect(heard).toEqual([]);
});

test('what is pasted or dropped, also on the wrong side, is taken for what it is', async () => {
  const page = await open();
  await paste(page, '#card-text', await reportText('spa.lighthouse'));
  await expect.poll(() => page.textContent('#report-said')).toContain('Lighthouse 13.5.0');
  const card = await (await fetch(new URL('/score/ready.demo/json', site.url))).text();
  await drop(page, '#report-zone', card);
  await page.waitForSelector('#verdicts tbody tr');
  await expect.poll(() => page.textContent('#card-said')).toContain('our scorecard of ready.demo');
  await page.waitForSelector('#verdicts tbody tr');
});

test('what is neither is named, with what was expected', async () => {
  const page = await open();
  const wrong = (buffer: string) => ({
    name: 'wrong.json',
    mimeType: 'application/json',
    buffer: Buffer.from(buffer),
  });
  await page.setInputFiles('#report-file', wrong('{}'));
  await expect
    .poll(() => page.textContent('#report-said'))
    .toMatch(/wrong\.json is not a report .* how to make one/);
  await page.setInputFiles('#card-file', wrong('<html>'));
  await expect
    .poll(() => page.textContent('#card-said'))
    .toMatch(/wrong\.json is not a scorecard: it is not JSON/);
  await drop(page, '#report-zone', 25 * 1024 * 1024);
  await expect.poll(() => page.textContent('#report-said')).toContain('larger than 24 MiB');
  await load(page, 'nobody.example');
  await expect
    .poll(() => page.textContent('#card-said'))
    .toContain('No scorecard of nobody.example is published');
  await load(page, '../../');
  await expect.poll(() => page.textContent('#card-said')).toContain('Type the host');
  expect(await page.isVisible('#result')).toBe(false);
});

test('hostile files show as text', async () => {
  const page = await open();
  const hostile = '<img src=x onerror=alert(1)>"><script>alert(2)</script>';
  const report = JSON.parse(await reportText('spa.afdocs'));
  for (const result of report.results) result.message = hostile;
  report.results.push({ id: hostile, status: 'fail', message: hostile });
  await paste(page, '#report-text', JSON.stringify(report));
  const results = [{ id: 'llms-txt', status: hostile, evidence: hostile }];
  const freshness = { scored_at: '2026-11-22T10:00:00Z' };
  await paste(
    page,
    '#card-text',
    JSON.stringify({ target: hostile, target_url: hostile, freshness, scorecard: { results } }),
  );
  await page.waitForSelector('#verdicts tbody tr');
  expect(await page.textContent('#result')).toContain('<img src=x');
  expect(await page.textContent('#unknown')).toContain('<script>');
  expect(await page.locator('main img, #result script').count()).toBe(0);
});

test('it works by the keyboard alone', async () => {
  const page = await open();
  await choose(page, 'ready.lighthouse');
  await page.focus('#card-text');
  await page.keyboard.type('no scorecard');
  await expect.poll(() => page.textContent('#card-said')).toContain('What you pasted is not a scorecard');
  await page.focus('#card-host');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('ready.demo');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#verdicts tbody tr');
  await page.focus('#only-ours-title');
  await page.keyboard.press('Enter');
  expect(await page.isVisible('#only-ours li')).toBe(true);
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing, with the result shown (%s)',
  async (colorScheme) => {
    for (const path of ['/compare/other', '/why-others-differ']) {
      const page = await open(path, { colorScheme });
      if (path === '/compare/other') {
        await choose(page, 'neglected.afdocs');
        await load(page, 'neglected.demo');
      }
      await page.evaluate(axe.source);
      const found = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
      });
      expect(found, path).toEqual([]);
    }
  },
);

test.each([360, 768])('nothing sticks out at %i pixels', async (width) => {
  for (const path of ['/compare/other', '/why-others-differ']) {
    const page = await open(path, { viewport: { width, height: 800 } });
    if (path === '/compare/other') {
      await choose(page, 'neglected.afdocs');
      await load(page, 'neglected.demo');
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
  }
});

test('without scripts it leads to the command line', async () => {
  const page = await open('/compare/other', { javaScriptEnabled: false });
  expect(await page.isVisible('#files')).toBe(false);
  expect(await page.textContent('main')).toContain('compare scorecard.json --with lighthouse.json');
  expect(await page.isVisible('noscript .callout, .callout')).toBe(true);
});
