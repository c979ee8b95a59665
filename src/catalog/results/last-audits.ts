/** Stores the times of audits with an unchanged result: one line for each audit, instead of a new results file. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { AuditError, FileError } from '../../base/errors.ts';
import { beginFile, isMissing } from '../../base/files.ts';
import { parseJsonText } from '../../base/json.ts';
import { tryLock } from './lock.ts';

export const LAST_AUDITS = 'last-audits.jsonl';
/** The name of the lock file. No host's lock has this name, because `fileNameOf` writes `%` only before hexadecimal digits. */
const LOCK = '%last-audits.lock';
/** The maximum wait for the lock and the interval between attempts, in milliseconds. Writing a line takes far less. */
const LOCK_MS = 60_000;
const LOCK_POLL_MS = 5;

const lineSchema = z.looseObject({ host: z.string(), at: z.iso.datetime({ precision: 3 }), of: z.string() });

/** An audit with an unchanged result, as stored in a line of `last-audits.jsonl`. */
export interface LastAudit {
  readonly at: string;
  /** The hash (`signatureOf`) of the results file at the time of the audit. */
  readonly of: string;
}

/** Returns a short hash of a results file. A line of `last-audits.jsonl` applies only to the file with this hash. */
export function signatureOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

interface Line {
  readonly text: string;
  readonly audit: LastAudit;
}

/** The lines of `last-audits.jsonl` in one results folder. Other processes may add lines at the same time. */
export class LastAudits {
  readonly #path: string;
  readonly #lock: string;
  #lines = new Map<string, Line>();
  /** JSON lines in an unknown format, perhaps from a newer version. `tidy` keeps them. */
  #unknown = new Set<string>();
  /** The inode of the file that was last read. `#read` is the number of bytes read. */
  #file = 0n;
  #read = 0;

  constructor(results: string, locks: string) {
    this.#path = join(results, LAST_AUDITS);
    this.#lock = join(locks, LOCK);
  }

  /** @throws FileError */
  of(host: string): LastAudit | undefined {
    this.#refresh();
    return this.#lines.get(host)?.audit;
  }

  /** @throws FileError */
  hosts(): string[] {
    this.#refresh();
    return [...this.#lines.keys()];
  }

  /**
   * Adds a line; resolves when the line is on disk.
   * @throws FileError, AuditError `io`
   */
  async add(host: string, { at, of }: LastAudit): Promise<void> {
    using _lock = await this.#locked();
    try {
      const file = openSync(this.#path, 'a+', 0o644);
      try {
        const { size } = fstatSync(file);
        const last = Buffer.alloc(1);
        // A killed process may have left an incomplete line.
        const isWhole = size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE);
        writeSync(file, `${isWhole ? '' : '\n'}${JSON.stringify({ host, at, of })}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      throw new FileError(`Cannot write ${this.#path}`, error);
    }
  }

  /**
   * Keeps one line for each host, sorted by host, so that equal data gives identical bytes.
   * @param hosts the hosts that have results; the lines of all other hosts are removed
   * @throws FileError, AuditError `io`
   */
  async tidy(hosts: ReadonlySet<string>): Promise<void> {
    if (this.hosts().length === 0) return;
    using _lock = await this.#locked();
    this.#refresh();
    const lines = [...this.#lines]
      .filter(([host]) => hosts.has(host))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { text }]) => text);
    const file = await beginFile(this.#path, { locked: true });
    await file.commit([...lines, ...this.#unknown].map((line) => `${line}\n`).join(''));
  }

  async #locked(): Promise<Disposable> {
    const end = performance.now() + LOCK_MS;
    for (;;) {
      const lock = tryLock(this.#lock);
      if (lock !== undefined) return lock;
      if (performance.now() > end) {
        throw new AuditError('io', `Cannot write ${this.#path}: another run is holding it.`, {
          hint: 'Wait for the other run to end, and try again.',
        });
      }
      await sleep(LOCK_POLL_MS);
    }
  }

  /** Reads the lines added since the last call, or the whole file if it was replaced. */
  #refresh(): void {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch (error) {
      if (!isMissing(error)) throw new FileError(`Cannot read ${this.#path}`, error);
      this.#forget(0n);
      return;
    }
    try {
      const { ino, size } = fstatSync(file, { bigint: true });
      if (ino !== this.#file || size < this.#read) this.#forget(ino);
      const added = Buffer.alloc(Number(size) - this.#read);
      const length = readSync(file, added, 0, added.length, this.#read);
      const end = added.subarray(0, length).lastIndexOf(NEWLINE) + 1;
      this.#read += end;
      for (const line of added.subarray(0, end).toString('utf8').split('\n')) this.#take(line);
    } catch (error) {
      throw new FileError(`Cannot read ${this.#path}`, error);
    } finally {
      closeSync(file);
    }
  }

  #forget(file: bigint): void {
    this.#file = file;
    this.#read = 0;
    this.#lines = new Map();
    this.#unknown = new Set();
  }

  #take(text: string): void {
    if (text === '') return;
    const parsed = parseJsonText(text);
    // Drop a line that is not JSON. A killed process may have left it incomplete.
    if (!parsed.ok) return;
    const read = lineSchema.safeParse(parsed.value);
    if (!read.success) {
      this.#unknown.add(text);
      return;
    }
    const { host, at, of } = read.data;
    const known = this.#lines.get(host);
    // Keep one line for each host. If the hashes of two lines differ, keep the later line in the file; otherwise, the line with
    // the later time. A time in the future comes from a wrong clock, so it counts as the oldest.
    const now = new Date().toISOString();
    const order = (time: string) => (time > now ? '' : time);
    if (known === undefined || known.audit.of !== of || order(known.audit.at) < order(at))
      this.#lines.set(host, { text, audit: { at, of } });
  }
}

const NEWLINE = 0x0a;
