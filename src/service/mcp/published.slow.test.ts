/**
 * Tests that resources are identical to the documents at their addresses on the built site. In JSON scorecards, the order of
 * members may differ, because scorecards of other versions are parsed first.
 */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { builtSite, SITE_ADDRESS } from '../../site/testing/build.ts';
import { serveBuilt } from '../../site/testing/serve.ts';
import { shared } from '../../testing/shared.ts';
import { addresses } from '../testing/addresses.ts';
import { post, request } from './testing/messages.ts';

// The documents outnumber the reads that one caller has in a minute.
const site = shared(await serveBuilt(await builtSite(), { caller: addresses() }));

async function call(method: string, params: unknown): Promise<unknown> {
  const response = await post(new URL('/mcp', site.url), { body: request(method, params) });
  return z.object({ result: z.unknown() }).parse(await response.json()).result;
}

const resourcesSchema = z.object({ resources: z.array(z.object({ uri: z.string() })) });
const contentsSchema = z.object({
  contents: z.tuple([z.object({ uri: z.string(), mimeType: z.string(), text: z.string() })]),
});

async function expectPublished(uri: string): Promise<void> {
  const { contents } = contentsSchema.parse(await call('resources/read', { uri }));
  const response = await fetch(uri.replace(SITE_ADDRESS, site.url));
  expect([uri, response.status]).toEqual([uri, 200]);
  expect(response.headers.get('content-type')).toContain(contents[0].mimeType);
  const { text } = contents[0];
  const published = await response.text();
  if (uri.endsWith('/json')) expect(JSON.parse(text)).toEqual(JSON.parse(published));
  else expect(text).toBe(published);
}

test('every document is identical to the published one', async () => {
  const { resources } = resourcesSchema.parse(await call('resources/list', {}));
  expect(resources.length).toBeGreaterThan(10);
  for (const { uri } of resources) await expectPublished(uri);
});

test('every scorecard and record is identical to the published one', async () => {
  const hosts = z.array(z.object({ host: z.string() }));
  const catalog = z
    .object({ sites: hosts, apart: hosts })
    .parse(await (await fetch(`${site.url}/catalog.json`)).json());
  expect(catalog.apart.length).toBeGreaterThan(0);
  for (const { host } of [...catalog.sites, ...catalog.apart])
    await expectPublished(`${SITE_ADDRESS}/score/${host}/md`);
  for (const { host } of catalog.sites) await expectPublished(`${SITE_ADDRESS}/score/${host}/json`);
});
