/**
 * A lock between processes: SQLite's lock on an empty database. The kernel releases it when the process ends, even in a crash.
 * A file with a process id would be worse: other processes would have to guess whether that process still runs, and two of
 * them could take the lock at once.
 */
import { DatabaseSync } from 'node:sqlite';
import { AuditError } from '../../base/errors.ts';

/** The error code SQLITE_BUSY: another connection holds the lock. */
const BUSY = 5;

/**
 * Takes a lock, or returns `undefined` if this process or another one already holds it.
 * @throws AuditError `io` if the lock file cannot be opened
 */
export function tryLock(path: string): Disposable | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // The journal is in memory, so a lock can be taken even if the disk is full. A rollback is never needed: no data changes.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined;
    const why = error instanceof Error ? error.message : 'unknown reason';
    throw new AuditError('io', `Cannot lock ${path}: ${why}.`, {
      hint: 'Check that the folder is writable and that its disk is not full.',
      cause: error,
    });
  }
  const held = database;
  return { [Symbol.dispose]: () => held.close() };
}
