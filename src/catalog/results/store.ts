/**
 * The stored results: one file for each target, and its recording beside it. If an audit finds the same as the last one, the
 * file stays as it is and a line is added to `last-audits.jsonl`. All changes are read, merged and written under the lock of
 * the target. Each write replaces a file in one step or adds a line. So nothing is lost when two runs work at once, or when a
 * run is ended at any moment.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { type Har, parseHar } from '../../audit/io/har.ts';
import type { Stored } from '../../audit/scorecard/record.ts';
import { AuditError, FileError } from '../../base/errors.ts';
import { beginFile, isMissing, makeFolder, removeFile } from '../../base/files.ts';
import { fileNameOf, hostOf } from './file-names.ts';
import { type LastAudit, LastAudits } from './last-audits.ts';
import { tryLock } from './lock.ts';
import { stateIn, storedText, writeOf } from './stored-text.ts';

const unzip = promisify(gunzip);
/** A recording holds at most this much, decompressed, in bytes. */
const RECORDING_BYTES = 256 * 1024 * 1024;

const RECORDING = '.har.gz';

interface StoreOptions {
  /** The folder of the results. */
  readonly results: string;
  /** The folder of the recordings. */
  readonly recordings: string;
  /** Say what would change, and write nothing. */
  readonly dryRun?: boolean;
}

/** What a run needs of the place that results are stored in: a folder (`Store`), or the rows of a database. */
export interface ResultStore {
  /** The time by the clock that stored times are compared with. */
  now(): Promise<Date>;
  /** What is stored of a target. */
  read(host: string): Promise<Stored>;
  /** Claims a target; `undefined` while another run has it. */
  claim(host: string): HeldTarget | undefined | Promise<HeldTarget | undefined>;
}

/** A claim, released where it is disposed of; `lost` tells that it has gone without that. */
export type HeldTarget = Pick<TargetClaim, 'update'> &
  (Disposable | AsyncDisposable) & { readonly lost?: AbortSignal };

/** The right to audit one target and to change its results, until it is disposed of. */
export interface TargetClaim extends Disposable {
  /**
   * Changes what is stored; whether that differs from what was there (never where the change gives back what it got).
   * The recording is kept only where the change makes
   * a result the latest one that it belongs to.
   *
   * @throws FileError when it cannot be written
   */
  update(change: (stored: Stored) => Stored, recording?: KeptRecording): Promise<boolean>;
}

/** A recording as it is kept. */
export interface KeptRecording {
  /** The time of its audit, as in `scored_at`. */
  readonly at: string;
  /** In pieces, UTF-8. */
  readonly text: Iterable<Uint8Array>;
}

