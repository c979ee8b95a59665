import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunOptions, runCli } from '../../../testing/cli.ts';
import { openMetrics } from '../../database/status.ts';
import type { Withdrawal } from '../../results/service-files.ts';
import type { RunDocument } from '../outcome.ts';
import type { CatalogDatabase, QueueStatus } from './database-tasks.ts';
import { runMain } from './main.ts';
import { outcomeLine, statusLine } from './report.ts';
import { catalogOfSites } from './testing/catalog.ts';

const dependencies = {
  openLive: () => Promise.reject(new Error('nothing is withdrawn here')),
  serveDemos: () => Promise.reject(new Error('no demo site is audited here')),
  openDatabase: () => Promise.reject(new Error('no database is opened here')),
  migrateDatabase: async () => ({ kind: 'catalog-migrated', from: 0, to: 1 }) as const,
};
const PROGRAM = 'npm run -s audit:catalog --';
const runCatalog = (args: readonly string[], env = {}, options: RunOptions = {}) =>
  runCli(args, {
    program: PROGRAM,
    env,
    main: (argv, context) => runMain(argv, context, dependencies),
    ...options,
  });

const { folder, sites, addTarget, args, results } = await catalogOfSites(6);
const hosts = () => sites.map(({ url }) => new URL(url).host).sort();

const run = (...more: string[]) => runCatalog(args(...more));

const documentOf = (stdout: string) => JSON.parse(stdout) as RunDocument;

