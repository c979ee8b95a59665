/** Runs all tests of the service's stores against PostgreSQL, with two instances that have separate connections. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { getDeployStore } from '@netlify/blobs';
import { Pool } from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { neglected } from '../app/demo/neglected.ts';
import { serveDemo } from '../app/demo/server.ts';
import { bundleFunction } from '../app/deploy.ts';
import { type DeployedFunction, startFunction, toolCall } from '../app/testing/deployed.ts';
import type { Stored } from '../audit/scorecard/record.ts';
import { DEFAULT_QUOTA } from '../base/limits.ts';
import { openDatabase } from '../catalog/database/open.ts';
import { newCatalog, startPostgres } from '../catalog/database/testing/postgres.ts';
import { writeTargets } from '../catalog/database/testing/worked.ts';
import { goodResult, mergeStored } from '../catalog/results/merge.ts';
import { SITE_INDEX } from '../catalog/results/service-files.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { scratchFolder, shared } from '../testing/shared.ts';
import { AuditLimits } from './audit-allowance.ts';
import { type Caller, callerAt } from './caller.ts';
import { collectionsIn } from './collections.ts';
import { openForService } from './postgres.ts';
import { ReadLimit } from './read-limit.ts';
import type { ConditionalStore } from './store.ts';
import { serveBlobs } from './testing/blobs.ts';
import { smallBuild } from './testing/site.ts';

/** Enough for a busy machine; no test waits this long. */
const PATIENCE_MS = 60_000;

const postgres = shared(await startPostgres());
const faults: string[] = [];
const opened = (url: string, deadlineMs = PATIENCE_MS) =>
  openForService(url, ({ message }) => faults.push(message), deadlineMs).store;
const instances = vi.hoisted(() => ({ all: [] as ConditionalStore[], names: 0, calls: 0 }));

/** Returns an empty store with its own key prefix. Calls alternate between two instances. */
const emptyStore = vi.hoisted(() => (): ConditionalStore => {
  instances.names += 1;
  const own = `${instances.names}:`;
  const next = () => {
    instances.calls += 1;
    return instances.all[instances.calls % instances.all.length] as ConditionalStore;
  };
  return {
    read: (key) => next().read(own + key),
    write: (key, text, condition) => next().write(own + key, text, condition),
    remove: (key) => next().remove(own + key),
    keys: async (prefix) => (await next().keys(own + prefix)).map((key) => key.slice(own.length)),
    folders: (prefix) => next().folders(own + prefix),
  };
});
vi.mock('./store.ts', () => ({ memoryStore: emptyStore }));

beforeAll(async () => {
  const url = await newCatalog(postgres, 'catalog');
  instances.all.push(...[1, 2].map(() => opened(url)));
});

describe('the requirements of every store', async () => {
  await import('./store.test.ts');
});
describe('records', async () => {
  await import('./records.test.ts');
});
describe('the limits of audits', async () => {
  await import('./audit-allowance.test.ts');
});
describe('the expiry of records', async () => {
  await import('./expiry.test.ts');
});

/** Returns the limits of an instance with its own database connections. */
const limitsOn = (url: string) =>
  new AuditLimits(
    collectionsIn({ store: opened(url), now: Date.now, later: () => undefined, deadlineMs: PATIENCE_MS }),
    DEFAULT_QUOTA,
    Date.now,
  );
const CALLER = callerAt('198.51.100.7');
const outcomes = async (takes: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(takes);
  return settled.map((one) => (one.status === 'fulfilled' ? 'taken' : one.reason.code)).toSorted();
};
const FIVE_OF_TEN = [
  ...Array.from({ length: 5 }, () => 'audit_limit_reached'),
  ...Array.from({ length: 5 }, () => 'taken'),
];

it('gives five of ten concurrent audits to a caller of two instances', async () => {
  const url = await newCatalog(postgres, 'fresh');
  const all = [1, 2].map(() => limitsOn(url));
  const takes = Array.from({ length: 10 }, (_, i) => all[i % 2]?.takeOfCaller(CALLER) as Promise<unknown>);
  expect(await outcomes(takes)).toEqual(FIVE_OF_TEN);
});

