/** What Lighthouse makes of the built site, on a phone with a slow network. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchDebugged } from '../site/testing/browser.ts';
import { LIGHTHOUSE_PAGES, lighthouseScores } from '../site/testing/lighthouse.ts';
import { serveBuilt } from '../site/testing/serve.ts';
import { makeBundles } from './bundles.ts';
import type { BenchRun, Measured } from './figures.ts';
import { table } from './measure.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing'];
/** A page is measured this often, and its best score counts: a processor that is busy makes a page look slow. */
const RUNS = 3;

export async function measurePages({ onRow, smallest }: BenchRun): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-pages-'));
  try {
    onRow('the build');
    const { site } = await makeBundles(folder);
    await using server = await serveBuilt(site);
    await using browser = await launchDebugged();
    const runs = smallest ? 1 : RUNS;
    const rows = [['page', ...CATEGORIES]];
    const worst = new Map(CATEGORIES.map((id) => [id, 100]));
    for (const path of smallest ? [LIGHTHOUSE_PAGES[0]] : LIGHTHOUSE_PAGES) {
      onRow(path);
      const best = new Map<string, number>();
      for (let run = 0; run < runs; run++) {
        const { href } = new URL(path, server.url);
        for (const { id, points } of await lighthouseScores(browser, href, CATEGORIES))
          best.set(id, Math.max(points, best.get(id) ?? 0));
      }
      for (const [id, points] of best) worst.set(id, Math.min(points, worst.get(id) ?? 0));
      rows.push([path, ...CATEGORIES.map((id) => `${best.get(id) ?? 0}`)]);
    }
    return {
      text: `${table(rows)}\nAim: 95 or more in every category; the best of ${runs} runs.\n`,
      figures: Object.fromEntries([...worst].map(([id, points]) => [`${id}, 100 / points`, 100 / points])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
