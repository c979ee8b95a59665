import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { neglected } from '../app/demo/neglected.ts';
import { type ServedDemo, serveDemo } from '../app/demo/server.ts';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { AuditError } from '../base/errors.ts';
import { REUSE_MS } from '../base/limits.ts';
import { type Route as SiteRoute, serveSite, slowSite, type TestSite } from '../testing/serve.ts';
import { complaints } from './testing/browser.ts';
import { browseBuilt } from './testing/browsing.ts';

/** The delay of each response of the demo site, in milliseconds, so that its audit can be watched. */
const LATENCY = 250;

let demo: ServedDemo;
const { open, opened } = browseBuilt();

beforeAll(async () => {
  demo = await serveDemo(neglected, { latencyMs: LATENCY });
});
afterAll(() => demo?.close());
afterEach(() => void vi.restoreAllMocks());

/** Starts a site that serves its first page and never answers anything else. */
async function stalling(): Promise<TestSite> {
  const site = await serveSite({
    '/': { type: 'text/html', body: '<h1>Home</h1>' },
    '/robots.txt': { status: 404 },
    '*': () => undefined,
  });
  opened.push(site);
  return site;
}

const field = (page: Page) => page.getByLabel('Audit a site');
const button = (page: Page) => page.getByRole('button', { name: 'Audit', exact: true });
const said = (page: Page) => page.locator('#audit [role=alert]');

async function send(page: Page, url: string): Promise<void> {
  await field(page).fill(url);
  await button(page).click();
}

/** @param end of the scorecard's address, after its host */
async function onScorecard(page: Page, end = '', { url }: { readonly url: string } = demo): Promise<void> {
  const { host } = new URL(url);
  await page.waitForURL((url) => url.pathname + url.search === `/score/${host}${end}`);
  expect(await page.locator('h1').textContent()).toBe(host);
  expect(await page.locator('main dl[id^=check-]').count()).toBe(CHECK_COUNT);
}

describe('without JavaScript', () => {
  const plain = { javaScriptEnabled: false };

  test('the first page has the form, too', async () => {
    const page = await open('/', plain);
    await page.getByLabel('Address of your site').fill(demo.url);
    await page.getByText('Site type, MCP endpoint (optional)').click();
    await page.getByLabel('Site type', { exact: true }).selectOption('content');
    await button(page).click();
    await onScorecard(page, '/live?site_type=content');
    expect(await page.locator('main').textContent()).toContain('site type content');
  });

  test('an invalid URL is shown in the form for correction', async () => {
    const page = await open('/score', plain);
    await send(page, 'ftp://site.example');
    expect(await page.locator('.lead').textContent()).toContain('only http and https sites can be audited');
    expect(await field(page).inputValue()).toBe('ftp://site.example');
    await send(page, demo.url);
    await onScorecard(page);
  });
});

