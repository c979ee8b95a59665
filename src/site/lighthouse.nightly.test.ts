/** Lighthouse on a page of each kind, in every category but its measure of speed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nightlyModule } from '../testing/nightly/packages.ts';
import type { TestServer } from '../testing/servers.ts';
import { type DebuggedBrowser, launchDebugged } from './testing/browser.ts';
import { builtSite } from './testing/build.ts';
import { serveBuilt } from './testing/serve.ts';

const PAGES = ['/', '/score', '/score/ready.demo', '/fix/llms-txt', '/adoption'];
const CATEGORIES = ['accessibility', 'best-practices', 'seo', 'agentic-browsing'];
/** Lighthouse is run again if it could not finish an audit, which says nothing of the page. */
const TRIES = 3;

interface Audit {
  readonly title: string;
  readonly score: number | null;
}

/** The part of a result of Lighthouse that is used. */
interface Report {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Lighthouse {
  default(url: string, flags: object): Promise<{ readonly lhr: Report } | undefined>;
}

let server: TestServer;
let browser: DebuggedBrowser;

beforeAll(async () => {
  server = await serveBuilt(await builtSite());
  browser = await launchDebugged();
});
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

/** The score of each category, and the titles of the audits that lower it. */
async function scoresOf(path: string) {
  const { default: lighthouse } = await nightlyModule<Lighthouse>('lighthouse');
  for (let i = 0; i < TRIES; i++) {
    const result = await lighthouse(new URL(path, server.url).href, {
      port: browser.port,
      logLevel: 'error',
      onlyCategories: CATEGORIES,
      disableFullPageScreenshot: true,
    });
    const { categories = {}, audits = {} } = result?.lhr ?? {};
    const scores = CATEGORIES.map((id) => {
      const { score = null, auditRefs = [] } = categories[id] ?? {};
      const counted = auditRefs.filter(({ weight }) => weight > 0).flatMap((ref) => audits[ref.id] ?? []);
      const faults = counted.filter((one) => one.score !== null && one.score < 0.9);
      return { id, score, faults: faults.map(({ title }) => title) };
    });
    if (scores.every(({ score }) => score !== null)) return scores;
  }
  throw new Error(`Lighthouse could not measure ${path}.`);
}

test.each(PAGES)('%s has 100 in every category', { timeout: 120_000 }, async (path) => {
  expect((await scoresOf(path)).filter(({ score }) => score !== 1)).toEqual([]);
});
