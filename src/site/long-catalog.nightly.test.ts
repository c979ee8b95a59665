/** A catalog in a database with more sites than a build writes: the function makes the other files from database rows. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placesOf } from '../app/store.ts';
import type { Stored } from '../audit/scorecard/record.ts';
import { byRank, catalogView } from '../catalog/catalog.ts';
import { openDatabase } from '../catalog/database/open.ts';
import { newCatalog, startPostgres, type TestPostgres } from '../catalog/database/testing/postgres.ts';
import { writeTargets } from '../catalog/database/testing/worked.ts';
import { type Apart, type Listed, scoredOf } from '../catalog/listed.ts';
import { goodResult, noteFailure, nothingStored } from '../catalog/results/merge.ts';
import { listedOf } from '../catalog/results/scored.ts';
import { builtFiles } from '../service/published.ts';
import { memoryStore } from '../service/store.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import type { TestServer } from '../testing/servers.ts';
import { complaints, launchBrowser } from './testing/browser.ts';
import { serveBuilt } from './testing/serve.ts';

const SITES = 3_000;
const ROOT = resolve(import.meta.dirname, '../..');
const SITE = 'https://long.test';
const hostOf = (i: number) => `site-${i}.example`;
const run = promisify(execFile);

/** Every tenth site refuses the auditor, and every fiftieth waits; the others differ in their scores. */
function resultOf(i: number): Stored {
  const host = hostOf(i);
  if (i % 50 === 49) return nothingStored(host);
  const scoredAt = new Date(Date.UTC(2026, 10, 1) + i * 1000).toISOString();
  const envelope = envelopeFor({
    target: host,
    scoredAt,
    verdict: ({ id }) => ({ status: (id.length * 7 + i) % 13 < 6 ? 'pass' : 'absent', evidence: 'x' }),
  });
  const scored = goodResult(host, envelope);
  if (i % 10 !== 9) return scored;
  return noteFailure(scored, {
    at: '2026-11-20T00:00:00.000Z',
    kind: 'target_blocked',
    message: 'It refuses.',
  });
}

let folder: string;
let postgres: TestPostgres;
let server: TestServer;
const listed: Listed[] = [];
const apart: Apart[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'long-catalog-'));
  postgres = await startPostgres();
  const url = await newCatalog(postgres, 'long');
  const hosts = Array.from({ length: SITES }, (_, i) => hostOf(i));
  const [targets, results] = [join(folder, 'targets'), join(folder, 'results')];
  writeTargets(targets, hosts, 'https');
  {
    const options = { auditMs: 60_000, worker: false, onFault: () => undefined };
    await using database = await openDatabase(url, options);
    await database.importFiles({ targets, results });
    const targetOf = new Map((await database.targets()).map((target) => [target.host, target]));
    await pLimit(8).map(hosts, async (host, i) => {
      const stored = resultOf(i);
      const target = targetOf.get(host);
      if (stored.latest === null || target === undefined) return;
      await using held = await database.store.claim(host);
      await held?.update(() => stored);
      const known = listedOf(target, stored);
      if (known === undefined || known.latest === null) throw new Error(`${host} is not listed`);
      const { listingState, latest } = known;
      const scored = scoredOf(latest);
      if (listingState === undefined) listed.push({ target, scored });
      else apart.push({ target, listingState, last: scored });
    });
    // The figures must be old, because only then `enqueue` computes them again.
    await postgres.sql('long', "UPDATE catalog.figures SET at = now() - interval '2 hours'");
    await database.enqueue({ only: [], limit: 1, dryRun: false });
  }
  listed.sort(byRank);
  await build(url);
  const settings = {
    service: true,
    liveAudits: true,
    network: 'any',
    resolver: 'http://127.0.0.1:9/',
    database: url,
  } as const;
  const site = join(folder, 'site');
  const places = placesOf(settings, () => undefined, {
    store: async () => memoryStore(),
    published: builtFiles(site),
  });
  let caller = 0;
  const nextCaller = () => `198.51.${(caller >> 8) & 255}.${caller++ & 255}`;
  server = await serveBuilt(site, { settings, ...places, caller: nextCaller });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Builds in a separate process, as `npm run build` does. */
