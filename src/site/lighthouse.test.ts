/** One page of each kind as Lighthouse sees it, on a phone with a slow network. */
import lighthouse from 'lighthouse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/servers.ts';
import { type DebuggedBrowser, launchDebugged } from './testing/browser.ts';
import { builtSite } from './testing/build.ts';
import { serveBuilt } from './testing/serve.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing'] as const;
const LEAST = 95;
/** How often a page is measured at most: a processor that is busy with other tests makes it look slow. */
const RUNS = 3;

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

test.each(['/', '/score', '/score/ready.demo', '/fix/llms-txt'])(
  `%s has ${LEAST} or more in every category`,
  { timeout: 120_000 },
  async (path) => {
    let low: readonly string[] = [];
    for (let run = 0; run < RUNS; run++) {
      low = await lowCategories(new URL(path, server.url).href);
      if (low.length === 0) break;
    }
    expect(low).toEqual([]);
  },
);

/** The categories that are below, each with its score and what takes from it. */
async function lowCategories(url: string): Promise<string[]> {
  const result = await lighthouse(url, {
    port: browser.port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    disableFullPageScreenshot: true,
  });
  if (result === undefined) throw new Error('Lighthouse gave no result.');
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  return CATEGORIES.flatMap((id) => {
    const { score = null, auditRefs = [] } = categories[id] ?? {};
    const points = Math.round((score ?? 0) * 100);
    if (points >= LEAST) return [];
    const faults = auditRefs
      .filter(({ weight }) => weight > 0)
      .flatMap(({ id }) => audits[id] ?? [])
      .filter(({ score }) => score !== null && score < 0.9);
    return [`${id} ${points}: ${faults.map(({ title }) => title).join(', ')}`];
  });
}
