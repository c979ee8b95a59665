/** The page of a guide in a real browser: the choice of a platform, and the buttons that copy. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browseBuilt } from './testing/browsing.ts';

const { open } = browseBuilt();

const shown = (page: Page) => page.locator('[data-platform]:visible > h3').allTextContents();
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

describe('a platform', () => {
  test('is chosen without scripts', async () => {
    const page = await open('/fix/robots', { javaScriptEnabled: false });
    expect((await shown(page)).length).toBeGreaterThan(2);
    await choice(page, 'nginx').check();
    expect(await shown(page)).toEqual(['nginx']);
    expect(await page.locator('.code-head button').first().isVisible()).toBe(false);
  });

  test('is kept for other guides, and until all are wanted', async () => {
    const page = await open('/fix/robots');
    await choice(page, 'Apache').check();
    expect(await page.locator('[data-platform-note]').textContent()).toContain('Apache');
    expect(new URL(page.url()).search).toBe('?for=apache');
    await page.goto('/fix/llms-txt');
    expect(await shown(page)).toEqual(['Apache']);
    await choice(page, 'All').check();
    await page.goto('/fix/robots');
    expect((await shown(page)).length).toBeGreaterThan(2);
  });

  test('is taken from the address, as a parameter or as a heading', async () => {
    const page = await open('/fix/robots?for=express');
    expect(await shown(page)).toEqual(['Express']);
    await page.goto('/fix/robots#nginx');
    expect(await shown(page)).toEqual(['nginx']);
    await page.goto('/fix/robots?for=no-such');
    expect((await shown(page)).length).toBeGreaterThan(2);
    expect(await page.locator('[data-platform-note]').textContent()).not.toBe('');
  });

  test('alone is printed', async () => {
    const page = await open('/fix/robots?for=nginx');
    await page.emulateMedia({ media: 'print' });
    expect(await shown(page)).toEqual(['nginx']);
    expect(await page.locator('.platforms').isVisible()).toBe(false);
  });
});

test('a block is copied whole, and that is said', async () => {
  const page = await open('/fix/robots', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy: nginx' }).first().click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('location = /robots.txt {');
  expect(copied.trim().endsWith('}')).toBe(true);
});
