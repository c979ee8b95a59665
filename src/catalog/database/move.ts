/** Moves a catalog between files and rows, byte for byte. Both directions can be repeated after an interruption. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { AuditError, FileError } from '../../base/errors.ts';
import { beginFile, isMissing, makeFolder } from '../../base/files.ts';
import { fileNameOf } from '../results/file-names.ts';
import { LAST_AUDITS } from '../results/last-audits.ts';
import { mergeAt } from '../results/merge.ts';
import { Store } from '../results/store.ts';
import { readTargets } from '../results/targets.ts';
import type { CatalogFolders, Moved } from '../run/command/database-tasks.ts';
import { auditedDomain, timesOf } from '../run/due.ts';
import { inTransaction } from './schema.ts';
import type { RowStore } from './store.ts';

/** Rows sent or read at once. Files may have 500 kB and are sent as text of twice that length, so this is 50 MB. */
const BATCH = 50;
/**
 * The name an export claims instead of a host. An export that was killed leaves a partial file, which the next one replaces.
 */
const EXPORT = '.export';

/**
 * Replaces the list of targets with that of the folder, and imports its results. If a target already has results, both are
 * merged.
 *
 * @throws AuditError for a file that this program did not write; everything before it is stored
 */
export async function importFiles(
  pool: Pool,
  rows: RowStore,
  { targets, results }: CatalogFolders,
): Promise<Moved> {
  const list = await readTargets(targets);
  const bodies = await Promise.all(list.map(({ host }) => bytesOf(targets, host)));
  await inTransaction(pool, async (client) => {
    await client.query('DELETE FROM catalog.targets WHERE host <> ALL($1)', [list.map(({ host }) => host)]);
    await client.query(
      `INSERT INTO catalog.targets SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])
         ON CONFLICT (host) DO UPDATE SET domain = excluded.domain, body = excluded.body`,
      [list.map(({ host }) => host), list.map(auditedDomain), bodies],
    );
  });
  const files = new Store({ results, recordings: results, dryRun: true });
  const hosts = await files.hosts();
  for (let start = 0; start < hosts.length; start += BATCH) {
    const batch = hosts.slice(start, start + BATCH);
    await importResults(pool, { rows, files, results }, batch);
  }
  return { kind: 'catalog-moved', targets: list.length, results: hosts.length };
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
      return { host, stored, body: await bytesOf(results, host), last, attempted, due };
    }),
  );
  const column = <T>(of: (one: (typeof read)[number]) => T) => read.map(of);
  // Returns the hosts that were inserted, and those whose row was already identical.
  const { rows: put } = await pool.query<{ host: string }>(
    `INSERT INTO catalog.results (host, body, last_at, last_of, attempted, due)
       SELECT * FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[])
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
  for (const { host, stored } of read.filter((one) => !done.has(one.host))) {
    await rows.update(host, (known) => mergeAt(now, known, stored));
  }
}

/**
 * Writes the list and the results as files. Files with the same bytes are not rewritten, and files unknown to the database
 * stay.
 *
 * @throws AuditError `io` while another export writes to the folder
 */
export async function exportFiles(pool: Pool, { targets, results }: CatalogFolders): Promise<Moved> {
  const files = new Store({ results, recordings: results });
  await files.open();
  using claim = files.claim(EXPORT);
  if (claim === undefined) throw new AuditError('io', `Another export is writing to ${results}.`);
  const written = {
    targets: await exportTable(pool, 'targets', targets),
    results: await exportTable(pool, 'results', results),
  };
  const { rows } = await pool.query<{ host: string; at: string; of: string }>(
    `SELECT host, last_at AS at, last_of AS of FROM catalog.results
      WHERE last_at IS NOT NULL AND body IS NOT NULL ORDER BY host COLLATE "C"`,
  );
  if (rows.length > 0) {
    const lines = rows.map(({ host, at, of }) => `${JSON.stringify({ host, at, of })}\n`).join('');
    await replace(join(results, LAST_AUDITS), Buffer.from(lines));
  }
  return { kind: 'catalog-moved', ...written };
}

async function exportTable(pool: Pool, table: 'targets' | 'results', folder: string): Promise<number> {
  await makeFolder(folder);
  let count = 0;
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ host: string; body: Buffer }>(
      `SELECT host, body FROM catalog.${table} WHERE body IS NOT NULL AND host COLLATE "C" > $1
        ORDER BY host COLLATE "C" LIMIT ${BATCH}`,
      [after],
    );
    for (const { host, body } of rows) await replace(join(folder, `${fileNameOf(host)}.json`), body);
    count += rows.length;
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.host;
  }
}

async function replace(path: string, body: Buffer): Promise<void> {
  const before = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw new FileError(`Cannot read ${path}`, error);
  });
  if (before?.equals(body) === true) return;
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body))
    throw new AuditError('io', `Cannot write ${path}: its row is not UTF-8.`);
  const file = await beginFile(path, { locked: true });
  await file.commit(text);
}

async function bytesOf(folder: string, host: string): Promise<Buffer> {
  const path = join(folder, `${fileNameOf(host)}.json`);
  return await readFile(path).catch((error: unknown) => {
    throw new FileError(`Cannot read ${path}`, error);
  });
}
