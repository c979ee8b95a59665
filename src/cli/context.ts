/** The environment of a run (`Context`), and the run itself (`Session`). Commands use them instead of `process`. */
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
  /** The absolute path of the working directory. */
  readonly cwd: string;
  /** Whether the program changed its working directory to the folder in which the user called npm. */
  readonly entered?: boolean;
  /** A signal that ends the run at once. Its reason is a `Stop` (process.ts). */
  readonly signal: AbortSignal;
  /** Registers a function that is called on the first signal instead of ending the run, so the program can shut down in order. */
  readonly onSignal?: (tell: () => void) => void;
  /** The command that starts this program, for hints. */
  readonly program: string;
  /** A function that runs audits. By default they run in a separate process. */
  readonly audit?: RunAudit;
}

/** Returns the absolute path. Treats `\` as a separator on every system, because a project may have users on Windows. */
export function pathFrom(folder: string, path: string): string {
  return resolve(folder, path.replaceAll('\\', sep));
}

const ERASE_LINE = '\r\u001b[2K';

/** A run: its streams, its progress line on the terminal, and its cleanup after a stop. */
export class Session {
  readonly context: Context;
  readonly #undo = new Set<() => void>();
  #hasLine = false;
  #isSilent = false;

  constructor(context: Context) {
    this.context = context;
  }

  /** Writes text to stdout, and adds a final line feed if the text has none. */
  out(text: string): void {
    this.#write(this.context.stdout, text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Writes text to stderr, escaped so that text quoted from a site cannot act as commands in a CI log. */
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

  /** Registers a synchronous cleanup for a stopped run; returns a function that unregisters it. */
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

/** Returns a terminal's width in columns; 80 if it is unknown or 0. Pseudo-terminals of CI systems report 0. */
export function widthOf({ columns }: Pick<Sink, 'columns'>): number {
  return columns === undefined || columns === 0 ? 80 : columns;
}

const shared = async () => (await import('../audit/isolation/auditors.ts')).sharedAuditors;

/** Starts the process of the first audit early, so it loads its code while this process loads its own. */
export async function prepareAudit({ context }: Session): Promise<void> {
  if (context.audit === undefined) (await shared()).prepare();
}

/** Runs an audit, which stops if the session's signal aborts. */
export async function makeAudit(
  { context }: Session,
  job: AuditJob,
  hooks: AuditHooks,
): ReturnType<RunAudit> {
  const audit = context.audit ?? (await shared()).audit;
  return audit(job, { ...hooks, signal: context.signal });
}
