/** Takes the README's pictures in light and dark: `npm run pictures`, while `npm start` runs. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { AnsiUp } from 'ansi_up';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { docs } from '../../app/demo/docs.ts';
import { serveDemo } from '../../app/demo/server.ts';
import { INSTALLED_NAME } from '../../base/package.ts';
import { buildCli } from '../command-line/bundle.ts';
import { launchBrowser } from './browser.ts';

const FOLDER = fileURLToPath(new URL('../../../content/pictures/', import.meta.url));
const SCHEMES = ['light', 'dark'] as const;
/** The size of the terminal, in columns and lines; the rest is cut. */
const COLUMNS = 88;
const LINES = 29;

const run = promisify(execFile);
const [, , site = 'http://localhost:8888'] = process.argv;

const terminal = await terminalPage();
const browser = await launchBrowser();
try {
  await take(browser, 'terminal', { width: 860, height: 900 }, async (page) => {
    await page.setContent(terminal);
    return page.locator('figure').screenshot({ omitBackground: true });
  });
  await take(browser, 'scorecard', { width: 1100, height: 900 }, async (page) => {
    await page.goto(`${site}/score/docs.demo`);
    return page.screenshot();
  });
} finally {
  await browser.close();
}

/** Takes a picture in both schemes, at twice the size for sharp screens, in few colors for a small file. */
async function take(
  from: Browser,
  name: string,
  viewport: { width: number; height: number },
  shoot: (page: Page) => Promise<Buffer>,
): Promise<void> {
  for (const colorScheme of SCHEMES) {
    const context = await from.newContext({ viewport, colorScheme, deviceScaleFactor: 2 });
    const png = await shoot(await context.newPage());
    await context.close();
    const file = join(FOLDER, `${name}-${colorScheme}.png`);
    await writeFile(file, await sharp(png).png({ palette: true, colors: 32, effort: 10 }).toBuffer());
    process.stdout.write(`${file}\n`);
  }
}

async function terminalPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  try {
    await using demo = await serveDemo(docs);
    const address = demo.url.replace('127.0.0.1', 'localhost');
    await buildCli(folder);
    const { stdout } = await run(process.execPath, [join(folder, 'cli.js'), address, '--color'], {
      env: { ...process.env, COLUMNS: String(COLUMNS), AUDIT_RESOLVER: 'http://127.0.0.1:9/' },
    });
    const lines = stdout.split('\n');
    const ansi = new AnsiUp();
    ansi.use_classes = true;
    const shown = ansi.ansi_to_html(lines.slice(0, LINES).join('\n'));
    return frame(`<b>$</b> ${INSTALLED_NAME} ${address}\n${shown}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function frame(inside: string): string {
  return `<!doctype html>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; background: transparent }
  figure {
    margin: 0; padding: 18px 22px 0; width: max-content; border-radius: 10px; overflow: hidden;
    border: 1px solid light-dark(#dcd9ce, #2c3439);
    background: light-dark(#ffffff, #12171a); color: light-dark(#1b2320, #d6d8d2);
    font: 14px/1.42 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace;
  }
  pre { margin: 0; font: inherit; mask-image: linear-gradient(#000 88%, transparent) }
  .ansi-red-fg { color: light-dark(#b5362a, #f28b7d) }
  .ansi-green-fg { color: light-dark(#1f7a4d, #62c192) }
  .ansi-yellow-fg { color: light-dark(#94590b, #e3b05b) }
  .ansi-cyan-fg, .ansi-blue-fg { color: light-dark(#0d5c50, #71cdb8) }
  .ansi-bright-black-fg { color: light-dark(#57605b, #a4aca7) }
</style>
<figure><pre>${inside}</pre></figure>`;
}
