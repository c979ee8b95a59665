/** How fast Lighthouse finds the built site, on a phone with a slow network; `lighthouse.nightly.test.ts` holds it to the rest. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchDebugged } from '../site/testing/browser.ts';
import { LIGHTHOUSE_PAGES, lighthouseScores } from '../site/testing/lighthouse.ts';
import { serveBuilt } from '../site/testing/serve.ts';
import { makeBundles } from './bundles.ts';
import type { BenchRun, Measured } from './figures.ts';
import { table } from './measure.ts';

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
    const rows = [['page', 'performance']];
    let worst = 100;
    for (const path of smallest ? [LIGHTHOUSE_PAGES[0]] : LIGHTHOUSE_PAGES) {
      onRow(path);
      let best = 0;
      for (let run = 0; run < runs; run++) {
        const { href } = new URL(path, server.url);
        const [score] = await lighthouseScores(browser, href, ['performance']);
        best = Math.max(best, score?.points ?? 0);
      }
      worst = Math.min(worst, best);
      rows.push([path, `${best}`]);
    }
    return {
      text: `${table(rows)}\nAim: 95 or more; the best of ${runs} runs.\n`,
      figures: { 'performance, 100 / points': 100 / worst },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
