/** The run, on real servers. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveNamedDemos } from '../app/demos.ts';
import { fileNameOf } from '../catalog/file-names.ts';
import { goodResult, mergeStored } from '../catalog/merge.ts';
import { Store } from '../catalog/store.ts';
import { AuditError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { CatalogTarget } from '../scorecard/record.ts';
import { standingOf } from '../scorecard/standing.ts';
import { smallSite, stallingSite } from '../testing/cli.ts';
import { BASE_URL, envelopeFor } from '../testing/envelopes.ts';
import { fileText, GENERATIONS, type Generation, type Json } from '../testing/generations.ts';
import { serveSite, type TestSite } from '../testing/serve.ts';
import { joinResults } from './join.ts';
import { rejudgeCatalog } from './rejudge.ts';
import { type RunOptions, runCatalog } from './run.ts';

const RESOLVER = 'http://127.0.0.1:9/dns-query';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'run-'));
  store = await openStore();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function openStore(): Promise<Store> {
  const opened = new Store({ results: join(folder, 'results'), recordings: join(folder, 'recordings') });
  await opened.open();
  return opened;
}

function targetOf(url: string): CatalogTarget {
  const { host } = new URL(url);
  return { host, name: host, description: 'A site for a test.', category: 'api', url };
}

function run(targets: readonly CatalogTarget[], more: Partial<RunOptions> = {}) {
  return runCatalog(targets, {
    store,
    concurrency: 4,
    limits: LIMITS,
    network: 'any',
    resolver: RESOLVER,
    baseUrl: BASE_URL,
    keepRecordings: false,
    ...more,
  });
}

const files = () => readdirSync(join(folder, 'results')).filter((name) => name.endsWith('.json'));
const bytesOf = (name: string) => readFileSync(join(folder, 'results', name), 'utf8');

/** A site that counts audits of it that are under way at the same time; each asks for its root first. */
async function countingSite(): Promise<TestSite & { readonly roots: () => number }> {
  let roots = 0;
  const site = await serveSite({
    '/': (request, response) => {
      if (request.headers.accept?.includes('text/html') === true) roots += 1;
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Counted</title><h1>Counted</h1>');
    },
  });
  return Object.assign(site, { roots: () => roots });
}

