import { expect, test } from 'vitest';
import { builtSite } from './testing/build.ts';
import { crawl } from './testing/crawl.ts';
import { grouped, invalidHtml } from './testing/invalid-html.ts';
import { serveBuilt } from './testing/serve.ts';

test('the HTML of every page is valid', async () => {
  await using server = await serveBuilt(await builtSite());
  const { pages } = await crawl(server.url, ['/']);
  expect(pages.length).toBeGreaterThan(80);
  expect(grouped(await invalidHtml(pages))).toEqual([]);
});