export class Store implements ResultStore {
  readonly #options: StoreOptions;
  readonly #locks: string;
  readonly #lastAudits: LastAudits;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#locks = join(options.results, '.locks');
    this.#lastAudits = new LastAudits(options.results, this.#locks);
  }

  /**
   * Makes the folders, so that one that cannot be written to is known before any site is asked.
   *
   * @throws FileError
   */
  async open(): Promise<void> {
    if (this.#options.dryRun === true) return;
    await makeFolder(this.#options.results);
    await makeFolder(this.#locks);
  }

  /**
   * Puts the lines of the last audits in order, at the end of a run. What was stored before counts without it.
   *
   * @throws FileError
   */
  async tidy(): Promise<void> {
    if (this.#options.dryRun !== true) await this.#lastAudits.tidy(new Set(await this.hosts()));
  }

  async now(): Promise<Date> {
    return new Date();
  }

  /**
   * What is stored of a target.
   *
   * @throws AuditError `invalid_scorecard` for a file that was not written by this program
   */
  async read(host: string): Promise<Stored> {
    const path = this.#path(host);
    return stateIn(await textOf(path), host, path, this.#lastAudits.of(host)).current;
  }

  /**
   * That a target's last audit found what its file has, where it did; the file may be on another machine.
   *
   * @throws FileError
   */
  lastAudit(host: string): LastAudit | undefined {
    return this.#lastAudits.of(host);
  }

  /**
   * The hosts that results are stored of. There are none where the folder is not there.
   *
   * @throws FileError
   */
  hosts(): Promise<string[]> {
    return hostsIn(this.#options.results, '.json');
  }

  /**
   * The hosts that a recording is kept of.
   *
   * @throws FileError
   */
  recorded(): Promise<string[]> {
    return hostsIn(this.#options.recordings, RECORDING);
  }

  /**
   * Claims a target; `undefined` while another run has it.
   *
   * @throws AuditError `io`
   */
  claim(host: string): TargetClaim | undefined {
    if (this.#options.dryRun === true) {
      const update: TargetClaim['update'] = async (change) => {
        const before = await this.read(host);
        return storedText(change(before)) !== storedText(before);
      };
      return { update, [Symbol.dispose]: () => undefined };
    }
    const lock = tryLock(join(this.#locks, `${fileNameOf(host)}.lock`));
    if (lock === undefined) return undefined;
    const update: TargetClaim['update'] = (change, recording) => this.#update(host, change, recording);
    return { update, [Symbol.dispose]: () => lock[Symbol.dispose]() };
  }

  /** The files that are kept of a target, whether they are there or not. */
  filesOf(host: string): readonly string[] {
    return [this.#path(host), this.#recordingPath(host)];
  }

  /**
   * Removes all that is stored of a target: its results with their history, its recording, and its line of the last audits.
   *
   * @throws FileError, AuditError `io` while another run audits the target
   */
  async remove(host: string): Promise<void> {
    const lock = join(this.#locks, `${fileNameOf(host)}.lock`);
    {
      using claim = this.claim(host);
      if (claim === undefined) {
        throw new AuditError('io', `A run is auditing ${host} now.`, {
          hint: 'Try again when it has ended.',
        });
      }
      for (const file of this.filesOf(host)) await removeFile(file);
    }
    await removeFile(lock);
    await this.tidy();
  }

  /**
   * The recording of a target's latest audit.
   *
   * @throws AuditError `invalid_recording`, FileError
   */
  async recording(host: string): Promise<Har | undefined> {
    const path = this.#recordingPath(host);
    let packed: Buffer;
    try {
      packed = await readFile(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new FileError(`Cannot read ${path}`, error);
    }
    let bytes: Buffer;
    try {
      bytes = await unzip(packed, { maxOutputLength: RECORDING_BYTES });
    } catch (cause) {
      throw new AuditError('invalid_recording', `${path} cannot be unpacked.`, { cause });
    }
    return parseHar(bytes.toString('utf8'));
  }

  async #update(
    host: string,
    change: (stored: Stored) => Stored,
    recording?: KeptRecording,
  ): Promise<boolean> {
    const path = this.#path(host);
    const before = await textOf(path);
    const was = stateIn(before, host, path, this.#lastAudits.of(host));
    const stored = change(was.current);
    if (stored === was.current) return false;
    // The recording comes first: after an end between the two it is newer than the result, and can be judged.
    if (recording !== undefined && stored.latest?.freshness.scored_at === recording.at) {
      await makeFolder(this.#options.recordings);
      await replaceFile(this.#recordingPath(host), Readable.from(recording.text).pipe(createGzip()), true);
    }
    const write = writeOf(was, stored);
    if (write === undefined) return false;
    if (typeof write === 'string') await replaceFile(path, write);
    else await this.#lastAudits.add(host, write);
    return true;
  }

  #path(host: string): string {
    return join(this.#options.results, `${fileNameOf(host)}.json`);
  }

  #recordingPath(host: string): string {
    return join(this.#options.recordings, `${fileNameOf(host)}${RECORDING}`);
  }
}

/** The hosts that a folder has files of; a name that begins with a dot is a file that is being written. */
export async function hostsIn(folder: string, ending: string): Promise<string[]> {
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith(ending) && !name.startsWith('.'));
    return names.map((name) => hostOf(name.slice(0, -ending.length))).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw new FileError(`Cannot read ${folder}`, error);
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new FileError(`Cannot read ${path}`, error);
  }
}

/** The caller holds the lock of the target. */
async function replaceFile(path: string, content: string | Readable, secret = false): Promise<void> {
  const file = await beginFile(path, { locked: true, secret });
  await file.commit(content);
}