describe('the run', () => {
  it('audits one host of a domain at a time, and other domains beside it', async () => {
    const hosts = ['a.one.example', 'b.one.example', 'two.example', 'c.one.example', 'three.example'];
    const running = new Set<string>();
    const together: string[][] = [];
    const outcomes = await run(
      hosts.map((host) => ({ ...targetOf('https://x.example'), host, url: `https://${host}/` })),
      {
        runAudit: async ({ target }) => {
          running.add(target.name);
          together.push([...running]);
          await sleep(20);
          running.delete(target.name);
          throw new AuditError('target_unreachable', 'down');
        },
      },
    );
    expect(outcomes.map(({ host }) => host).sort()).toEqual([...hosts].sort());
    const ofOne = (names: readonly string[]) => names.filter((name) => name.endsWith('one.example'));
    expect(together.map((names) => ofOne(names).length).filter((count) => count > 1)).toEqual([]);
    expect(Math.max(...together.map(({ length }) => length))).toBe(3);
  });

  it('stores a scorecard as it is served from the catalog, and says what became of each target', async () => {
    await using site = await smallSite();
    const target = targetOf(site.url);
    const [first] = await run([target]);
    expect(first).toMatchObject({ host: target.host, outcome: 'scored', change: null });
    const { latest, history, previous } = await store.read(target.host);
    expect(latest).toMatchObject({
      tier: 'cache',
      target: target.host,
      freshness: { cached: true },
      scorecard: { public_listing: true },
    });
    expect(history).toHaveLength(1);
    const [second] = await run([target]);
    expect(second).toMatchObject({ outcome: 'unchanged' });
    expect(previous).toBeNull();
    expect((await store.read(target.host)).previous).toBeNull();
  });

  it('keeps the good result of a target that cannot be reached any more, and goes on', async () => {
    const site = await smallSite();
    await using other = await smallSite();
    const targets = [targetOf(site.url), targetOf(other.url)];
    await run(targets);
    await site[Symbol.asyncDispose]();
    const outcomes = await run(targets);
    expect(Object.fromEntries(outcomes.map(({ host, outcome }) => [host, outcome]))).toEqual({
      [new URL(site.url).host]: 'failed',
      [new URL(other.url).host]: 'unchanged',
    });
    const stored = await store.read(new URL(site.url).host);
    expect(stored.latest).not.toBeNull();
    expect(stored.failure).toMatchObject({ kind: 'target_unreachable' });
  });

  it('stores that a site refuses the auditor, since when and by what, beside its last good result', async () => {
    await using site = await smallSite();
    const target = targetOf(site.url);
    await run([target]);
    const before = await store.read(target.host);
    const details = { wall: 'a wall\u001b[31m of the test', evidence: '/ -> 403', requests: 3 };
    const runAudit = async () => {
      throw new AuditError('target_blocked', `${target.host} refuses the auditor.`, { details });
    };
    const [outcome] = await run([target], { runAudit });
    expect(outcome).toMatchObject({ outcome: 'failed', kind: 'target_blocked' });
    const first = await store.read(target.host);
    expect(first).toEqual({ ...before, failure: expect.anything() });
    expect(first.failure).toMatchObject({ kind: 'target_blocked', by: 'a wall of the test' });
    expect(first.failure?.since).toBe(first.failure?.at);
    await run([target], { runAudit });
    const second = await store.read(target.host);
    expect(second.failure?.since).toBe(first.failure?.since);
    expect(standingOf(second)).toMatchObject({ state: 'refuses', since: first.failure?.at });
    await run([target]);
    expect((await store.read(target.host)).failure).toBeNull();
  });

  it('asks a site whose owner declines for its robots.txt alone, and withdraws nothing from the store', async () => {
    let robots = '';
    await using site = await serveSite({
      '/': { type: 'text/html', body: '<!doctype html><title>Small</title><h1>Small</h1>' },
      '/robots.txt': (_request, response) => response.setHeader('content-type', 'text/plain').end(robots),
    });
    const target = targetOf(site.url);
    await run([target]);
    const before = await store.read(target.host);
    site.asked.length = 0;
    robots = 'User-agent: AgentReadinessAuditor\nDisallow: /';
    const [outcome] = await run([target]);
    expect(outcome).toMatchObject({ outcome: 'failed', kind: 'target_declined' });
    expect(site.asked).toEqual(['GET /robots.txt']);
    const stored = await store.read(target.host);
    expect(stored).toEqual({ ...before, failure: expect.anything() });
    expect(standingOf(stored)?.state).toBe('declined');
    robots = '';
    await run([target]);
    expect(standingOf(await store.read(target.host))).toBeUndefined();
  });

  it('does not store an audit that its deadline cut short', async () => {
    await using site = await stallingSite();
    const [outcome] = await run([targetOf(site.url)], { limits: { ...LIMITS, auditMs: 500 } });
    expect(outcome).toMatchObject({ outcome: 'failed', kind: 'audit_timeout' });
    const stored = await store.read(new URL(site.url).host);
    expect(stored).toMatchObject({ latest: null, history: [], failure: { kind: 'audit_timeout' } });
  });

  it('audits no site that is not public under the policy of the public catalog', async () => {
    await using site = await smallSite();
    const [outcome] = await run([targetOf(site.url)], { network: 'public' });
    expect(outcome).toMatchObject({ outcome: 'failed', kind: 'not_permitted' });
    expect(site.asked).toEqual([]);
  });

  it('audits as many at once as it was told, and no more', async () => {
    const sites = await Promise.all(Array.from({ length: 6 }, smallSite));
    const running = new Set<string>();
    let most = 0;
    await run(
      sites.map(({ url }) => targetOf(url)),
      {
        concurrency: 3,
        onStart: (host) => {
          running.add(host);
          most = Math.max(most, running.size);
        },
        onOutcome: ({ host }) => running.delete(host),
      },
    );
    expect(most).toBe(3);
    expect(files()).toHaveLength(6);
    await Promise.all(sites.map((site) => site[Symbol.asyncDispose]()));
  });

  it('beside another run asks no site twice, and loses nothing', async () => {
    const sites = await Promise.all(Array.from({ length: 5 }, countingSite));
    const targets = sites.map(({ url }) => targetOf(url));
    await run(targets.slice(0, 1));
    const before = sites.map(({ roots }) => roots());
    const perAudit = before[0] ?? 0;
    const runs = await Promise.all([run(targets), run(targets.toReversed(), { store: await openStore() })]);
    const done = runs.flat().filter(({ outcome }) => outcome === 'scored' || outcome === 'unchanged');
    expect(done.map(({ host }) => host).sort()).toEqual(targets.map(({ host }) => host).sort());
    expect(runs.flat().filter(({ outcome }) => outcome === 'skipped')).toHaveLength(5);
    expect(sites.map(({ roots }, i) => roots() - (before[i] ?? 0))).toEqual(sites.map(() => perAudit));
    expect(files()).toHaveLength(5);
    await Promise.all(sites.map((site) => site[Symbol.asyncDispose]()));
  });

  it('stores nothing of an audit that was interrupted', async () => {
    await using site = await stallingSite();
    const stop = new AbortController();
    const running = run([targetOf(site.url)], { signal: stop.signal });
    await site.stalled;
    stop.abort();
    await expect(running).rejects.toMatchObject({ kind: 'interrupted' });
    expect(files()).toEqual([]);
  });

  it('ends with one clear error where results cannot be written', async () => {
    const sites = await Promise.all(Array.from({ length: 3 }, smallSite));
    const targets = sites.map(({ url }) => targetOf(url));
    await run(targets);
    const before = files().map(bytesOf);
    // The folder turns into one that takes no files, whoever asks.
    const broken = new Store({ results: join(folder, 'results'), recordings: join('/proc', 'nothing') });
    await expect(run(targets, { store: broken, keepRecordings: true })).rejects.toThrow(
      /Cannot write to \/proc/,
    );
    expect(files().map(bytesOf)).toEqual(before);
    await Promise.all(sites.map((site) => site[Symbol.asyncDispose]()));
  });
});

