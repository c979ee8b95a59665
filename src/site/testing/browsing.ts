/** The built site, open in a real browser for the tests of one file. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { neglected } from '../../demo/neglected.ts';
import { type ServedDemo, serveDemo } from '../../demo/server.ts';
import { runningHere } from '../../isolation/run-job.ts';
import type { TestServer } from '../../testing/servers.ts';
import { launchBrowser } from './browser.ts';
import { builtSite } from './build.ts';
import { serveBuilt } from './serve.ts';

interface Browsing {
  /** Where the site is served. */
  readonly url: string;
  /** A site that can be audited. */
  readonly demo: ServedDemo;
  /** Opens a page in a context of its own, which ends with the test. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Serves the built site and starts a browser before the tests of a file, and ends both after them. */
export function browseBuilt(): Browsing {
  let server: TestServer | undefined;
  let browser: Browser | undefined;
  let demo: ServedDemo | undefined;
  const opened: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await serveBuilt(await builtSite(), { runAudit: runningHere() });
    demo = await serveDemo(neglected);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    await demo?.close();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  });

  const started = () => {
    if (browser === undefined || server === undefined || demo === undefined)
      throw new Error('The tests have not begun.');
    return { browser, url: server.url, demo };
  };
  return {
    get url() {
      return started().url;
    },
    get demo() {
      return started().demo;
    },
    async open(path, options = {}) {
      const { browser, url } = started();
      const context = await browser.newContext({ baseURL: url, ...options });
      opened.push(context);
      // A busy machine takes its time.
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
  };
}
