/** Both forms of the built site, and the auditor's verdict on their content negotiation. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { patternOf } from '../app/preview/site-rules.ts';
import { parseFrontMatter } from '../audit/parse/front-matter.ts';
import { parseSitemap } from '../audit/parse/sitemap.ts';
import { alternateOf } from '../service/incoming/negotiation.ts';
import type { TestServer } from '../testing/servers.ts';
import { builtSite } from './testing/build.ts';
import { serveBuilt } from './testing/serve.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const CURL = { accept: '*/*', 'user-agent': 'curl/8.14.1' };
const VARY = 'Accept, User-Agent';

let server: TestServer;
let pages: readonly string[];

beforeAll(async () => {
  server = await serveBuilt(await builtSite());
  const { text } = await ask('/sitemap.xml', {});
  const sitemap = parseSitemap({ body: Buffer.from(text), truncated: false }, 1e6);
  if (!sitemap.ok) throw new Error(sitemap.why);
  pages = sitemap.value.locations.map((location) => new URL(location).pathname);
});

afterAll(() => server[Symbol.asyncDispose]());

async function ask(path: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(new URL(path, server.url), { headers });
  const type = response.headers.get('content-type')?.split(';')[0];
  return {
    path,
    status: response.status,
    type,
    vary: response.headers.get('vary'),
    text: await response.text(),
  };
}

describe('every page', () => {
  it('is HTML with a link to its Markdown for a browser, and Markdown with its type for a command line', async () => {
    expect(pages.length).toBeGreaterThan(75);
    for (const path of pages) {
      const expected = { path, status: 200, vary: VARY };
      const html = await ask(path, BROWSER);
      expect(html).toMatchObject({ ...expected, type: 'text/html' });
      expect(html.text).toContain(`<link rel="alternate" type="text/markdown" href="${alternateOf(path)}"`);
      const markdown = await ask(path, CURL);
      expect(markdown).toMatchObject({ ...expected, type: 'text/markdown' });
      expect(parseFrontMatter(markdown.text)).toMatchObject({
        ok: true,
        value: { description: expect.stringMatching(/.{30}/) },
      });
    }
  });

  it('has Vary from a header rule, because browsers bypass the edge function', () => {
    const { headers } = z
      .object({ headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })) })
      .parse(parse(readFileSync(new URL('../../netlify.toml', import.meta.url), 'utf8')));
    const varying = headers.filter(({ values }) => values.Vary === VARY).map((rule) => patternOf(rule.for));
    expect(pages.filter((path) => !varying.some((pattern) => pattern.test(path)))).toEqual([]);
  });
});

it('the home page has the same Link header in both forms', async () => {
  const link = async (path: string) => (await fetch(new URL(path, server.url))).headers.get('link');
  expect(await link('/index.md')).toBe(await link('/'));
});
