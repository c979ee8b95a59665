/**
 * A lock between processes that no crash leaves behind. It is SQLite's lock on an empty database, which belongs to the
 * kernel: it is released when its holder ends, for whatever reason. With a file that holds a process id, others would have to
 * guess whether that process still runs, and two that guess at the same time would both take the lock.
 */
import { DatabaseSync } from 'node:sqlite';
import { AuditError } from '../../base/errors.ts';

/** SQLITE_BUSY: another connection holds the lock. */
const BUSY = 5;

/**
 * Takes a lock, or gives `undefined` where another holder, of this process or another, has it.
 *
 * @throws AuditError `io` where the file of the lock cannot be opened
 */
export function tryLock(path: string): Disposable | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // Without a journal on disk: there is nothing to undo, and a full disk does not keep a lock from being taken.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined;
    const why = error instanceof Error ? error.message : 'unknown reason';
    throw new AuditError('io', `Cannot lock ${path}: ${why}.`, {
      hint: 'Check that the folder can be written to, and that its disk is not full.',
      cause: error,
    });
  }
  const held = database;
  return { [Symbol.dispose]: () => held.close() };
}
