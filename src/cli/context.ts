/** The environment of a run, and the run itself. Commands use it in place of `process`. */
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
  /** Whether `cwd` is the folder in which npm was called, and not the folder in which npm started the program. */
  readonly entered?: boolean;
  /** Ends the run at once; the reason is a `Stop`. */
  readonly signal: AbortSignal;
  /** Registers a receiver of the first signal, which then does not stop the run: the program shuts down itself. */
  readonly onSignal?: (tell: () => void) => void;
  /** The command that starts the program, for hints. */
  readonly program: string;
  /** Runs an audit; by default in a separate process. */
  readonly audit?: RunAudit;
}

/**
 * Returns the absolute path of one that a person typed or a configuration names. A backslash separates folders on every
 * system, because projects and their pipelines are shared with Windows.
 */
export function pathFrom(folder: string, path: string): string {
  return resolve(folder, path.replaceAll('\\', sep));
}

const ERASE_LINE = '\r\u001b[2K';

/** A run: its streams, the progress line on the terminal, and the cleanup to do if it is stopped. */
export class Session {
  readonly context: Context;
  readonly #undo = new Set<() => void>();
  #hasLine = false;
  #isSilent = false;

  constructor(context: Context) {
    this.context = context;
  }

  /** Writes to stdout unchanged, ending the line. */
  out(text: string): void {
    this.#write(this.context.stdout, text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Writes to stderr. Quotes of a site cannot act as commands in the log of a CI system. */
  err(text: string): void {
    this.#write(this.context.stderr, inert(text));
  }

  /** Whether a progress line can be drawn on stderr. */
  get hasScreen(): boolean {
    const { stderr, env } = this.context;
    return stderr.isTTY === true && env.TERM !== 'dumb';
  }

  /** Draws a line on the terminal in place of the previous one. The next output of any kind erases it. */
  draw(line: string): void {
    if (this.#isSilent) return;
    this.context.stderr.write(`${ERASE_LINE}${line}`);
    this.#hasLine = true;
  }

  erase(): void {
    if (this.#hasLine) this.context.stderr.write(ERASE_LINE);
    this.#hasLine = false;
  }

  /** Registers a synchronous cleanup for a stopped run; returns a function that removes it. */
  undoOnStop(undo: () => void): () => void {
    this.#undo.add(undo);
    return () => this.#undo.delete(undo);
  }

  undo(): void {
    for (const undo of this.#undo) undo();
    this.#undo.clear();
  }

  /** Discards all further output, which a stopped run may still produce. */
  silence(): void {
    this.#isSilent = true;
  }

  #write(to: Sink, text: string): void {
    if (this.#isSilent) return;
    this.erase();
    to.write(text);
  }
}

/** Returns the columns of a terminal, or 80 if they are unknown; the pseudo-terminals of CI systems report 0. */
export function widthOf({ columns }: Pick<Sink, 'columns'>): number {
  return columns === undefined || columns === 0 ? 80 : columns;
}

const shared = async () => (await import('../audit/isolation/auditors.ts')).sharedAuditors;

/** Starts the process of the first audit, so it loads its code while this process does. */
export async function prepareAudit({ context }: Session): Promise<void> {
  if (context.audit === undefined) (await shared()).prepare();
}

/** Runs an audit, which stops with the run. */
export async function makeAudit(
  { context }: Session,
  job: AuditJob,
  hooks: AuditHooks,
): ReturnType<RunAudit> {
  const audit = context.audit ?? (await shared()).audit;
  return audit(job, { ...hooks, signal: context.signal });
}