async function build(url: string): Promise<void> {
  const options = JSON.stringify({
    outDir: join(folder, 'site'),
    cacheDir: join(folder, 'cache'),
    logLevel: 'warn',
  });
  const script = `const { build } = await import('astro'); await build(${options});`;
  const { VITEST: _vitest, ...env } = process.env;
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: {
      ...env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      CATALOG_DATABASE: url,
      DATASET_URL: 'https://data.example/index.json',
      URL: SITE,
    },
    maxBuffer: 16 * 1024 * 1024,
  });
}

const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' };

async function textAt(path: string, headers: Record<string, string> = BROWSER): Promise<string> {
  const response = await fetch(server.url + path, { headers });
  expect(response.status, path).toBe(200);
  return await response.text();
}

const hostsIn = (html: string) => [...html.matchAll(/<span class="host">([^<]+)</g)].map(([, host]) => host);
const here = (url: string) => url.replace(SITE, '');

describe('the build', () => {
  it('has no file per site, and no list of all sites', async () => {
    const files = await readdir(join(folder, 'site'), { recursive: true });
    expect(files.filter((name) => /site-\d+\.example/.test(name))).toEqual([]);
    for (const name of ['catalog.csv', 'catalog', 'score/page/sites.json'])
      expect(files, name).not.toContain(name);
    expect((await readFile(join(folder, 'service/site-index.json'), 'utf8')).length).toBeLessThan(200);
  });

  it('links the dataset in partitions, and no missing file', async () => {
    const page = await textAt('/dataset');
    expect(page).toContain('<a href="https://data.example/index.json"');
    expect(page).not.toMatch(/\/dataset\/(?:verdicts|scores)/);
  });

  it('has the figures of all sites, and the first page of the ranking', async () => {
    const waiting = SITES - listed.length - apart.length;
    const { figures } = catalogView(listed, apart, Array.from({ length: waiting }) as never);
    const catalog = JSON.parse(await textAt('/catalog.json'));
    expect(catalog).toMatchObject({ counts: figures.counts, latest_audit: figures.latest });
    const { checks } = JSON.parse(await textAt('/checks.json'));
    for (const { id, rate } of checks)
      expect(rate, id).toMatchObject({ passed: figures.rates[id]?.passed, judged: figures.rates[id]?.base });
    const first = await textAt('/score');
    expect(first).toContain(`${listed.length} sites, ranked`);
    expect(hostsIn(first).slice(0, 250)).toEqual(listed.slice(0, 250).map(({ target }) => target.host));
  });
});