describe('a folder with results of other versions', () => {
  const put = (generation: Generation, url: string, name = 'results') => {
    const { host } = new URL(url);
    const text = fileText(generation, { host });
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, `${fileNameOf(host)}.json`), text);
    return { text, file: JSON.parse(text) as Json };
  };
  const written = (url: string) =>
    JSON.parse(bytesOf(`${fileNameOf(new URL(url).host)}.json`)) as Record<string, unknown>;

  it('is audited anew without losing anything, and a newer one is left as it is', async () => {
    const sites = await Promise.all(GENERATIONS.map(() => smallSite()));
    const placed = sites.map(({ url }, i) => put(GENERATIONS[i] ?? 'first', url));
    const outcomes = await run(sites.map(({ url }) => targetOf(url)));
    for (const [i, { url }] of sites.entries()) {
      const outcome = outcomes.find(({ host }) => host === new URL(url).host);
      const { file } = placed[i] ?? put('first', url);
      if (GENERATIONS[i] === 'newer') {
        expect(outcome).toMatchObject({
          outcome: 'skipped',
          message: expect.stringContaining('newer version'),
        });
        expect(written(url)).toEqual(file);
        continue;
      }
      expect(outcome).toMatchObject({ outcome: 'scored', other_rules: true });
      const after = written(url);
      expect(after.previous).toEqual(file.latest);
      expect((after.history as Json[]).slice(0, 2)).toMatchObject(file.history as Json[]);
      expect(after.history).toHaveLength(3);
    }
    await Promise.all(sites.map((site) => site[Symbol.asyncDispose]()));
    const later = await run(sites.slice(0, 3).map(({ url }) => targetOf(url)));
    expect(later.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    for (const [i, { url }] of sites.slice(0, 3).entries())
      expect(written(url).previous).toEqual(placed[i]?.file.latest);
  });

  it('is joined with what shards have found, whichever side is the older', async () => {
    const url = 'http://127.0.0.1:1/';
    const { host } = new URL(url);
    const { file } = put('first', url, 'shard');
    {
      using claim = await store.waitForClaim(host);
      await claim.update((stored) => mergeStored(stored, goodResult(host, envelopeFor({ target: url }))));
    }
    const joined = () => joinResults(store, [join(folder, 'shard')]);
    expect(await joined()).toMatchObject([{ host, outcome: 'unchanged' }]);
    expect(written(url).previous).toEqual(file.latest);
    expect((written(url).history as Json[]).slice(0, 2)).toMatchObject(file.history as Json[]);
    const before = written(url);
    put('newer', url, 'shard');
    expect(await joined()).toMatchObject([{ host, outcome: 'skipped' }]);
    expect(written(url)).toEqual(before);
  });
});

