/** What people come for, from the home page in a real browser: no task takes more than three clicks. The first of all is `journey.slow.test.ts`. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_SITES } from '../demo/index.ts';
import { type ServedDemo, serveDemo } from '../demo/server.ts';
import type { DemoSite } from '../demo/site.ts';
import { REUSE_MS } from '../limits.ts';
import { type Route, serveSite } from '../testing/serve.ts';
import { launchBrowser } from './testing/browser.ts';
import { builtSite } from './testing/build.ts';
import { serveBuilt } from './testing/serve.ts';

const MOST_CLICKS = 3;

let folder: string;
let browser: Browser;
let demo: ServedDemo;
/** What was opened in a test. */
const opened: AsyncDisposable[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  folder = await builtSite();
  demo = await serveDemo(DEMO_SITES.find(({ name }) => name === 'neglected') as DemoSite);
});
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

/** Somebody at the home page, whose clicks are counted. */
interface Visitor {
  readonly page: Page;
  readonly clicks: number;
  click(what: Locator): Promise<void>;
  /** Types the address of a site, and has it audited. */
  audit(address: string): Promise<void>;
  copied(): Promise<string>;
}

/** @param places where sites are that have another name there */
async function visit(places: Readonly<Record<string, string>> = {}): Promise<Visitor> {
  const server = await serveBuilt(folder, { places });
  const context = await browser.newContext({
    baseURL: server.url,
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  opened.push(server, context);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.goto('/');
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  return {
    page,
    get clicks() {
      return clicks;
    },
    click,
    async audit(address) {
      await page.getByLabel('Address of your site').fill(address);
      await click(page.getByRole('button', { name: 'Audit', exact: true }));
      await page.waitForURL(`**/score/${address.replace('http://', '')}`);
    },
    copied: () => page.evaluate<string>('navigator.clipboard.readText()'),
  };
}

const fixes = (page: Page) => page.getByRole('region', { name: 'What to fix first' });

test('copy the prompt that fixes it', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.audit(demo.url);
  const label = (await fixes(page).getByRole('link').first().textContent()) ?? '';
  await visitor.click(page.getByText('One prompt for all of them'));
  await visitor.click(fixes(page).getByRole('button', { name: 'Copy the prompt' }));
  await page.getByRole('status').getByText('Copied').waitFor();
  expect(await visitor.copied()).toContain(label);
  expect(visitor.clicks).toBeLessThanOrEqual(MOST_CLICKS);
});

test('verify the fix', async () => {
  const routes: Record<string, Route> = {
    '/': { type: 'text/html', body: '<h1>Home</h1><p>A page with some text.</p>' },
    '*': { status: 404 },
  };
  const site = await serveSite(routes);
  opened.push(site);
  const visitor = await visit({ 'https://mended.demo': site.url });
  const { page } = visitor;
  const robots = page.locator('.check', { has: page.locator('#check-robots') }).locator('summary .status');
  await visitor.audit('mended.demo');
  expect(await robots.textContent()).toBe('MISSING');
  routes['/robots.txt'] = { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' };
  // Within a minute the same result would be the answer.
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + REUSE_MS);
  await visitor.click(page.getByRole('button', { name: 'Audit again' }));
  await expect.poll(() => robots.textContent(), { timeout: 30_000 }).toBe('PASS');
  expect(visitor.clicks).toBeLessThanOrEqual(MOST_CLICKS);
});

test('compare two sites, and share the comparison', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compare' }));
  await page.waitForURL('**/compare');
  await visitor.click(page.locator('#start').getByRole('link').first());
  await page.locator('#matrix tbody').first().waitFor();
  await visitor.click(page.getByRole('button', { name: 'Copy the link' }));
  await page.getByRole('status').getByText('Copied').waitFor();
  const shown = await page.locator('#matrix').textContent();
  await page.goto(await visitor.copied());
  await page.locator('#matrix tbody').first().waitFor();
  expect(await page.locator('#matrix').textContent()).toBe(shown);
  expect(visitor.clicks).toBeLessThanOrEqual(MOST_CLICKS);
});

test('download the data', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.click(page.getByRole('link', { name: 'Browse the catalog' }));
  await page.waitForURL('**/score');
  const download = page.waitForEvent('download');
  await visitor.click(page.getByRole('link', { name: 'CSV' }));
  expect((await download).suggestedFilename()).toBe('catalog.csv');
  expect(visitor.clicks).toBeLessThanOrEqual(MOST_CLICKS);
});
