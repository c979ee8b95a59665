/** Tests the pages of a list whose catalog changes between calls. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { catalogView } from '../../catalog/catalog.ts';
import { catalogJson } from '../../catalog/results/downloads.ts';
import { manyListed } from '../../testing/listed.ts';
import type { CatalogSite, Library, Scorecards } from '../api.ts';
import { callerAt } from '../caller.ts';
import type { ToolContext } from '../mcp/tool.ts';
import { indexedSites } from '../sites.ts';
import { listScorecards } from './list-scorecards.ts';

const ORIGIN = 'https://catalog.example';
const SCORES = [50, 90, 70, 70, 70, 10];
const SITES = catalogJson(
  catalogView(
    manyListed(SCORES.length).map(({ target, scored }, i) => {
      const relative = SCORES[i] ?? 0;
      return { target, scored: { ...scored, score: { relative, global: 100 - relative } } };
    }),
  ),
  ORIGIN,
).sites;

const APART = catalogJson(
  catalogView(
    [],
    [
      {
        target: {
          host: 'walled.example',
          name: 'Walled',
          description: 'A site of the test.',
          category: 'news',
        },
        listingState: {
          state: 'refuses',
          since: '2026-11-01T00:00:00.000Z',
          at: '2026-11-20T00:00:00.000Z',
          by: 'a wall <b>',
          message: 'it refuses',
        },
        last: undefined,
      },
    ],
  ),
  ORIGIN,
).apart;

function contextOf(sites: readonly CatalogSite[], apart = APART): ToolContext {
  return {
    library: {
      origin: ORIGIN,
      ...indexedSites(async () => ({ sites, apart })),
    } as Partial<Library> as Library,
    scorecards: {} as Scorecards,
    caller: callerAt('203.0.113.7'),
    signal: new AbortController().signal,
    onProgress: undefined,
  };
}

const pageSchema = z.object({
  total: z.number(),
  sites: z.array(z.object({ host: z.string() })),
  next_cursor: z.string().optional(),
});

async function page(sites: readonly CatalogSite[], args: Readonly<Record<string, unknown>>) {
  const { structured } = await listScorecards.call(args, contextOf(sites));
  const { total, sites: shown, next_cursor: cursor } = pageSchema.parse(structured);
  return { total, hosts: shown.map(({ host }) => host), cursor };
}

const host = (i: number) => `site-${i}.example`;

it('orders sites by the requested key, and equal scores by host', async () => {
  expect((await page(SITES, {})).hosts).toEqual([1, 2, 3, 4, 0, 5].map(host));
  expect((await page(SITES, { sort: 'global' })).hosts).toEqual([5, 0, 2, 3, 4, 1].map(host));
  expect((await page(SITES, { sort: 'host', min_score: 70 })).hosts).toEqual([1, 2, 3, 4].map(host));
});

it('neither skips nor repeats a site if one is removed or added between two pages', async () => {
  const first = await page(SITES, { limit: 3 });
  expect(first.hosts).toEqual([1, 2, 3].map(host));
  const next = { limit: 3, cursor: first.cursor };
  expect((await page(SITES, next)).hosts).toEqual([4, 0, 5].map(host));
  const less = SITES.filter((site) => site.host !== host(3) && site.host !== host(1));
  expect((await page(less, next)).hosts).toEqual([4, 0, 5].map(host));
  const [, best] = SITES;
  const more = [...SITES, ...(best === undefined ? [] : [{ ...best, host: 'new.example' }])];
  expect((await page(more, next)).hosts).toEqual([4, 0, 5].map(host));
});

it('returns no cursor on the last page', async () => {
  const { cursor } = await page(SITES, { limit: 5 });
  expect(await page(SITES, { limit: 5, cursor })).toEqual({ total: 6, hosts: [host(5)], cursor: undefined });
  expect(await page([], {})).toEqual({ total: 0, hosts: [], cursor: undefined });
});

it('lists sites that refuse the auditor separately, once, without ranking them', async () => {
  const call = (args: object) => listScorecards.call(args, contextOf(SITES));
  const { structured, text } = await call({ limit: 3 });
  expect(structured).toMatchObject({
    total: 6,
    apart: {
      refusing: 1,
      declined: 0,
      unreachable: 0,
      sites: [{ host: 'walled.example', state: 'refuses' }],
    },
  });
  expect(listScorecards.output.safeParse(structured).error).toBeUndefined();
  expect(text).toContain('Not ranked: 1 site refuses automated clients.');
  expect(text).toContain(
    '- walled.example has refused automated clients since 2026-11-01, by a wall &lt;b&gt;',
  );
  expect((await call({ category: 'api' })).structured).not.toHaveProperty('apart');
  expect((await call({ category: 'news' })).structured).toMatchObject({ total: 0, apart: { refusing: 1 } });
  expect((await call({ min_score: 1 })).structured).not.toHaveProperty('apart');
  const { next_cursor: cursor } = pageSchema.parse(structured);
  expect((await call({ limit: 3, cursor })).structured).not.toHaveProperty('apart');
});

it('uses at most 1 kB for each requested site', async () => {
  const [site] = SITES;
  const [apart] = APART;
  if (site === undefined || apart === undefined) throw new Error('The test has no sites');
  const many = <T extends { readonly host: string }>(one: T): T[] =>
    Array.from({ length: 200 }, (_, i) => ({ ...one, host: `${'long-name.'.repeat(6)}site-${i}.example` }));
  const context = contextOf(many({ ...site, description: 'What the site is for. '.repeat(7) }), many(apart));
  const { structured, text } = await listScorecards.call({ limit: 100 }, context);
  const content = [{ type: 'text', text }];
  expect(Buffer.byteLength(JSON.stringify({ structuredContent: structured, content }))).toBeLessThan(100_000);
});
