/** What Lighthouse finds on a page of each kind. How fast they are, which it measures too, is for `npm run bench`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/servers.ts';
import { type DebuggedBrowser, launchDebugged } from './testing/browser.ts';
import { builtSite } from './testing/build.ts';
import { LIGHTHOUSE_PAGES, lighthouseScores } from './testing/lighthouse.ts';
import { serveBuilt } from './testing/serve.ts';

const CATEGORIES = ['accessibility', 'best-practices', 'seo', 'agentic-browsing'];
const LEAST = 100;

let server: TestServer;
let browser: DebuggedBrowser;

beforeAll(async () => {
  server = await serveBuilt(await builtSite());
  browser = await launchDebugged();
}, 120_000);
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

test.each(LIGHTHOUSE_PAGES)(`%s has ${LEAST} in every category`, { timeout: 120_000 }, async (path) => {
  const scores = await lighthouseScores(browser, new URL(path, server.url).href, CATEGORIES);
  expect(scores.filter(({ points }) => points < LEAST)).toEqual([]);
});
