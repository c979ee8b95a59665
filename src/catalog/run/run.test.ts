/** Tests runs whose audits are fake functions. Recordings are of a real site. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunAudit } from '../../audit/isolation/run-audit.ts';
import { runningHere } from '../../audit/isolation/run-job.ts';
import { listingStateOf } from '../../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { AuditError, type ErrorKind } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { smallSite } from '../../testing/cli.ts';
import { BASE_URL, envelopeFor } from '../../testing/envelopes.ts';
import { fileText, GENERATIONS, type Json } from '../../testing/generations.ts';
import { emptiedFolder } from '../../testing/shared.ts';
import { goodResult, mergeStored } from '../results/merge.ts';
import { fileNameOf, Store } from '../results/store.ts';
import { waitForClaim } from '../results/testing/claim.ts';
import { rejudgeCatalog } from './rejudge.ts';
import { type RunOptions, runCatalog } from './run.ts';

const RESOLVER = 'http://127.0.0.1:9/dns-query';

const folder = emptiedFolder('run');
let store: Store;

beforeEach(async () => {
  store = await openStore();
});

async function openStore(): Promise<Store> {
  const opened = new Store({ results: join(folder, 'results'), recordings: join(folder, 'recordings') });
  await opened.open();
  return opened;
}

function targetOf(url: string): ListedHost {
  const { host } = new URL(url);
  return { host, name: host, description: 'A site for a test.', category: 'api', url };
}

function run(targets: readonly ListedHost[], more: Partial<RunOptions> = {}) {
  return runCatalog(targets, {
    store,
    concurrency: 4,
    limits: LIMITS,
    network: 'any',
    resolver: RESOLVER,
    baseUrl: BASE_URL,
    keepRecordings: false,
    runAudit: finds,
    ...more,
  });
}

const files = () => readdirSync(join(folder, 'results')).filter((name) => name.endsWith('.json'));
const bytesOf = (name: string) => readFileSync(join(folder, 'results', name), 'utf8');

/** A fake audit in which every check passes. */
const finds: RunAudit = async ({ target, publicListing }) => {
  const envelope = envelopeFor({ target: target.name, scoredAt: new Date().toISOString() });
  const scorecard = { ...envelope.scorecard, public_listing: publicListing === true };
  return { envelope: { ...envelope, scorecard }, declined: false };
};

const fails =
  (kind: ErrorKind, details?: AuditError['details']): RunAudit =>
  async ({ target }) => {
    throw new AuditError(
      kind,
      `${target.name} ended with ${kind}.`,
      details === undefined ? {} : { quote: '/ -> 403', details },
    );
  };

const SITE = targetOf('https://site.example');
const sites = (count: number) =>
  Array.from({ length: count }, (_, i) => targetOf(`https://site${i}.example`));

