import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { builtSite } from './build.ts';
import { HISTORIC, OF_OTHER_VERSIONS } from './catalog.ts';
import { type ServeOptions, serveBuilt } from './serve.ts';

export const COMPARISON = '/compare?t=ready.demo&t=neglected.demo';

export const KINDS: readonly string[] = [
  '/',
  '/score',
  '/score/ready.demo',
  '/score/broken.demo',
  '/score/broken.demo/evidence',
  '/score/broken.demo/fix',
  `/score/${HISTORIC}`,
  `/score/${OF_OTHER_VERSIONS.later}`,
  '/compare',
  '/dataset',
  COMPARISON,
  '/why-others-differ',
  '/checks',
  '/fix/llms-txt',
  '/fix/mcp-initialize',
  '/fix/on/nginx',
  '/principles',
  '/principles/p1',
  '/spec',
  '/methodology',
  '/about-the-auditor',
  '/pipeline',
  '/changes',
  '/mcp-skill',
  '/no-such-page',
];

interface Browsing {
  /** Opens a page of the built site with a new service. The server and the browser context end with the test. */
  readonly open: (path: string, options?: BrowserContextOptions, service?: ServeOptions) => Promise<Page>;
  /** Other resources that end with the test. */
  readonly opened: AsyncDisposable[];
}

export function browseBuilt(): Browsing {
  let browser: Browser;
  let folder: string;
  const opened: AsyncDisposable[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await builtSite();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
  });

  return {
    opened,
    async open(path, options = {}, service = {}) {
      const server = await serveBuilt(folder, service);
      opened.push(server);
      const context = await browser.newContext({ baseURL: server.url, ...options });
      opened.push(context);
      // Busy machines are slow.
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
  };
}
