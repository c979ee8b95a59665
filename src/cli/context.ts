/** What a run of the command line has around it, and the run itself: nothing else here reads or writes `process`. */
import type { Readable } from 'node:stream';
import type { AuditJob } from '../audit/isolation/job.ts';
import type { AuditHooks, RunAudit } from '../audit/isolation/run-audit.ts';
import { inert } from '../base/text.ts';

/** A stream that text is written to: a terminal, a pipe, a file, or memory. */
interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The world around a run. */
export interface Context {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory, absolute. */
  readonly cwd: string;
  /** `cwd` is the folder in which npm was called, not the one in which npm has started the program. */
  readonly entered?: boolean;
  /** Ends the run at once; the reason is a `Stop`. */
  readonly signal: AbortSignal;
  /** Has a program that works until it is told to end do so by itself: it is told of the first signal, and not stopped. */
  readonly onSignal?: (tell: () => void) => void;
  /** What is typed to call the program, for hints. */
  readonly program: string;
  /** How an audit is made; where it is left out, in a process of its own. */
  readonly audit?: RunAudit;
}

const ERASE_LINE = '\r\u001b[2K';

/** One run: its streams, the line that stands on the terminal, and what is to be undone if it is stopped. */
export class Session {
  readonly context: Context;
  readonly #undo = new Set<() => void>();
  #hasLine = false;
  #isSilent = false;

  constructor(context: Context) {
    this.context = context;
  }

  /** Writes to stdout as it is, to the end of a line. */
  out(text: string): void {
    this.#write(this.context.stdout, text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Writes to stderr; what it quotes of a site is no command of a CI system's log. */
  err(text: string): void {
    this.#write(this.context.stderr, inert(text));
  }

  /** Whether a line that changes can be drawn on stderr. */
  get hasScreen(): boolean {
    const { stderr, env } = this.context;
    return stderr.isTTY === true && env.TERM !== 'dumb';
  }

  /** Draws a line on the terminal, in place of the one before; it is gone before anything else is written. */
  draw(line: string): void {
    if (this.#isSilent) return;
    this.context.stderr.write(`${ERASE_LINE}${line}`);
    this.#hasLine = true;
  }

  /** Takes the line away. */
  erase(): void {
    if (this.#hasLine) this.context.stderr.write(ERASE_LINE);
    this.#hasLine = false;
  }

  /** Registers what must be undone if the run is stopped; synchronous. The answer takes it back. */
  undoOnStop(undo: () => void): () => void {
    this.#undo.add(undo);
    return () => this.#undo.delete(undo);
  }

  /** Undoes what is pending. */
  undo(): void {
    for (const undo of this.#undo) undo();
    this.#undo.clear();
  }

  /** From now on nothing is written: what still runs of a stopped run has nobody to tell. */
  silence(): void {
    this.#isSilent = true;
  }

  #write(to: Sink, text: string): void {
    if (this.#isSilent) return;
    this.erase();
    to.write(text);
  }
}

/** Columns of a terminal; 80 off one, and on one that does not know, as the pseudo-terminals of CI systems say by 0. */
export function widthOf({ columns }: Pick<Sink, 'columns'>): number {
  return columns === undefined || columns === 0 ? 80 : columns;
}

const shared = async () => (await import('../audit/isolation/auditors.ts')).sharedAuditors;

/** Starts the process of the first audit, which loads its code while this one does. */
export async function prepareAudit({ context }: Session): Promise<void> {
  if (context.audit === undefined) (await shared()).prepare();
}

/** Makes an audit, which ends with the run. */
export async function makeAudit(
  { context }: Session,
  job: AuditJob,
  hooks: AuditHooks,
): ReturnType<RunAudit> {
  const audit = context.audit ?? (await shared()).audit;
  return audit(job, { ...hooks, signal: context.signal });
}
