/** Copies a catalog between files and database rows, byte for byte. An interrupted import or export can be repeated. */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { AuditError, FileError } from '../../base/errors.ts';
import { beginFile, isMissing, makeFolder, syncFolder } from '../../base/files.ts';
import { LAST_AUDITS } from '../results/last-audits.ts';
import { mergeAt, nothingStored } from '../results/merge.ts';
import {
  DECLARED_PREFIX,
  LIVE_PREFIX,
  NAMED_PREFIX,
  WITHDRAWN_START,
  type Withdrawal,
  type Withdrawn,
  withdrawnText,
} from '../results/service-files.ts';
import { fileNameOf, hostsIn, Store } from '../results/store.ts';
import { readTargets, targetText } from '../results/targets.ts';
import type { CatalogFolders, Exported, Imported, ImportFolders } from '../run/command/database-tasks.ts';
import { auditedDomain, timesOf } from '../run/due.ts';
import { likeText } from './connect.ts';
import { putEntries, putListed, storeFigures } from './lists.ts';
import { inTransaction, packed, unpackedBytes } from './schema.ts';
import type { RowStore } from './store.ts';

/** The number of rows or results files in memory at once. A results file may take 500 kB. */
const BATCH = 50;
/** The number of targets sent to the database at once. A target takes about 0.5 kB. */
const TARGETS_BATCH = 1_000;
/** The maximum number of open files. A process may open only a few thousand. */
const OPEN_FILES = 64;
/** The fraction of the list of targets that an import may remove without `--yes`. */
const UNASKED_REMOVAL = 0.1;
/** The name that an export passes to `claim` instead of a host, so that only one export writes to a folder at a time. */
const EXPORT = '.export';

/**
 * Replaces the list of targets with the target files of a folder, and imports the results of these targets. If a target
 * already has results, the imported ones are merged into them. Targets not in the folder are removed with their results.
 * With `dryRun`, changes nothing.
 * @throws AuditError `not_permitted`, before any change, if more than a tenth of the list would be removed without `yes`
 * @throws AuditError `invalid_scorecard` if a results file is invalid; the new list and some results are already stored then
 */
export async function importFiles(
  pool: Pool,
  rows: RowStore,
  { targets, results, yes = false, dryRun = false }: ImportFolders,
): Promise<Imported> {
  const list = await readTargets(targets);
  const changed = await inTransaction(pool, async (client) => {
    await client.query(
      'CREATE TEMPORARY TABLE imported ON COMMIT DROP AS SELECT host, domain, demo, body FROM catalog.targets WITH NO DATA',
    );
    for (let start = 0; start < list.length; start += TARGETS_BATCH) {
      const batch = list.slice(start, start + TARGETS_BATCH);
      const bodies = await pLimit(OPEN_FILES).map(batch, ({ host }) => bytesOf(targets, host));
      await client.query(
        'INSERT INTO imported SELECT * FROM unnest($1::text[], $2::text[], $3::bool[], $4::bytea[])',
        [batch.map(({ host }) => host), batch.map(auditedDomain), batch.map(isDemo), bodies],
      );
    }
    const { rows: withdrawn } = await client.query<{ host: string }>(
      `DELETE FROM imported USING catalog.service_entries
        WHERE key = $1 || host AND starts_with(encode(service_entries.body, 'escape'), $2) RETURNING host`,
      [LIVE_PREFIX, WITHDRAWN_START],
    );
    // Without this lock, an import would also count targets that another import is removing.
    await client.query('LOCK TABLE catalog.targets IN SHARE ROW EXCLUSIVE MODE');
    const { rows: gone } = await client.query<{ host: string }>(
      'SELECT host FROM catalog.targets WHERE NOT EXISTS (SELECT FROM imported WHERE imported.host = targets.host) ORDER BY host',
    );
    const { rows: counts } = await client.query('SELECT count(*)::int AS listed FROM catalog.targets');
    const needsYes = gone.length > counts[0].listed * UNASKED_REMOVAL;
    if (needsYes && !yes && !dryRun) throw tooManyRemoved(gone.length, counts[0].listed, targets);
    const removed = gone.map(({ host }) => host);
    const hosts = {
      needs_yes: needsYes,
      removed,
      skipped_withdrawn: withdrawn.map(({ host }) => host).toSorted(),
    };
    if (dryRun) return hosts;
    await client.query('DELETE FROM catalog.targets WHERE host = ANY($1)', [removed]);
    await client.query('DELETE FROM catalog.results WHERE host = ANY($1)', [removed]);
    await client.query(
      `INSERT INTO catalog.targets (host, domain, demo, body) SELECT host, domain, demo, body FROM imported
         ON CONFLICT (host) DO UPDATE SET domain = excluded.domain, demo = excluded.demo, body = excluded.body`,
    );
    return hosts;
  });
  const files = new Store({ results, recordings: results, dryRun: true });
  const listed = new Set(list.map(({ host }) => host));
  for (const host of changed.skipped_withdrawn) listed.delete(host);
  const hosts = (await files.hosts()).filter((host) => listed.has(host));
  const counts = { targets: listed.size, results: hosts.length };
  const imported: Imported = { kind: 'catalog-moved', dry_run: dryRun, ...counts, ...changed };
  if (dryRun) return imported;
  for (let start = 0; start < hosts.length; start += BATCH) {
    const batch = hosts.slice(start, start + BATCH);
    await importResults(pool, { rows, files, results }, batch);
  }
  // The new list may change the name or category of sites without a results file, so their rows in `listed` are updated, too.
  const filed = new Set(hosts);
  const others = [...listed].filter((host) => !filed.has(host));
  for (let start = 0; start < others.length; start += BATCH)
    await relist(pool, rows, others.slice(start, start + BATCH));
  await storeFigures(pool);
  return imported;
}