describe('the read limit', () => {
  const readsOn = (url: string) => {
    const database = openForService(url, ({ message }) => faults.push(message), PATIENCE_MS);
    const { hashed } = collectionsIn({ store: database.store, now: Date.now, later: () => undefined });
    return new ReadLimit(
      () => performance.now(),
      async ({ key = '', network = '' }) => database.takeRead(await hashed(network), await hashed(key)),
      PATIENCE_MS,
    );
  };
  const passed = async (limits: readonly ReadLimit[], callers: readonly Caller[]) => {
    const states = await Promise.all(callers.map((caller, i) => limits[i % limits.length]?.take(caller)));
    return states.filter((state) => state?.allowed).length;
  };

  it('allows 60 reads to an address and 240 to a /48 over two instances', async () => {
    const url = await newCatalog(postgres, 'reads');
    const limits = [1, 2].map(() => readsOn(url));
    expect(await passed(limits, Array(100).fill(CALLER))).toBe(60);
    for (const limit of limits)
      expect(await limit.take(CALLER)).toMatchObject({ allowed: false, limit: 60, remaining: 0 });
    const clients = Array.from({ length: 300 }, (_, i) => callerAt(`2001:db8:1:${i % 10}::1`));
    expect(await passed(limits, clients)).toBe(240);
    const refused = await readsOn(url).take(callerAt('2001:db8:1:99::1'));
    expect(refused).toMatchObject({ allowed: false, limit: 240 });
    expect(await readsOn(url).take(callerAt('2001:db8:2::1'))).toMatchObject({
      allowed: true,
      remaining: 59,
    });
    expect(await postgres.sql('reads', 'SELECT count(*) FROM catalog.reads')).toBe('3\n');
    await postgres.sql(
      'reads',
      "UPDATE catalog.reads SET times = ARRAY(SELECT time - interval '1 min' FROM unnest(times) AS time)",
    );
    expect(await readsOn(url).take(CALLER)).toMatchObject({ allowed: true, remaining: 59 });
    // The new instance has removed the rows of the other callers.
    expect(await postgres.sql('reads', 'SELECT count(*) FROM catalog.reads')).toBe('1\n');
  });

  it('is counted by each instance separately while the database is down', async () => {
    const url = await newCatalog(postgres, 'unread');
    const limits = [1, 2].map(() => readsOn(url));
    await postgres.stop();
    expect(await passed(limits, Array(200).fill(CALLER))).toBe(120);
    await postgres.restart();
  });
});

it('works with the tables of a newer version, as after a rollback', async () => {
  const url = await newCatalog(postgres, 'newer');
  await opened(url).write('k', 'one', 'new');
  await postgres.sql('newer', 'UPDATE catalog.version SET version = 99');
  expect(await opened(url).read('k')).toMatchObject({ text: 'one' });
});

it('reports an outage to callers and its cause to the log, and loses no data', async () => {
  const url = await newCatalog(postgres, 'interrupted');
  const [one, other] = [limitsOn(url), limitsOn(url)];
  for (const allowance of [one, other]) await allowance.takeOfCaller(CALLER);
  await postgres.stop();
  const before = faults.length;
  const refused = { code: 'service_unavailable', retryAfterS: 30 };
  for (const allowance of [one, other, limitsOn(url)])
    await expect(allowance.takeOfCaller(CALLER)).rejects.toMatchObject(refused);
  expect(new Set(faults.slice(before))).toEqual(
    new Set(['Cannot use the database: no server responds at its host and port.']),
  );
  await postgres.restart();
  const takes = Array.from({ length: 5 }, (_, i) => (i % 2 === 0 ? one : other).takeOfCaller(CALLER));
  expect(await outcomes(takes)).toEqual([
    'audit_limit_reached',
    'audit_limit_reached',
    'taken',
    'taken',
    'taken',
  ]);
});

it('abandons a statement that gets no response, and its connection', async () => {
  const url = await newCatalog(postgres, 'locked');
  const store = opened(url, 1_000);
  // On a busy machine, a connection may take longer.
  const patiently = <T>(work: () => Promise<T>) => vi.waitFor(work, { timeout: PATIENCE_MS });
  await patiently(() => store.write('k', 'one', 'new'));
  await using pool = Object.assign(new Pool({ connectionString: url }), {
    [Symbol.asyncDispose]: () => pool.end(),
  });
  const client = await pool.connect();
  await client.query('BEGIN; LOCK TABLE catalog.service_entries');
  await expect(store.read('k')).rejects.toThrow('Cannot use the database');
  await client.query('ROLLBACK');
  client.release();
  expect(await patiently(() => store.read('k'))).toMatchObject({ text: 'one' });
});