describe('with JavaScript', () => {
  test('a live result of a site outside the catalog has a badge, and is compared by its host', async () => {
    const page = await open('/score');
    await send(page, demo.url);
    await onScorecard(page);
    const { host } = new URL(demo.url);
    const width = () =>
      page
        .locator('aside img')
        .evaluate((image) => (image as unknown as { readonly naturalWidth: number }).naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Compare with another site' }).click();
    await page.getByLabel('Site', { exact: true }).fill('ready.demo');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.locator('#matrix tbody tr').first().waitFor();
    expect(await page.locator('#matrix').textContent()).toContain('live result');
    expect(page.url()).toContain(`?t=${encodeURIComponent(host)}&t=ready.demo`);
    await page.getByLabel('Site', { exact: true }).fill('never.audited.demo');
    await page.getByRole('button', { name: 'Add' }).click();
    const missing = page.locator('#chosen-list li').nth(2);
    expect(await missing.getByRole('link', { name: 'Audit it' }).getAttribute('href')).toBe(
      '/score/never.audited.demo',
    );
    expect(await page.locator('#said').textContent()).toContain(
      'No scorecard of never.audited.demo is stored',
    );
  });

  test('the progress is shown, then the scorecard; back returns to the original form', async () => {
    const page = await open('/score');
    const heard = complaints(page);
    const seen = await page.evaluateHandle<string[]>(WATCH);
    await send(page, demo.url);
    await page.locator('#audit progress[value]').waitFor();
    expect(await button(page).isDisabled()).toBe(true);
    const lines = () => seen.jsonValue();
    await expect.poll(lines).toContainEqual(expect.stringContaining('Discoverability:'));
    expect(await lines()).toContain(`Auditing ${new URL(demo.url).host}: ${CHECK_COUNT} checks`);
    await onScorecard(page);
    await page.goBack();
    await page.waitForURL('**/score');
    expect(await button(page).isEnabled()).toBe(true);
    expect(await page.locator('#audit progress').isVisible()).toBe(false);
    expect(heard).toEqual([]);
  });

  test('Cancel stops following the audit, and says that it continues and counts', async () => {
    const site = await stalling();
    const page = await open('/score');
    await send(page, site.url);
    await expect.poll(() => site.asked.length).toBeGreaterThan(3);
    await page.keyboard.press('Enter');
    expect(await said(page).textContent()).toContain('continues, and counts as one of your 5');
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('audit-url');
    expect(await button(page).isEnabled()).toBe(true);
    await send(page, demo.url);
    await onScorecard(page);
  });

  test('if a stream ends before the audit, the next one follows it to its end', async () => {
    const site = await slowSite({ fileMs: 4_000 });
    opened.push(site);
    const page = await open('/score', {}, { streamMs: 3_000 });
    await send(page, site.url);
    await onScorecard(page, '', site);
  });

  test('after the last stream the partial result is shown in place, with the form to try again', async () => {
    const site = await stalling();
    const page = await open('/score', {}, { streamMs: 3_000 });
    await send(page, site.url);
    const { host } = new URL(site.url);
    await page.getByRole('heading', { level: 1, name: host }).waitFor();
    expect(await page.locator('.callout.warn').textContent()).toContain('Cut short: the deadline ended');
    expect(await page.locator('main dl[id^=check-]').count()).toBe(CHECK_COUNT);
    expect(await page.title()).toBe(host);
    const form = page.locator('form#audit[method=post][action="/audit"]');
    expect(await form.locator('input[name=url]').inputValue()).toBe(host);
    expect(await button(page).isEnabled()).toBe(true);
  });

  test('for a site that refuses the auditor, the form links to instructions for letting it in', async () => {
    const page = await open(
      '/score',
      {},
      {
        runAudit: async () => {
          const details = { wall: 'a wall', requests: 8 };
          throw new AuditError('target_blocked', 'It refuses the auditor.', { hint: 'Allow it.', details });
        },
      },
    );
    await send(page, 'http://site.example:81');
    const way = page.getByRole('link', { name: 'How to let the auditor in' });
    await way.waitFor();
    expect(await way.getAttribute('href')).toBe('/about-the-auditor#to-let-it-in');
    expect(await said(page).textContent()).toMatch(/^It refuses the auditor\. Allow it\./);
    expect(await page.getByRole('button', { name: 'Try again with more time' }).isVisible()).toBe(false);
  });

  test('a URL in the query fills the form', async () => {
    const page = await open('/score?url=%22%3E%3Cb%3Esite.example#audit');
    expect(await field(page).inputValue()).toBe('"><b>site.example');
  });
});

test('Audit again shows what was fixed since', async () => {
  const routes: Record<string, SiteRoute> = {
    '/': { type: 'text/html', body: '<h1>Home</h1><p>A page with some text.</p>' },
    '*': { status: 404 },
  };
  const site = await serveSite(routes);
  opened.push(site);
  const page = await open('/score', {}, { places: { 'https://fixed.demo': site.url } });
  const robots = page
    .locator(':is(.category, .fixes) div', { has: page.locator('#check-robots') })
    .locator('summary > b');
  await send(page, 'fixed.demo');
  await robots.getByText('MISSING').waitFor();
  routes['/robots.txt'] = { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' };
  // Within a minute the service would return the same result.
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + REUSE_MS);
  await page.getByRole('button', { name: 'Audit again' }).click();
  await expect.poll(() => robots.textContent(), { timeout: 60_000 }).toBe('PASS');
});

describe('errors are shown next to the form', () => {
  const stream = (body: string) => ({ status: 200, contentType: 'text/event-stream', body });
  test.each<[what: string, how: (route: Route) => Promise<void>, text: string]>([
    ['no network', (route) => route.abort('internetdisconnected'), 'The service could not be reached'],
    [
      'a stream that ends too early',
      (route) => route.fulfill(stream('event: progress\ndata: {"done":1,"total":9,"message":"x"}\n\n')),
      'The connection ended before the audit did',
    ],
    [
      'a response that is not a stream',
      (route) => route.fulfill(stream('event: done\ndata: {"location"\n\n')),
      'The connection ended before the audit did',
    ],
    [
      'the rate limit of the platform',
      (route) =>
        route.fulfill({
          status: 429,
          contentType: 'text/html',
          headers: { 'retry-after': '40' },
          body: '<b>no</b>',
        }),
      'Try again in 40 seconds',
    ],
    [
      'a problem',
      (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json; charset=utf-8',
          body: '{"detail":"Switched <b>off</b>."}',
        }),
      'Switched <b>off</b>.',
    ],
    [
      'a response from something else',
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
      'status 502',
    ],
  ])('%s', async (_, how, text) => {
    const page = await open('/score');
    await page.route('**/audit', how);
    await send(page, 'site.example');
    await page.getByText(text).waitFor();
    expect(await said(page).textContent()).toContain(text);
    await page.unroute('**/audit');
    await send(page, demo.url);
    await onScorecard(page);
  });
});

/** Collects what the live region says from now on. */
const WATCH = `(() => {
  const said = [];
  const region = document.querySelector('#audit [role=status]');
  new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true });
  return said;
})()`;