describe('--rejudge', () => {
  it('gives the first judgement again where the rules are the same', async () => {
    await using site = await smallSite();
    const target = targetOf(site.url);
    await run([target], { keepRecordings: true });
    const [name = ''] = files();
    const before = bytesOf(name);
    const asked = site.asked.length;
    const outcomes = await rejudgeCatalog([target], { store, limits: LIMITS });
    expect(outcomes).toMatchObject([{ outcome: 'unchanged' }]);
    expect(bytesOf(name)).toBe(before);
    expect(site.asked).toHaveLength(asked);
  });

  it('judges a recording whose result was lost, and one whose result follows other rules', async () => {
    await using site = await smallSite();
    const target = targetOf(site.url);
    await run([target], { keepRecordings: true });
    const [name = ''] = files();
    const expected = await store.read(target.host);
    rmSync(join(folder, 'results', name));
    await rejudgeCatalog([target], { store, limits: LIMITS });
    expect((await store.read(target.host)).latest).toEqual(expected.latest);
    const at = expected.latest?.freshness.scored_at ?? '';
    const other = { ...envelopeFor({ target: site.url, scoredAt: at }) };
    {
      using claim = await store.waitForClaim(target.host);
      await claim.update((stored) => ({ ...stored, ...goodResult(target.host, other) }));
    }
    const [outcome] = await rejudgeCatalog([target], { store, limits: LIMITS });
    expect(outcome).toMatchObject({ outcome: 'scored' });
    const stored = await store.read(target.host);
    expect(stored.latest).toEqual(expected.latest);
    expect(stored.previous).toEqual(other);
  });

  it('leaves a result alone that is newer than the recording, or has none', async () => {
    await using site = await smallSite();
    const target = targetOf(site.url);
    const rejudge = () => rejudgeCatalog([target], { store, limits: LIMITS });
    expect(await rejudge()).toMatchObject([{ outcome: 'skipped' }]);
    await run([target], { keepRecordings: true });
    {
      using claim = await store.waitForClaim(target.host);
      const newer = envelopeFor({ target: site.url, scoredAt: '2999-01-01T00:00:00.000Z' });
      await claim.update((stored) => mergeStored(stored, goodResult(target.host, newer)));
    }
    const before = files().map(bytesOf);
    expect(await rejudge()).toMatchObject([{ outcome: 'skipped' }]);
    expect(files().map(bytesOf)).toEqual(before);
  });
});

describe('the demo sites', () => {
  it('are audited under their own names, with the verdicts that they have under their addresses', async () => {
    const { DEMO_SITES } = await import('../demo/index.ts');
    const { said } = await import('../demo/site.ts');
    await using demos = await serveNamedDemos();
    const targets = DEMO_SITES.map(
      ({ name }): CatalogTarget => ({
        host: `${name}.demo`,
        name,
        description: 'A demo site.',
        category: 'demo',
        demo: true,
      }),
    );
    await run(targets, { places: demos.places, network: 'public', keepRecordings: true });
    for (const { name, verdicts } of DEMO_SITES) {
      const { latest } = await store.read(`${name}.demo`);
      expect(latest).toMatchObject({ target: `${name}.demo`, target_url: `https://${name}.demo/` });
      expect(JSON.stringify(latest)).not.toContain('127.0.0.1');
      const different = latest?.scorecard.results.filter((result) => said(result) !== verdicts[result.id]);
      // An address has no DNS-AID records; a name may have them.
      expect(different?.map(({ id }) => id)).toEqual(['dns-aid']);
    }
    const outcomes = await rejudgeCatalog(targets, { store, limits: LIMITS });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(targets.map(() => 'unchanged'));
  });
});
