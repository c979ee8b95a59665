/** The browser of the tests, through playwright-core. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws Error of playwright where there is no browser */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await options());
}

export interface DebuggedBrowser extends AsyncDisposable {
  /** Where other programs drive it by the DevTools protocol, on loopback. */
  readonly port: number;
}

/** A browser that another program drives. @throws Error of playwright where there is no browser */
export async function launchDebugged(): Promise<DebuggedBrowser> {
  const { args, ...program } = await options();
  const profile = await mkdtemp(join(tmpdir(), 'agent-readiness-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...program,
    args: [...args, '--remote-debugging-port=0'],
  });
  // The first line of this file is the port that the browser has chosen.
  const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  return {
    port: Number(port),
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function options() {
  const { env, ...program } = await findBrowser();
  return { ...program, args: ARGS, env: { ...process.env, ...env } };
}

/** Everything that a browser complains of: refused by the policy, not found, thrown. Filled while the page is used. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      heard.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed';
    // Whoever leaves a page ends what it was still loading.
    if (why !== 'net::ERR_ABORTED') heard.push(`${request.url()}: ${why}`);
  });
  return heard;
}

export interface Stop {
  /** What has the focus, as an address within the page. */
  readonly path: string;
  /** Whether a sighted person sees that. */
  readonly visible: boolean;
}

/** Presses Tab until the focus is back where it began, and says where it stopped. */
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

/** What a person with a mouse can use on the page as it is now, as addresses within the page. */
export function usable(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(USABLE);
}

/** Text, not functions: nothing that a transform of the tests adds to code may reach the page. */
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
    // Of a group of radio buttons Tab reaches the chosen one; arrows reach the others.
    .filter((element) => element.type !== 'radio' || element.checked)
    .map(pathOf);
})()`;