describe('the deployed function with a database', async () => {
  const root = scratchFolder('agent-readiness-database');
  const built = shared(await smallBuild());
  const blobs = shared(await serveBlobs());
  const LISTED = 'listed.example';

  beforeAll(async () => {
    await symlink(join(built.site, '..'), join(root, 'dist'));
    await bundleFunction(join(root, 'dist/service'));
    vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context);
    const index = { sites: [{ host: LISTED }], apart: [], made_on_request: true };
    await getDeployStore().set(SITE_INDEX, JSON.stringify(index));
    vi.unstubAllEnvs();
  });

  it('shares results and limits between two instances, and shows the results of a run', async () => {
    const url = await newCatalog(postgres, 'deployed');
    const env = { NETLIFY_BLOBS_CONTEXT: blobs.context, CATALOG_DATABASE: url, METRICS_TOKEN: 'secret' };
    using one = await startFunction(root, env);
    using other = await startFunction(root, env);
    let calls = 0;
    const scored = async ({ ask }: DeployedFunction, target: string) => {
      calls += 1;
      return JSON.parse((await ask('/mcp', toolCall('score_cli', { target }))).text).result.structuredContent;
    };
    await using demo = await serveDemo(neglected);
    // On a busy machine, an audit may be cut short. Such a result is not stored.
    const complete = async () => {
      const scorecard = await scored(one, demo.url);
      expect(scorecard.cut_short).toBeUndefined();
      return scorecard;
    };
    expect(await vi.waitFor(complete, { timeout: 200_000 })).toMatchObject({ tier: 'live' });
    expect(await scored(other, demo.url)).toMatchObject({ tier: 'cache' });
    const keys = await postgres.sql(
      'deployed',
      "SELECT split_part(key, '/', 1) FROM catalog.service_entries",
    );
    expect([...new Set(keys.trim().split('\n'))].toSorted()).toEqual([
      'allowance',
      'ceiling',
      'domain',
      'ends',
      'live',
      'salt',
    ]);
    expect(await postgres.sql('deployed', 'SELECT cardinality(times) FROM catalog.reads')).toBe(`${calls}\n`);

    const files = join(root, 'catalog');
    const folders = { targets: join(files, 'targets'), results: join(files, 'results') };
    writeTargets(folders.targets, [LISTED], 'https');
    await using database = await openDatabase(url, {
      auditMs: 60_000,
      worker: false,
      onFault: () => undefined,
    });
    await database.importFiles(folders);
    const audited = async (found: Stored) => {
      await using claim = await database.store.claim(found.host);
      expect(await claim?.update((stored) => mergeStored(stored, found))).toBe(true);
    };
    const scoredAt = async () =>
      JSON.parse((await one.ask(`/score/${LISTED}/json`)).text).freshness?.scored_at;
    for (const at of ['2027-02-01T00:00:00.000Z', '2027-02-02T00:00:00.000Z']) {
      await audited(goodResult(LISTED, envelopeFor({ target: LISTED, scoredAt: at })));
      expect(await scoredAt()).toBe(at);
    }

    const added = 'added.example';
    await database.add({
      host: added,
      name: 'Added',
      description: 'Listed after the build.',
      category: 'api',
    });
    await audited(goodResult(added, envelopeFor({ target: added })));
    expect(JSON.parse((await one.ask(`/score/${added}/json`)).text)).toMatchObject({ target: added });
    const scraped = await one.ask('/metrics', { headers: { authorization: 'Bearer secret' } });
    expect([scraped.status, scraped.text]).toEqual([200, await database.metrics()]);
    for (const host of [LISTED, added]) await database.withdraw({ host, why: 'Asked.', dryRun: false });
    for (const instance of [one, other])
      for (const host of [LISTED, added]) {
        const { status, text } = await instance.ask(`/score/${host}/json`);
        expect([host, status, JSON.parse(text).code]).toEqual([host, 410, 'withdrawn']);
      }

    await postgres.stop();
    const { status, text } = await other.ask('/score/nosuch.example/json');
    expect([status, JSON.parse(text).code]).toEqual([503, 'service_unavailable']);
    expect((await other.ask('/health')).status).toBe(200);
    await postgres.restart();
    expect(await scored(other, demo.url)).toMatchObject({ tier: 'cache' });
  });
});