describe('the run', () => {
  it('audits one host of a domain at a time, and other domains concurrently', async () => {
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

  it('stores a scorecard as the catalog serves it, and reports each outcome', async () => {
    const jobs: unknown[] = [];
    const runAudit: RunAudit = (job) => {
      jobs.push(job);
      return finds(job);
    };
    const [first] = await run([SITE], { runAudit });
    expect(first).toMatchObject({ host: SITE.host, outcome: 'scored', change: null });
    expect(jobs).toMatchObject([
      { publicListing: true, heedDecline: true, record: false, baseUrl: BASE_URL },
    ]);
    const { latest, history } = await store.read(SITE.host);
    expect(latest).toMatchObject({
      tier: 'cache',
      target: SITE.host,
      freshness: { cached: true },
      scorecard: { public_listing: true },
    });
    expect(history).toHaveLength(1);
    const [second] = await run([SITE]);
    expect(second).toMatchObject({ outcome: 'unchanged' });
    expect((await store.read(SITE.host)).previous).toBeNull();
  });

  it.each([
    ['target_unreachable', undefined],
    ['target_blocked', 'refuses'],
    ['target_declined', 'declined'],
  ] as const)(
    'keeps a good result if an audit ends with %s, reports why, and continues',
    async (kind, state) => {
      const targets = sites(2);
      await run(targets);
      const before = await store.read('site0.example');
      const ends = fails(kind, { wall: 'a wall\u001b[31m of the test', requests: 3 });
      const runAudit: RunAudit = (job) => (job.target.name === 'site0.example' ? ends : finds)(job);
      const outcomes = await run(targets, { runAudit });
      expect(outcomes.toSorted((a, b) => a.host.localeCompare(b.host))).toMatchObject([
        { host: 'site0.example', outcome: 'failed', kind },
        { host: 'site1.example', outcome: 'unchanged' },
      ]);
      const stored = await store.read('site0.example');
      const failure = expect.objectContaining({ kind, quote: '/ -> 403', by: 'a wall of the test' });
      expect(stored).toEqual({ ...before, failure });
      expect(listingStateOf(stored)?.state).toBe(state);
      await run(targets);
      expect((await store.read('site0.example')).failure).toBeNull();
    },
  );

  it('does not store an audit that was cut short', async () => {
    const runAudit: RunAudit = async (job) => {
      const { envelope, declined } = await finds(job);
      return { envelope: { ...envelope, cut_short: true }, declined };
    };
    const [outcome] = await run([SITE], { runAudit });
    expect(outcome).toMatchObject({ outcome: 'failed', kind: 'audit_timeout' });
    const stored = await store.read(SITE.host);
    expect(stored).toMatchObject({ latest: null, history: [], failure: { kind: 'audit_timeout' } });
  });

  it('audits only public sites under the public catalog’s policy', async () => {
    const runAudit = () => Promise.reject(new Error('it was audited'));
    const [outcome] = await run([targetOf('http://127.0.0.1:8080')], { network: 'public', runAudit });
    expect(outcome).toMatchObject({ outcome: 'failed', kind: 'not_permitted' });
  });

  it('runs at most the configured number of audits at once', async () => {
    const running = new Set<string>();
    let most = 0;
    await run(sites(6), {
      concurrency: 3,
      onStart: (host) => {
        running.add(host);
        most = Math.max(most, running.size);
      },
      onOutcome: ({ host }) => running.delete(host),
    });
    expect(most).toBe(3);
    expect(files()).toHaveLength(6);
  });

  it('audits no site twice while another run is active, and loses no results', async () => {
    const targets = sites(5);
    const audited: string[] = [];
    const runAudit: RunAudit = async (job) => {
      audited.push(job.target.name);
      await sleep(5);
      return finds(job);
    };
    // The store is opened before both runs, so that they start together. A later run would correctly audit the site again.
    const store = await openStore();
    const runs = await Promise.all([
      run(targets, { runAudit, concurrency: 1 }),
      run(targets.toReversed(), { runAudit, concurrency: 1, store }),
    ]);
    expect(audited.toSorted()).toEqual(targets.map(({ host }) => host));
    const outcomes = runs.flat().map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual([...Array(5).fill('scored'), ...Array(5).fill('skipped')]);
    expect(files()).toHaveLength(5);
  });

  it.each([
    { how: 'replaced', runAudit: finds, outcome: 'unchanged' },
    { how: 'kept, and the failure noted', runAudit: fails('target_unreachable'), outcome: 'failed' },
  ])(
    'audits and names a site whose scorecard is dated in the future, and $how',
    async ({ runAudit, outcome }) => {
      const ahead = '2999-01-01T00:00:00.000Z';
      {
        using claim = await waitForClaim(store, SITE.host);
        const envelope = envelopeFor({ target: SITE.host, scoredAt: ahead });
        await claim.update((stored) => mergeStored(stored, goodResult(SITE.host, envelope)));
      }
      expect(await run([SITE], { runAudit })).toMatchObject([{ outcome, dated_ahead: ahead }]);
      const { latest, failure, history } = await store.read(SITE.host);
      expect([latest?.freshness.scored_at === ahead, failure !== null, history.length]).toEqual(
        outcome === 'failed' ? [true, true, 1] : [false, false, 1],
      );
    },
  );

  it('dates a scorecard by the store’s clock if this machine’s is ahead', async () => {
    const earlier = await openStore();
    earlier.now = async () => new Date('2026-01-01T00:00:00.000Z');
    for (const outcome of ['scored', 'unchanged']) {
      const [told] = await run([SITE], { store: earlier });
      expect(told).toMatchObject({ outcome });
      expect(told).not.toHaveProperty('dated_ahead');
    }
    expect((await store.read(SITE.host)).latest?.freshness).toMatchObject({
      scored_at: '2026-01-01T00:00:00.000Z',
      refresh_after: '2026-01-02T00:00:00.000Z',
    });
  });

  it('stores nothing from an interrupted audit', async () => {
    const stop = new AbortController();
    const runAudit: RunAudit = async (job, { signal } = {}) => {
      stop.abort();
      expect(signal?.aborted).toBe(true);
      return fails('interrupted')(job);
    };
    await expect(run([SITE], { signal: stop.signal, runAudit })).rejects.toMatchObject({
      kind: 'interrupted',
    });
    expect(files()).toEqual([]);
  });

  it('ends with one clear error if results cannot be written', async () => {
    const targets = sites(3);
    await run(targets);
    const before = files().map(bytesOf);
    // Not even root can create this folder for recordings.
    const broken = new Store({ results: join(folder, 'results'), recordings: join('/proc', 'nothing') });
    const runAudit: RunAudit = async (job) => ({ ...(await finds(job)), recording: [new Uint8Array(1)] });
    await expect(run(targets, { store: broken, runAudit })).rejects.toThrow(/Cannot write to \/proc/);
    expect(files().map(bytesOf)).toEqual(before);
  });
});

it('audits sites again if another version wrote their results, and keeps those', async () => {
  const urls = GENERATIONS.map((generation) => `https://${generation}.example`);
  const nameOf = (url: string) => `${fileNameOf(new URL(url).host)}.json`;
  mkdirSync(join(folder, 'results'), { recursive: true });
  const placed = GENERATIONS.map((generation) => {
    const url = `https://${generation}.example`;
    const text = fileText(generation, { host: new URL(url).host });
    writeFileSync(join(folder, 'results', nameOf(url)), text);
    return JSON.parse(text) as Json;
  });
  const outcomes = await run(urls.map(targetOf));
  expect(outcomes).toMatchObject(urls.map(() => ({ outcome: 'scored', other_rules: true })));
  for (const [i, url] of urls.entries()) {
    const after = JSON.parse(bytesOf(nameOf(url))) as Json;
    expect(after.previous).toEqual(placed[i]?.latest);
    expect(after.history).toHaveLength(3);
  }
});

describe('--rejudge', () => {
  const here = runningHere();

  it('returns the same judgment if the rules are the same', async () => {
    await using site = await smallSite();
    const target = targetOf(site.url);
    await run([target], { keepRecordings: true, runAudit: here });
    const [name = ''] = files();
    const before = bytesOf(name);
    const asked = site.asked.length;
    const outcomes = await rejudgeCatalog([target], { store, limits: LIMITS, runAudit: here });
    expect(outcomes).toMatchObject([{ outcome: 'unchanged' }]);
    expect(bytesOf(name)).toBe(before);
    expect(site.asked).toHaveLength(asked);
  });

  it('judges a recording if its result is lost or follows other rules', async () => {
    await using site = await smallSite();
    const target = targetOf(site.url);
    await run([target], { keepRecordings: true, runAudit: here });
    const [name = ''] = files();
    const expected = await store.read(target.host);
    rmSync(join(folder, 'results', name));
    await rejudgeCatalog([target], { store, limits: LIMITS, runAudit: here });
    expect((await store.read(target.host)).latest).toEqual(expected.latest);
    const at = expected.latest?.freshness.scored_at ?? '';
    const other = { ...envelopeFor({ target: site.url, scoredAt: at }) };
    {
      using claim = await waitForClaim(store, target.host);
      await claim.update((stored) => ({ ...stored, ...goodResult(target.host, other) }));
    }
    const [outcome] = await rejudgeCatalog([target], { store, limits: LIMITS, runAudit: here });
    expect(outcome).toMatchObject({ outcome: 'scored' });
    const stored = await store.read(target.host);
    expect(stored.latest).toEqual(expected.latest);
    expect(stored.previous).toEqual(other);
  });

  it('keeps a result that is newer than its recording or has no recording', async () => {
    await using site = await smallSite();
    const target = targetOf(site.url);
    const rejudge = () => rejudgeCatalog([target], { store, limits: LIMITS, runAudit: here });
    expect(await rejudge()).toMatchObject([{ outcome: 'skipped' }]);
    await run([target], { keepRecordings: true, runAudit: here });
    {
      using claim = await waitForClaim(store, target.host);
      const newer = envelopeFor({ target: site.url, scoredAt: '2999-01-01T00:00:00.000Z' });
      await claim.update((stored) => mergeStored(stored, goodResult(target.host, newer)));
    }
    const before = files().map(bytesOf);
    expect(await rejudge()).toMatchObject([{ outcome: 'skipped' }]);
    expect(files().map(bytesOf)).toEqual(before);
  });
});