/** Returns whether a target is a demo site. Workers do not audit demo sites. */
function isDemo({ demo }: ListedHost): boolean {
  return demo !== undefined;
}

function tooManyRemoved(gone: number, listed: number, folder: string): AuditError {
  return new AuditError(
    'not_permitted',
    `The import would remove ${gone} of the ${listed} sites in the database, with their results.`,
    {
      hint: `They are not in ${folder}; import --dry-run names them. If that is intended, pass --yes. Nothing was changed.`,
    },
  );
}

/**
 * Removes a site and everything stored about it, including the live service's data. Stores a record of the withdrawal, and
 * imports skip the site as long as this record exists. If the site was withdrawn before, a new reason replaces the earlier one.
 */
export function withdrawRow(pool: Pool, { host, why, dryRun }: Withdrawal): Promise<Withdrawn> {
  return inTransaction(pool, async (client) => {
    const keys = [
      `${LIVE_PREFIX}${host}`,
      `${DECLARED_PREFIX}%/${likeText(host)}`,
      `${NAMED_PREFIX}${likeText(host)}/%`,
    ];
    const { rows: entries } = await client.query<{ is_record: boolean }>(
      `SELECT key = $1 AND starts_with(encode(body, 'escape'), $4) AS is_record
         FROM catalog.service_entries WHERE key = $1 OR key LIKE $2 OR key LIKE $3`,
      [...keys, WITHDRAWN_START],
    );
    const { rowCount } = await client.query(
      'SELECT FROM catalog.targets WHERE host = $1 UNION ALL SELECT FROM catalog.results WHERE host = $1',
      [host],
    );
    if (rowCount === 0 && entries.length === 0) return 'nothing';
    const isNew = rowCount !== 0 || entries.some(({ is_record }) => !is_record);
    const withdrawn = isNew ? 'removed' : 'earlier';
    if (dryRun || (!isNew && why === undefined)) return withdrawn;
    await client.query('DELETE FROM catalog.targets WHERE host = $1', [host]);
    await client.query('DELETE FROM catalog.results WHERE host = $1', [host]);
    await client.query(
      'DELETE FROM catalog.service_entries WHERE key = $1 OR key LIKE $2 OR key LIKE $3',
      keys,
    );
    await client.query('INSERT INTO catalog.service_entries (key, body, etag) VALUES ($1, $2, $3)', [
      keys[0],
      Buffer.from(withdrawnText(why, new Date())),
      randomUUID(),
    ]);
    return withdrawn;
  });
}

/** Adds a site to the list, and deletes the record of its withdrawal, if any. Returns `false` if the site is already listed. */
export function addRow(pool: Pool, target: ListedHost): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'INSERT INTO catalog.targets (host, domain, demo, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [target.host, auditedDomain(target), isDemo(target), Buffer.from(targetText(target))],
    );
    await client.query(
      "DELETE FROM catalog.service_entries WHERE key = $1 AND starts_with(encode(body, 'escape'), $2)",
      [`${LIVE_PREFIX}${target.host}`, WITHDRAWN_START],
    );
    if (rowCount === 1) await putEntries(client, [{ target, stored: nothingStored(target.host) }]);
    return rowCount === 1;
  });
}

interface Places {
  readonly rows: RowStore;
  readonly files: Store;
  readonly results: string;
}

