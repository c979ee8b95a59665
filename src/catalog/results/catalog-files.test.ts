/** A catalog that is too long for a single document. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { manyHosts, manyListed } from '../../testing/listed.ts';
import { catalogView } from '../catalog.ts';
import type { Apart } from '../listed.ts';
import { catalogFiles, catalogJson, MOST_LISTED, siteIndex } from './downloads.ts';

const CATALOG_PATH = '/catalog.json';
const ORIGIN = 'https://catalog.example';
const AT = '2026-11-20T00:00:00.000Z';
const apart: Apart[] = manyHosts('apart', 1_200).map((target) => ({
  target,
  listingState: { state: 'refuses', since: AT, at: AT, by: undefined, message: 'it refuses' },
  last: undefined,
}));
const waiting = manyHosts('waiting', 30);

const indexSchema = z.object({
  pages: z.array(z.object({ url: z.string(), sites: z.int(), apart: z.int(), waiting: z.int() })),
});
const pageSchema = z.object({
  page: z.int(),
  next: z.string().nullable(),
  sites: z.array(z.unknown()),
  apart: z.array(z.unknown()),
  waiting: z.array(z.unknown()),
});

it('writes one document for up to 5,000 sites', () => {
  const all = manyListed(MOST_LISTED);
  const files = catalogFiles(catalogView(all, apart, waiting), ORIGIN);
  expect([...files.keys()]).toEqual([CATALOG_PATH]);
  expect(files.get(CATALOG_PATH)?.()).toBe(
    JSON.stringify(catalogJson(catalogView(all, apart, waiting), ORIGIN)),
  );
});

it('writes an index and pages above 5,000 sites, with every entry once and in order', () => {
  const all = manyListed(MOST_LISTED + 1);
  const files = catalogFiles(catalogView(all, apart, waiting), ORIGIN);
  const documents = [...files].map(([path, text]) => [path, JSON.parse(text())] as const);
  const [[, index], ...pages] = documents as [(typeof documents)[number], ...typeof documents];
  const {
    sites: _s,
    apart: _a,
    waiting: _w,
    ...head
  } = catalogJson(catalogView(all, apart, waiting), ORIGIN);
  const { pages: named, ...rest } = index;
  expect(rest).toEqual(head);
  const read = pages.map(([, page]) => pageSchema.parse(page));
  expect(indexSchema.parse(index).pages).toEqual(
    read.map((page, i) => ({
      url: `${ORIGIN}${pages[i]?.[0]}`,
      sites: page.sites.length,
      apart: page.apart.length,
      waiting: page.waiting.length,
    })),
  );
  expect(pages.map(([path]) => path)).toEqual([1, 2, 3, 4, 5, 6, 7].map((i) => `/catalog/${i}.json`));
  expect(read.map(({ next }) => next)).toEqual([
    ...named.slice(1).map(({ url }: { url: string }) => url),
    null,
  ]);
  for (const page of read)
    expect(page.sites.length + page.apart.length + page.waiting.length).toBeLessThanOrEqual(1_000);
  const whole = catalogJson(catalogView(all, apart, waiting), ORIGIN);
  for (const list of ['sites', 'apart', 'waiting'] as const)
    expect(read.flatMap((page) => page[list])).toEqual(whole[list]);
});

it('writes an index for many waiting sites, even if none is ranked', () => {
  const files = catalogFiles(catalogView([], [], manyHosts('waiting', MOST_LISTED + 1)), ORIGIN);
  expect(files.size).toBe(7);
});

it('writes an index for the service, without the fields that only downloads have', () => {
  const { sites: indexed, apart: told } = siteIndex(manyListed(2), apart.slice(0, 1), ORIGIN);
  const whole = catalogJson(catalogView(manyListed(2), apart.slice(0, 1)), ORIGIN);
  expect(told).toEqual(whole.apart);
  expect(whole.sites).toMatchObject(indexed);
  expect(indexed[0]).toMatchObject({
    host: 'site-0.example',
    scorecard_url: `${ORIGIN}/score/site-0.example`,
  });
  expect(Object.keys(indexed[0] ?? {})).not.toContain('results');
});
