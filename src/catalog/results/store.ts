/** Stores results in a folder, one file for each target. Changes need the target's lock and replace the file atomically. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { type Har, parseHar } from '../../audit/io/har.ts';
import type { Stored } from '../../audit/scorecard/record.ts';
import { AuditError, FileError } from '../../base/errors.ts';
import { beginFile, isMissing, makeFolder, removeFile } from '../../base/files.ts';
import { type LastAudit, LastAudits } from './last-audits.ts';
import { tryLock } from './lock.ts';
import { stateIn, storedText, writeOf } from './stored-text.ts';

const unzip = promisify(gunzip);
/** The maximum size of a decompressed recording, in bytes. */
const RECORDING_BYTES = 256 * 1024 * 1024;

const RECORDING = '.har.gz';

interface StoreOptions {
  readonly results: string;
  readonly recordings: string;
  /** Whether to report changes without writing them. */
  readonly dryRun?: boolean;
}

/** The storage of results during a run: a folder (`Store`), or rows in a database. */
export interface ResultStore {
  /** Returns the current time of the store's clock. All stored times come from this clock. */
  now(): Promise<Date>;
  read(host: string): Promise<Stored>;
  /** Locks a target. Returns `undefined` if another run holds the lock. */
  claim(host: string): HeldTarget | undefined | Promise<HeldTarget | undefined>;
}

/** A locked target. Disposing of it releases the lock. `lost` aborts if the lock is lost earlier. */
export type HeldTarget = Pick<TargetClaim, 'update'> &
  (Disposable | AsyncDisposable) & { readonly lost?: AbortSignal };

/** The exclusive right to audit a target and change its results. Disposing of it ends the right. */
export interface TargetClaim extends Disposable {
  /**
   * Replaces the stored results with those that `change` returns. Returns whether they differ. The recording is stored only
   * if its result becomes the latest result.
   * @throws FileError if the results cannot be written
   */
  update(change: (stored: Stored) => Stored, recording?: KeptRecording): Promise<boolean>;
}

export interface KeptRecording {
  /** The time of the recorded audit, equal to `scored_at` of its result. */
  readonly at: string;
  /** The recording's text, as chunks of UTF-8. */
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
   * Creates the folders, before any site receives a request.
   * @throws FileError if a folder is not writable
   */
  async open(): Promise<void> {
    if (this.#options.dryRun === true) return;
    await makeFolder(this.#options.results);
    await makeFolder(this.#locks);
  }

  /**
   * Compacts `last-audits.jsonl` at the end of a run. A failure loses no data.
   * @throws FileError
   */
  async tidy(): Promise<void> {
    if (this.#options.dryRun !== true) await this.#lastAudits.tidy(new Set(await this.hosts()));
  }

  async now(): Promise<Date> {
    return new Date();
  }

  /** @throws AuditError `invalid_scorecard` for a file that this program did not write */
  async read(host: string): Promise<Stored> {
    const path = this.#path(host);
    return stateIn(await textOf(path), host, path, this.#lastAudits.of(host)).current;
  }

  /**
   * Returns a host's last audit with an unchanged result. Its hash (`of`) may belong to an older version of the results file.
   * @throws FileError
   */
  lastAudit(host: string): LastAudit | undefined {
    return this.#lastAudits.of(host);
  }

  /** Returns the hosts with results; empty if the folder does not exist. @throws FileError */
  hosts(): Promise<string[]> {
    return hostsIn(this.#options.results, '.json');
  }

  /** @throws FileError */
  recorded(): Promise<string[]> {
    return hostsIn(this.#options.recordings, RECORDING);
  }

  /**
   * Locks a target. Returns `undefined` if another run holds the lock.
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

  /** Returns the paths of a target's files, which may not exist. */
  filesOf(host: string): readonly string[] {
    return [this.#path(host), this.#recordingPath(host)];
  }

  /**
   * Removes everything stored about a target: its results, its recording and its line in `last-audits.jsonl`.
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
   * Returns the recording of a target's latest audit, if it is stored.
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
    // The recording is written before the result. If the process ends in between, the recording is newer than the result and
    // can still be judged.
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

/**
 * Returns the base name of a host's files. Percent-encodes characters that a file system may reject, such as a port's colon.
 */
export function fileNameOf(host: string): string {
  return host.replace(/[^a-z0-9._-]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Reverses `fileNameOf`. */
function hostOf(fileName: string): string {
  return fileName.replace(/%([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Returns the hosts that the files in a folder belong to. Ignores temporary files, whose names begin with a dot. */
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

/** Replaces a file atomically. The caller must hold the lock of the target. */
async function replaceFile(path: string, content: string | Readable, secret = false): Promise<void> {
  const file = await beginFile(path, { locked: true, secret });
  await file.commit(content);
}
