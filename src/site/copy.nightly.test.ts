/** The buttons that copy, in a real browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browseBuilt } from './testing/browsing.ts';

const { open } = browseBuilt();
const permissions = ['clipboard-read', 'clipboard-write'];

async function copied(page: Page, name: string | RegExp): Promise<string> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
  return page.evaluate(() => navigator.clipboard.readText());
}

test('a block of code is copied whole', async () => {
  const page = await open('/fix/on/nginx', { permissions });
  const text = await copied(page, /^Copy: /);
  expect(text).toContain('server {');
  expect(text.trim().endsWith('}')).toBe(true);
});

test('a scorecard copies its brief', async () => {
  const page = await open('/score/broken.demo', { permissions });
  const text = await copied(page, 'Copy for your coding agent');
  expect(text).toBe(await page.evaluate(async () => (await fetch('/score/broken.demo/fix.md')).text()));
  expect(text).toContain('## What must be seen on the wire');
});

test('without scripts there is a link and no button', async () => {
  const page = await open('/score/broken.demo', { javaScriptEnabled: false });
  expect(await page.locator('[data-copy-from]').isVisible()).toBe(false);
  await page.getByRole('link', { name: 'What to change, on one page' }).click();
  expect(await page.locator('h1').textContent()).toBe('What to change on broken.demo');
});
