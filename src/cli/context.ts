/** The environment of a run, and the run itself. Commands use them instead of `process`. */
import { resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { AuditJob } from '../audit/isolation/job.ts';
import type { AuditHooks, RunAudit } from '../audit/isolation/run-audit.ts';
import { inert } from '../base/text.ts';

/** A writable text stream: a terminal, a pipe, a file, or memory. */
interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Context {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory, absolute. */
  readonly cwd: string;
  /** Whether the program changed to `cwd`, the folder in which npm was called, from the folder in which npm started it. */
  readonly entered?: boolean;
  /** Ends the run at once. Its reason is a `Stop`. */
  readonly signal: AbortSignal;
  /** Registers a function for the first signal, which then does not stop the run: the program shuts down itself. */
  readonly onSignal?: (tell: () => void) => void;
  /** The command that starts this program, for hints. */
  readonly program: string;
  /** Runs an audit. If it is missing, audits run in a separate process. */
  readonly audit?: RunAudit;
}

/**
 * Returns the absolute form of a path that a person typed or a configuration names. On every system, a backslash separates
 * folders, because projects and their pipelines are shared with Windows.
 */
export function pathFrom(folder: string, path: string): string {
  return resolve(folder, path.replaceAll('\\', sep));
}

const ERASE_LINE = '\r\u001b[2K';

/** A run: its streams, its progress line on the terminal, and the cleanup if it is stopped. */
export class Session {
  readonly context: Context;
  readonly #undo = new Set<() => void>();
  #hasLine = false;
  #isSilent = false;

  constructor(context: Context) {
    this.context = context;
  }

  /** Writes text to stdout unchanged, and ends its line. */
  out(text: string): void {
    this.#write(this.context.stdout, text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Writes text to stderr, changed so that quotes of a site cannot act as commands in the log of a CI system. */
  err(text: string): void {
    this.#write(this.context.stderr, inert(text));
  }

  /** Whether stderr is a terminal that can show a progress line. */
  get hasScreen(): boolean {
    const { stderr, env } = this.context;
    return stderr.isTTY === true && env.TERM !== 'dumb';
  }

  /** Replaces the progress line on the terminal. The next output of any kind erases it. */
  draw(line: string): void {
    if (this.#isSilent) return;
    this.context.stderr.write(`${ERASE_LINE}${line}`);
    this.#hasLine = true;
  }

  erase(): void {
    if (this.#hasLine) this.context.stderr.write(ERASE_LINE);
    this.#hasLine = false;
  }

  /** Registers a synchronous cleanup in case the run is stopped; returns a function that removes it. */
  undoOnStop(undo: () => void): () => void {
    this.#undo.add(undo);
    return () => this.#undo.delete(undo);
  }

  undo(): void {
    for (const undo of this.#undo) undo();
    this.#undo.clear();
  }

  /** Discards all later output, because a stopped run may still produce some. */
  silence(): void {
    this.#isSilent = true;
  }

  #write(to: Sink, text: string): void {
    if (this.#isSilent) return;
    this.erase();
    to.write(text);
  }
}

/** Returns the width of a terminal, in columns; 80 if it is unknown, or 0 as the pseudo-terminals of CI systems report. */
export function widthOf({ columns }: Pick<Sink, 'columns'>): number {
  return columns === undefined || columns === 0 ? 80 : columns;
}

const shared = async () => (await import('../audit/isolation/auditors.ts')).sharedAuditors;

/** Starts the process of the first audit early, so it loads its code while this process does. */
export async function prepareAudit({ context }: Session): Promise<void> {
  if (context.audit === undefined) (await shared()).prepare();
}

/** Runs an audit. If the run stops, the audit stops too. */
export async function makeAudit(
  { context }: Session,
  job: AuditJob,
  hooks: AuditHooks,
): ReturnType<RunAudit> {
  const audit = context.audit ?? (await shared()).audit;
  return audit(job, { ...hooks, signal: context.signal });
}