describe('the function', () => {
  it('continues the table to its end, each site once, as HTML and as Markdown', async () => {
    const found: (string | undefined)[] = [];
    let path: string | undefined = '/score';
    for (; path !== undefined; ) {
      const html: string = await textAt(path);
      const table = html.slice(html.indexOf('id="catalog"'), html.indexOf('</tbody>'));
      found.push(...hostsIn(table));
      const next = /<a href="([^"]+)" rel="next">/.exec(html)?.[1];
      if (next !== undefined) {
        const markdown = await textAt(`${next}.md`);
        expect(markdown.match(/\/score\/site-\d+\.example\/md/g)?.length).toBeGreaterThan(100);
      }
      path = next;
    }
    expect(found).toEqual(listed.map(({ target }) => target.host));
  });

  it('has every site in the pages of the catalog', async () => {
    const found: Record<string, string[]> = { sites: [], apart: [], waiting: [] };
    const { pages } = JSON.parse(await textAt('/catalog.json'));
    for (let url: string | null = pages[0].url; url !== null; ) {
      const page: Record<string, { host: string }[]> & { next: string | null } = JSON.parse(
        await textAt(here(url)),
      );
      for (const [name, hosts] of Object.entries(found))
        hosts.push(...(page[name] ?? []).map(({ host }) => host));
      url = page.next as string | null;
    }
    expect(found.sites).toEqual(listed.map(({ target }) => target.host));
    expect(found.apart).toEqual(apart.map(({ target }) => target.host).toSorted());
    expect(found.waiting).toHaveLength(SITES / 50);
  });

  it('has every page in the sitemaps', async () => {
    const locations = (xml: string) =>
      [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => here(url ?? ''));
    const index = await textAt('/sitemap.xml');
    expect(index).toContain('<sitemapindex');
    const found: string[] = [];
    for (const path of locations(index)) found.push(...locations(await textAt(path)));
    const sites = [...listed, ...apart].map(({ target }) => `/score/${target.host}`);
    expect(found.filter((path) => path.includes('.example')).toSorted()).toEqual(sites.toSorted());
    expect(found).toContain('/methodology');
  });

  it('searches by the start of a name, host or domain, by kind and score', async () => {
    const search = async (query: string) =>
      JSON.parse(await textAt(`/score/page/sites.json?${query}`)).map(([, host]: [string, string]) => host);
    expect(await search('q=Site-2999')).toEqual([]);
    expect(await search('q=site-2998')).toEqual(['site-2998.example']);
    expect(await search('q=%25')).toEqual([]);
    expect(await search('kind=none')).toEqual([]);
    const [best] = listed;
    const min = best?.scored.score.relative ?? 0;
    const bests = listed.filter(({ scored }) => scored.score.relative >= min).slice(0, 250);
    expect(await search(`kind=api&min=${min}`)).toEqual(bests.map(({ target }) => target.host));
  });

  it('filters the table by the typed text, and shows all sites after a reset', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const faults = complaints(page);
      const hosts = () => page.locator('#catalog tbody .host').allTextContents();
      const count = () => page.locator('#filters output').textContent();
      await page.goto(`${server.url}/score`);
      await page.locator('#filters input[name=q]').pressSequentially('site-2998');
      await expect.poll(hosts).toEqual(['site-2998.example']);
      expect(await count()).toBe('1 sites match');
      await page.goto(`${server.url}/score?q=site-299`);
      const found = listed.map(({ target }) => target.host).filter((host) => host.startsWith('site-299'));
      await expect.poll(hosts).toEqual(found);
      await page.locator('#filters input[name=q]').fill('nothing-like-this');
      await page.locator('#reset').click();
      await expect.poll(count).toBe(`${listed.length} sites`);
      expect(await hosts()).toEqual(listed.slice(0, 250).map(({ target }) => target.host));
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('serves the page and the feed of a site, and lists it in the tool', async () => {
    const host = listed[1234]?.target.host ?? '';
    expect(await textAt(`/score/${host}`)).toContain(`<h1>${host}`);
    expect(await textAt(`/score/${host}/changes.atom`)).toContain('first scorecard');
    const health = JSON.parse(await textAt('/health'));
    expect(health.catalog).toMatchObject({ sites: listed.length, refusing: apart.length });
    const call = (args: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_scorecards', arguments: args },
    });
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const response = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(
          call({ sort: 'newest', limit: 100, ...(cursor === undefined ? {} : { cursor }) }),
        ),
      });
      const text = await response.text();
      const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
      expect(result.structuredContent.total).toBe(listed.length);
      found.push(...result.structuredContent.sites.map((site: { host: string }) => site.host));
      cursor = result.structuredContent.next_cursor;
    } while (cursor !== undefined);
    const newest = listed.toSorted((a, b) => (a.scored.at < b.scored.at ? 1 : -1));
    expect(found).toEqual(newest.map(({ target }) => target.host));
  });

  it.each(['/score/page/x', '/catalog/1.json', '/catalog/ranked-x.json', '/sitemap/2.xml', '/sitemap/0.xml'])(
    'returns 404 for %s',
    async (path) => {
      expect((await fetch(server.url + path, { headers: BROWSER })).status).toBe(404);
    },
  );

  it('reads each page of a list with an index', async () => {
    const plan = await postgres.sql(
      'long',
      "EXPLAIN SELECT entry FROM catalog.listed WHERE state = 0 AND (relative, host) > (-50000, 'site-1.example') ORDER BY relative, host LIMIT 250",
    );
    expect(plan).toContain('listed_relative');
    expect(plan).not.toContain('Seq Scan');
  });
});
