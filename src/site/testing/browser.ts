/** The browser of the tests, and functions that test its pages. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';

const MODULES = resolve(import.meta.dirname, '../../testing/nightly/node_modules');
const PACKAGE = join(MODULES, '@sparticuz/chromium/package.json');
const CACHE = join(MODULES, '.cache/chromium');
const run = promisify(execFile);
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws Error from playwright if there is no browser */
export async function launchBrowser(): Promise<Browser> {
  const { env, ...program } = await findBrowser();
  return chromium.launch({ ...program, args: ARGS, env: { ...process.env, ...env } });
}

/**
 * Finds the browser: the program at CHROME_PATH; otherwise on Linux (x64) Chromium from the packages that `npm run test:all`
 * installs; otherwise an installed Chrome.
 */
async function findBrowser(): Promise<Pick<LaunchOptions, 'executablePath' | 'channel' | 'env'>> {
  const { CHROME_PATH: named } = process.env;
  if (named !== undefined && named !== '') return { executablePath: named };
  const hasPackage = process.platform === 'linux' && process.arch === 'x64' && existsSync(PACKAGE);
  return hasPackage ? unpackedBrowser() : { channel: 'chrome' };
}

/** Unpacks Chromium from the registry once for each version, with its libraries and fonts. */
async function unpackedBrowser() {
  const manifest = readFileSync(PACKAGE, 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(CACHE, version);
  if (!existsSync(folder)) await unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** Several test files may unpack at once: each into its own folder, and the first to finish renames it. */
async function unpack(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const part = await mkdtemp(join(CACHE, 'part-'));
  // The package unpacks to TMPDIR, and unpacks its libraries only if it detects Lambda.
  const env = { ...process.env, TMPDIR: part, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
  await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: MODULES, env });
  await writeFile(join(part, 'fonts.conf'), fontConfiguration(folder));
  try {
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Uses only the fonts that came with the browser: the package's own configuration names a fixed folder. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
}

/** Collects a page's errors while it is used: policy violations, failed requests, exceptions. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      heard.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed';
    // Leaving a page aborts its pending requests.
    if (why !== 'net::ERR_ABORTED') heard.push(`${request.url()}: ${why}`);
  });
  return heard;
}

export interface Stop {
  /** The path of the focused element in the document tree. */
  readonly path: string;
  /** Whether the focus is visible. */
  readonly visible: boolean;
}

/** Presses Tab until the focus is back where it began, and returns its stops. */
export async function tabThrough(page: Page, most = 800): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop | null>(FOCUSED);
    if (stop === null || stop.path === stops[0]?.path) return stops;
    stops.push(stop);
  }
  throw new Error(`After ${most} times Tab the focus had not come round.`);
}

/** Returns the paths of all elements that a mouse can use now, in the document tree. */
export function usable(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(USABLE);
}

/** A string, not a function: a test transform must not add code to it. */
const PATH_OF = `const pathOf = (element) => {
  const parts = [];
  for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
    parts.unshift(at.tagName.toLowerCase() + ([...(at.parentElement?.children ?? [])].indexOf(at) + 1));
  }
  return parts.join(' ');
};`;

const FOCUSED = `(() => {
  ${PATH_OF}
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const style = getComputedStyle(element);
  const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
  const box = element.getBoundingClientRect();
  const inView = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return { path: pathOf(element), visible: outlined && inView };
})()`;

const USABLE = `(() => {
  ${PATH_OF}
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
    // Tab reaches only the chosen radio button of a group; arrows reach the others.
    .filter((element) => element.type !== 'radio' || element.checked)
    .map(pathOf);
})()`;