describe('audit:catalog', () => {
  it.each([[undefined], [80]])(
    'prints one line for each target, then the counts (columns: %s)',
    async (columns) => {
      const { code, stdout, stderr } = await runCatalog(args(), {}, columns === undefined ? {} : { columns });
      const lines = stdout.trimEnd().split('\n');
      expect([code, lines.at(-1)]).toEqual([
        0,
        '6 targets audited: 6 scored, 0 unchanged, 0 failed, 0 skipped.',
      ]);
      expect(
        lines
          .slice(0, -1)
          .map((line) => line.split(/ +/)[1])
          .sort(),
      ).toEqual(hosts());
      expect(stderr.includes('6/6')).toBe(columns !== undefined);
      expect(stderr).not.toContain('scored');
      expect(Object.keys(results()).sort()).toEqual(hosts());
    },
  );

  it('says how sites on a private network are audited', async () => {
    const { stdout } = await run('--network', 'public');
    expect(stdout).toContain(
      'is not the name of a public site. To audit sites on a private network, pass --network any.',
    );
  });

  it('audits demo sites with --demo, and the other sites without it', async () => {
    const demo = {
      host: 'shop.demo',
      name: 'Shop',
      description: 'A demo site.',
      category: 'demo',
      demo: true,
    };
    writeFileSync(
      join(folder, 'targets', 'shop.demo.json'),
      JSON.stringify({ ...demo, url: 'https://shop.demo' }),
    );
    const planned = async (...more: string[]) =>
      documentOf((await run('--dry-run', '--json', ...more)).stdout).targets.map(({ host }) => host);
    expect(await planned('--demo')).toEqual(['shop.demo']);
    expect((await planned()).toSorted()).toEqual(hosts());
  });

  it('prints a single JSON document with --output json', async () => {
    const { stdout, stderr } = await run('--output', 'json', '--limit', '2');
    expect(stderr).toBe('');
    expect(documentOf(stdout)).toMatchObject({ kind: 'catalog-run', mode: 'audit', counts: { scored: 2 } });
  });

  it('sends no request and writes nothing with --dry-run', async () => {
    const asked = sites.map((site) => site.asked.length);
    const { stdout } = await run('--dry-run', '--json');
    expect(documentOf(stdout).counts).toMatchObject({ planned: 6, scored: 0 });
    expect(sites.map((site) => site.asked.length)).toEqual(asked);
    expect(readdirSync(folder)).toEqual(['targets']);
  });

  it('succeeds if one site is down, and fails if all are', async () => {
    addTarget('http://127.0.0.1:9');
    expect((await run('--json')).code).toBe(0);
    const down = await run('--only', '127.0.0.1:9');
    expect(down.code).toBe(69);
    expect(down.stdout).toContain('could not be reached');
  });

  it('refuses invalid arguments with exit code 2', async () => {
    for (const wrong of [
      ['--only', 'none.example'],
      ['--output', 'md'],
      ['--limit', '0'],
      ['extra'],
      ['run', 'extra'],
    ]) {
      expect([wrong, (await run(...wrong)).code]).toEqual([wrong, 2]);
    }
    expect((await runCatalog(args(), { AUDIT_LIMIT: 'x' })).code).toBe(78);
    expect((await runCatalog(['enque'])).stderr).toContain('Did you mean enqueue?');
  });

  it('audits nothing if npm consumed an option', async () => {
    const script = {
      npm_lifecycle_event: 'audit:catalog',
      npm_lifecycle_script: 'node scripts/audit-catalog.ts',
    };
    const { code, stderr } = await runCatalog(args(), { ...script, npm_config_limit: '2' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm run -s audit:catalog -- … --limit')]);
  });

  it('reports an unwritable folder before any request to a site', async () => {
    const asked = sites.map((site) => site.asked.length);
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await run('--results', join(folder, 'file', 'results'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: Cannot write to .*: part of the path is a file, not a folder\./);
    expect(sites.map((site) => site.asked.length)).toEqual(asked);
  });
});

it('names each scorecard that is dated in the future', () => {
  const dated_ahead = '2999-01-01T00:00:00.000Z';
  expect(
    outcomeLine({ host: 'a.example', outcome: 'unchanged', relative: 90, global: 80, dated_ahead }),
  ).toMatch(/a\.example .*; its scorecard dated 2999-01-01T00:00:00.000Z, after this audit, was replaced$/);
  expect(
    outcomeLine({ host: 'b.example', outcome: 'failed', kind: 'internal', message: 'why', dated_ahead }),
  ).toMatch(/b\.example .*; its scorecard dated 2999.* stays$/);
});

describe('the progress line', () => {
  it('fits the width of the terminal', () => {
    expect(statusLine(1, 9, ['a.example', 'b.example'], 80)).toBe('1/9  a.example, b.example');
    expect(statusLine(1, 9, ['a'.repeat(200)], 20)).toHaveLength(19);
  });
});

describe('a catalog in a database', () => {
  const env = { CATALOG_DATABASE: 'postgres://u:secret@127.0.0.1:1/catalog' };
  const status: QueueStatus = {
    kind: 'catalog-queue',
    targets: 9,
    demos: 6,
    results: 2,
    scorecards: 1,
    due: 3,
    oldest_due: new Date(1_500),
    waiting: 1,
    again: 0,
    running: 1,
    done: 1,
    per_hour: 6,
    expected_end: new Date(1_800_000),
    failed: { target_unreachable: 2 },
    dead: 1,
    workers: [
      { machine: 'one', pid: 7, since: new Date(0), heartbeat: new Date(2_000), live: true },
      { machine: 'a "b"\\', pid: 8, since: new Date(0), heartbeat: new Date(1_000), live: false },
    ],
    now_running: [{ host: 'one.example', since: new Date(0) }],
    failures: [{ host: 'two.example', at: new Date(0), message: 'why\u001b[2J' }],
  };
  const database = {
    status: async () => status,
    metrics: async () => openMetrics(status),
    withdraw: async ({ host }: Withdrawal) => (host === 'gone.example' ? 'earlier' : 'removed'),
    importFiles: async ({ dryRun = false }) => ({
      kind: 'catalog-moved',
      dry_run: dryRun,
      needs_yes: true,
      targets: 75,
      results: 0,
      removed: Array.from({ length: 12 }, (_, i) => `site-${i}.example`),
      skipped_withdrawn: ['gone.example'],
    }),
    exportFiles: async () => ({
      kind: 'catalog-moved',
      targets: 78,
      results: 72,
      scorecards: 1,
      other_files: 2,
    }),
    enqueue: async ({ dryRun }: { dryRun: boolean }) => ({
      kind: 'catalog-enqueued',
      due: 3,
      put: dryRun ? 0 : 2,
      dry_run: dryRun,
    }),
    [Symbol.asyncDispose]: async () => undefined,
  } as unknown as CatalogDatabase;
  const withDatabase = (args: readonly string[], more = {}) =>
    runCli(args, {
      program: PROGRAM,
      env: { ...env, ...more },
      main: (argv, context) =>
        runMain(argv, context, { ...dependencies, openDatabase: async () => database }),
    });

  it('migrates without opening the catalog', async () => {
    const { stdout } = await runCatalog(['migrate'], env);
    expect(stdout).toBe('Created the tables and the queue.\n');
  });

  it.each([
    [
      {},
      0,
      'Not removed:\n  cached responses on Netlify, which expire after a minute (NETLIFY_AUTH_TOKEN and NETLIFY_SITE_ID are not set)',
    ],
    [
      { NETLIFY_AUTH_TOKEN: 'secret', NETLIFY_SITE_ID: 'x', NETLIFY_API_URL: 'http://127.0.0.1:9' },
      74,
      'Cannot purge the caches on Netlify: http://127.0.0.1:9',
    ],
  ])('withdraws the rows, and says what caches keep (%j)', async (netlify, code, says) => {
    const run = await withDatabase(['withdraw', 'a.example'], netlify);
    expect([run.code, run.stderr]).toEqual([code, '']);
    expect(run.stdout).toContain('Removed a.example:\n  its row in the list\n');
    expect(run.stdout).toContain(says);
    expect(run.stdout).not.toContain('secret');
  });

  it('says that a site was withdrawn earlier', async () => {
    const text = async (...more: string[]) =>
      (await withDatabase(['withdraw', 'gone.example', ...more])).stdout;
    expect(await text()).toMatch(/^gone\.example was withdrawn earlier\.\nNot removed:\n/);
    expect(await text('--why', 'Moved.')).toMatch(
      /^gone\.example was withdrawn earlier\. Its reason is replaced\.\n/,
    );
  });

  it('names the files of a withdrawn site, which it does not delete', async () => {
    const targets = join(folder, 'targets');
    const target = join(targets, 'a.example.json');
    writeFileSync(target, '{}');
    const { stdout } = await withDatabase(['withdraw', 'a.example', '--targets', targets]);
    expect(stdout).toContain(
      `Not removed:\n  ${target}: delete it, or a run without the database lists the site again\n`,
    );
    expect(readdirSync(targets)).toContain('a.example.json');
  });

  it.each([
    [
      [],
      /^Imported 75 targets and 0 results\. Removed 12 sites without a target file: site-0\.example, .*, site-9\.example and 2 more\. Skipped 1 site withdrawn earlier: gone\.example\.\n$/,
    ],
    [
      ['--dry-run'],
      /^Would import 75 .*\. Would remove 12 .*\. Would skip 1 .*\. To remove more than a tenth of the list, the import needs --yes\.\n$/,
    ],
  ])('names the sites that an import removes or skips (%j)', async (args, says) => {
    expect((await withDatabase(['import', ...args])).stdout).toMatch(says);
  });

  it('tells scorecards from failed audits, and names other files, after an export', async () => {
    expect((await withDatabase(['export'])).stdout).toBe(
      'Exported 78 targets and 72 results (1 scorecard, 71 sites with only failed audits). 2 files in the folders are not from the database, for example of withdrawn sites: export into empty folders.\n',
    );
  });

  it('prints the waiting, running and failed jobs as text and as JSON', async () => {
    expect((await withDatabase(['enqueue'])).stdout).toBe(
      '3 targets due, 2 added to the queue. 1 already had a job in the last day, waiting or abandoned: see status.\n',
    );
    expect((await withDatabase(['enqueue', '--dry-run'])).stdout).toBe(
      '3 targets due. Nothing was added to the queue (--dry-run).\n',
    );
    const { stdout } = await withDatabase(['status']);
    expect(stdout).toContain(
      '9 targets, 2 results stored (1 scorecard, 1 site with only failed audits). 3 due, the oldest since 1970-01-01T00:00:01.500Z. 6 demo sites are never due.\n1 waiting, 0 to retry, 1 running',
    );
    expect(stdout).toContain('6 done in the last hour; expected to finish at about 1970-01-01 00:30 UTC.');
    expect(stdout).toContain('Sites that failed in the last day: target_unreachable 2.');
    expect(stdout).toContain('worker  one 7  heartbeat 1970-01-01T00:00:02.000Z');
    expect(stdout).toContain('no heartbeat since 1970-01-01T00:00:01.000Z');
    expect(stdout).toContain('running  one.example  since 1970');
    expect(stdout).toMatch(/abandoned {2}two\.example {2}.*why/);
    expect(stdout).not.toContain('\u001b');
    expect(JSON.parse((await withDatabase(['status', '--json'])).stdout)).toMatchObject({ dead: 1, due: 3 });
  });

  it('prints the status as OpenMetrics', async () => {
    const { stdout } = await withDatabase(['status', '--format', 'openmetrics']);
    const samples = stdout.split('\n').filter((line) => !/^# (?:TYPE|HELP) audit_catalog_\w+ \S/.test(line));
    expect(samples).toEqual([
      'audit_catalog_targets 9',
      'audit_catalog_results 2',
      'audit_catalog_scorecards 1',
      'audit_catalog_due 3',
      'audit_catalog_oldest_due_timestamp_seconds 1.5',
      'audit_catalog_jobs{state="waiting"} 1',
      'audit_catalog_jobs{state="again"} 0',
      'audit_catalog_jobs{state="running"} 1',
      'audit_catalog_done_last_hour 6',
      'audit_catalog_done_last_day 1',
      'audit_catalog_failed{reason="target_unreachable"} 2',
      'audit_catalog_dead 1',
      'audit_catalog_workers 1',
      'audit_catalog_worker_heartbeat_timestamp_seconds{machine="one",pid="7"} 2',
      String.raw`audit_catalog_worker_heartbeat_timestamp_seconds{machine="a \"b\"\\",pid="8"} 1`,
      '# EOF',
      '',
    ]);
  });

  it.each([
    [['worker'], {}, 2, 'worker needs a catalog in a database.'],
    [
      ['export', '--dry-run'],
      env,
      2,
      '--dry-run is an option of run, add, withdraw, enqueue, import, not of export.',
    ],
    [['--rejudge'], env, 2, '--rejudge cannot be used with a database.'],
    [
      ['run', '--demo', '--keep-recordings'],
      env,
      2,
      '--demo and --keep-recordings cannot be used with a database.',
    ],
    [
      ['withdraw', 'a.example', '--why', 'Asked.'],
      {},
      2,
      '--why works only for a catalog in a database or on Netlify.',
    ],
    [['withdraw', 'a.example'], { NETLIFY_SITE_ID: 'x' }, 78, 'NETLIFY_AUTH_TOKEN and NETLIFY_SITE_ID'],
    [
      ['status'],
      { CATALOG_DATABASE: 'mysql://u:secret@x/y' },
      78,
      'CATALOG_DATABASE takes a PostgreSQL URL.',
    ],
    [['status', '--database', 'postgres://u:secret@['], {}, 2, '--database takes a PostgreSQL URL.'],
  ])('refuses %j before opening the database', async (args, variables, code, message) => {
    const run = await runCatalog(args, variables);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toContain('secret');
  });
});
