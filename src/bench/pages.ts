/** What Lighthouse makes of the built site in dist/site, on a phone with a slow network. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchDebugged } from '../site/testing/browser.ts';
import { LIGHTHOUSE_PAGES, lighthouseScores } from '../site/testing/lighthouse.ts';
import { serveBuilt } from '../site/testing/serve.ts';
import { table } from './measure.ts';

const SITE = resolve(import.meta.dirname, '../../dist/site');
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing'];
/** A page is measured this often, and its best score counts: a processor that is busy makes a page look slow. */
const RUNS = 3;

/**
 * The table of all pages.
 *
 * @throws Error where dist/site is not there
 */
export async function pagesTable(onRow: (what: string) => void): Promise<string> {
  if (!existsSync(join(SITE, 'score/ready.demo.html'))) {
    throw new Error('There is no site with the demo catalog in dist/site. Make it: npm start -- --once');
  }
  await using server = await serveBuilt(SITE);
  await using browser = await launchDebugged();
  const rows = [['page', ...CATEGORIES]];
  for (const path of LIGHTHOUSE_PAGES) {
    onRow(path);
    const best = new Map<string, number>();
    for (let run = 0; run < RUNS; run++) {
      for (const { id, points } of await lighthouseScores(
        browser,
        new URL(path, server.url).href,
        CATEGORIES,
      )) {
        best.set(id, Math.max(points, best.get(id) ?? 0));
      }
    }
    rows.push([path, ...CATEGORIES.map((id) => `${best.get(id) ?? 0}`)]);
  }
  return `${table(rows)}\nAim: 95 or more in every category; the best of ${RUNS} runs.\n`;
}