async function importResults(
  pool: Pool,
  { rows, files, results }: Places,
  hosts: readonly string[],
): Promise<void> {
  const read = await Promise.all(
    hosts.map(async (host) => {
      const stored = await files.read(host);
      const last = files.lastAudit(host);
      const { attempted, due } = timesOf(stored);
      return { host, stored, body: packed(await bytesOf(results, host)), last, attempted, due };
    }),
  );
  const column = <T>(of: (one: (typeof read)[number]) => T) => read.map(of);
  // The query returns the hosts whose row it inserted or found identical. All other hosts are merged below.
  const { rows: put } = await pool.query<{ host: string }>(
    `INSERT INTO catalog.results (host, body, last_at, last_of, attempted, due)
       SELECT * FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
       ON CONFLICT (host) DO UPDATE SET host = excluded.host
         WHERE (results.body, results.last_at, results.last_of)
           IS NOT DISTINCT FROM (excluded.body, excluded.last_at, excluded.last_of)
       RETURNING host`,
    [
      hosts,
      column(({ body }) => body),
      column(({ last }) => last?.at ?? null),
      column(({ last }) => last?.of ?? null),
      column(({ attempted }) => attempted),
      column(({ due }) => due),
    ],
  );
  const done = new Set(put.map(({ host }) => host));
  const now = (await rows.now()).toISOString();
  const merged = read.filter((one) => !done.has(one.host));
  for (const { host, stored } of merged) await rows.update(host, (known) => mergeAt(now, known, stored));
  await putListed(
    pool,
    read.filter((one) => done.has(one.host)).map(({ stored }) => stored),
  );
  await relist(
    pool,
    rows,
    merged.map(({ host }) => host),
  );
}

async function relist(pool: Pool, rows: RowStore, hosts: readonly string[]): Promise<void> {
  await putListed(pool, await Promise.all(hosts.map((host) => rows.read(host))));
}

/**
 * Writes the list of targets and their results to files. Does not change identical files, or files of other hosts.
 * @throws AuditError `io` if another export is writing to the folder
 */
export async function exportFiles(pool: Pool, { targets, results }: CatalogFolders): Promise<Exported> {
  const files = new Store({ results, recordings: results });
  await files.open();
  using claim = files.claim(EXPORT);
  if (claim === undefined) throw new AuditError('io', `Another export is writing to ${results}.`);
  const list = await exportTable(pool, 'targets', targets, (body, path) => {
    if (!isUtf8(body)) throw new AuditError('io', `Cannot write ${path}: its row is not UTF-8.`);
    return body;
  });
  const stored = await exportTable(pool, 'results', results, (body, _, host) => unpackedBytes(body, host));
  const { rows } = await pool.query<{ host: string; at: string; of: string }>(
    `SELECT host, last_at AS at, last_of AS of FROM catalog.results
      WHERE last_at IS NOT NULL AND body IS NOT NULL ORDER BY host`,
  );
  if (rows.length > 0) {
    const lines = rows.map(({ host, at, of }) => `${JSON.stringify({ host, at, of })}\n`).join('');
    await replace(join(results, LAST_AUDITS), Buffer.from(lines));
  }
  await Promise.all([targets, results].map(syncFolder));
  const counts = { targets: list.count, results: stored.count, scorecards: stored.scored };
  return { kind: 'catalog-moved', ...counts, other_files: list.others + stored.others };
}

/** Writes a table's rows to files. Returns how many rows there are, how many have a scorecard, and how many files have no row. */
async function exportTable(
  pool: Pool,
  table: 'targets' | 'results',
  folder: string,
  contentOf: (body: Buffer, path: string, host: string) => Buffer,
) {
  await makeFolder(folder);
  let [count, scored] = [0, 0];
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ host: string; body: Buffer; due?: Date | null }>(
      `SELECT * FROM catalog.${table} WHERE body IS NOT NULL AND host > $1
        ORDER BY host LIMIT ${BATCH}`,
      [after],
    );
    const outcomes = await Promise.allSettled(
      rows.map(async ({ host, body }) => {
        const path = join(folder, `${fileNameOf(host)}.json`);
        await replace(path, contentOf(body, path, host));
      }),
    );
    // If a file cannot be written, the other files of the batch are finished before the export ends.
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    scored += rows.filter(({ due = null }) => due !== null).length;
    count += rows.length;
    const last = rows.at(-1);
    if (last === undefined) return { count, scored, others: (await hostsIn(folder, '.json')).length - count };
    after = last.host;
  }
}

async function replace(path: string, content: Buffer): Promise<void> {
  const before = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw new FileError(`Cannot read ${path}`, error);
  });
  if (before?.equals(content) === true) return;
  const file = await beginFile(path, { locked: true, bulk: true });
  await file.commit(content);
}

async function bytesOf(folder: string, host: string): Promise<Buffer> {
  const path = join(folder, `${fileNameOf(host)}.json`);
  return await readFile(path).catch((error: unknown) => {
    throw new FileError(`Cannot read ${path}`, error);
  });
}
