/** Controls an audit process and its current audit, in the program that started the process. */
import '../../base/compile-cache.js';
import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { AuditEvent } from '../audit.ts';
import type { AuditRequest } from '../request.ts';
import type { Envelope, Result } from '../scorecard/schema.ts';
import { envelopeOf } from '../scorecard/scorecard.ts';
import {
  type AuditJob,
  type InitialFacts,
  OUT_OF_MEMORY,
  type ProcessMessage,
  type ProgramMessage,
} from './job.ts';
import type { AuditHooks } from './run-audit.ts';

/** The heap limit of the audit process, in MiB. Response bodies are outside the heap; `LIMITS.auditBytes` limits them. */
const HEAP_MIB = 128;

/** The bundled file with the code of the audit process. The bundler defines this constant; unbundled code does not have it. */
declare const AUDITOR_FILE: string | undefined;
const isBundled = typeof AUDITOR_FILE === 'string';
const ENTRY = new URL(isBundled ? AUDITOR_FILE : './auditor.ts', import.meta.url);

/** V8's memory limits. The young generation is small, because a larger one takes memory and saves no time. */
const FLAGS = [`--max-old-space-size=${HEAP_MIB}`, '--max-semi-space-size=4'];

/** The directories that contain the code of the audit process. */
const CODE = isBundled ? ['.'] : ['../..', '../../../node_modules'];

/** Matches the environment variables passed to the audit process. Other variables may be secrets. */
const ENVIRONMENT =
  /^(?:TZ|LANG|LC_.*|SYSTEMROOT|LD_LIBRARY_PATH|SSL_CERT_.*|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|NODE_COMPILE_CACHE|NODE_DISABLE_COMPILE_CACHE|RES_OPTIONS|LOCALDOMAIN|HOSTALIASES)$/i;
/** Matches the Node options passed to the audit process. Other options may load code that the process may not read. */
const NODE_OPTIONS =
  /^--(?:use-(?:bundled|openssl|system)-ca|tls-(?:min|max)-v1\.\d|tls-cipher-list=.*|dns-result-order=.*|(?:no-)?network-family-autoselection.*|openssl-(?:config=.*|legacy-provider|shared-config)|(?:enable|force)-fips)$/;

/** The maximum number of characters kept from the end of a process's error output. */
const LAST_WORDS = 4_000;
const MEMORY_WORDS = [OUT_OF_MEMORY, 'heap out of memory', 'Fatal JavaScript invalid size'];

/** The time after an audit's deadline, in milliseconds, in which its process may still report a result. */
const GRACE_MS = 250;
/** The time to wait for each piece of a recording after the audit's deadline, in milliseconds. */
const PIECE_MS = 2_000;
/** If a site has not responded after this time, in milliseconds, its audit is stopped as soon as another audit waits. */
const SILENT_MS = 3_000;
/** While a site does not respond, the program checks at this interval, in milliseconds, whether another audit waits. */
const LOOK_MS = 250;

/** Describes how an audit process ended unexpectedly. */
export interface ProcessEnd {
  readonly outOfMemory: boolean;
  /** The cause, for use in a message, such as `SIGSEGV`. */
  readonly how: string;
}

/** How an audit ended. `turn`: it was stopped so that a waiting audit could run. */
export type End =
  | { readonly by: 'itself'; readonly report: ProcessMessage & { type: 'done' | 'failed' | 'fault' } }
  | { readonly by: 'process'; readonly ending: ProcessEnd }
  | { readonly by: 'deadline' | 'caller' }
  | { readonly by: 'turn' }
  | { readonly by: 'error'; readonly error: unknown };

interface Listener {
  report(report: ProcessMessage): void;
  ended(ending: ProcessEnd): void;
}

const alive = new Set<AuditorProcess>();
// If the program calls `process.exit`, a child process that hangs would not notice this and would keep running.
process.on('exit', () => {
  for (const one of alive) one.kill();
});

export class AuditorProcess {
  readonly #child: ChildProcess;
  #listener: Listener | undefined;
  #isReady = false;
  #ending: ProcessEnd | undefined;
  #lastWords = '';
  /** The number of audits that the process has run. */
  audits = 0;
  readonly gone: Promise<void>;

  constructor() {
    this.#child = fork(ENTRY, [], {
      execArgv: [...FLAGS, ...rights()],
      env: environment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    alive.add(this);
    const { stderr } = this.#child;
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS);
    });
    this.#release();
    this.#child.on('message', (report: ProcessMessage) => {
      if (report.type === 'ready') this.#isReady = true;
      this.#listener?.report(report);
    });
    this.gone = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.#end(signal ?? `exit code ${code}`);
        resolve();
      });
      this.#child.once('error', (error) => {
        this.#end(error.message);
        if (this.#child.pid === undefined) resolve();
      });
    });
  }

  get isGone(): boolean {
    return this.#ending !== undefined;
  }

  /** Runs one audit. Afterwards, the caller must kill the process or keep it for the next audit. */
  audit(
    job: AuditJob,
    { signal, onEvent, admit, sign }: AuditHooks,
    run: {
      readonly partialResult: PartialResult;
      readonly recording: Uint8Array[];
      readonly began: number;
      /** Returns whether this audit must stop so that a waiting audit can run. */
      readonly isTurnWanted: () => boolean;
    },
  ): Promise<End> {
    const { partialResult, recording, began, isTurnWanted } = run;
    const remainingMs = () => Math.max(1, job.limits.auditMs - (performance.now() - began));
    return new Promise<End>((resolve) => {
      const end = (how: End) => {
        clearTimeout(deadline);
        clearTimeout(silence);
        signal?.removeEventListener('abort', leave);
        resolve(how);
      };
      const leave = () => end({ by: 'caller' });
      const late = () => end({ by: 'deadline' });
      let deadline = setTimeout(late, remainingMs() + (job.record === true ? PIECE_MS : GRACE_MS));
      signal?.addEventListener('abort', leave, { once: true });
      let silence: NodeJS.Timeout | undefined;
      const look = () => {
        if (isTurnWanted()) end({ by: 'turn' });
        else silence = setTimeout(look, LOOK_MS);
      };

      const order = () => {
        const limits = { ...job.limits, auditMs: remainingMs() };
        this.#order({
          type: 'audit',
          job: { ...job, limits },
          asks: { admit: admit !== undefined, sign: sign !== undefined },
        });
      };
      const ask = async (origin: URL) => {
        const admitted = (await admit?.(origin)) ?? true;
        this.#order({ type: 'admission', admitted });
      };
      const signed = async (authority: string) => {
        const fields = (await sign?.(authority).catch(() => undefined)) ?? [];
        this.#order({ type: 'signature', authority, fields });
      };
      const report = (one: ProcessMessage) => {
        switch (one.type) {
          case 'ready':
            return order();
          case 'event':
            partialResult.add(one.event);
            if (one.event.type === 'started') silence = setTimeout(look, SILENT_MS);
            return onEvent?.(one.event);
          case 'arrived':
            clearTimeout(silence);
            return partialResult.arrived(one.facts);
          case 'admit':
            return void ask(new URL(one.origin)).catch((error: unknown) => end({ by: 'error', error }));
          case 'sign':
            return void signed(one.authority);
          case 'recorded':
            recording.push(one.piece);
            // The audit has finished, so the process may take extra time to send its recording, whose size is limited.
            clearTimeout(deadline);
            deadline = setTimeout(late, Math.max(remainingMs(), 0) + PIECE_MS);
            return;
          default:
            return end({ by: 'itself', report: one });
        }
      };
      this.#listen({ report, ended: (ending) => end({ by: 'process', ending }) });
      if (this.#isReady) order();
    }).finally(() => this.#release());
  }

  /** Passes the process's messages to `listener`. The program does not exit until `#release` is called. */
  #listen(listener: Listener): void {
    this.#listener = listener;
    this.#hold('ref');
    if (this.#ending !== undefined) listener.ended(this.#ending);
  }

  /** Stops passing the process's messages to the listener, and allows the program to exit. */
  #release(): void {
    this.#listener = undefined;
    this.#hold('unref');
  }

  /** `ref` makes the audit process keep this program running; `unref` lets the program exit. */
  #hold(how: 'ref' | 'unref'): void {
    this.#child[how]();
    this.#child.channel?.[how]();
    (this.#child.stderr as Socket | null)?.[how]();
  }

  #order(order: ProgramMessage): void {
    if (order.type === 'audit') this.audits += 1;
    // If the process is no longer connected, `#end` reports its end.
    if (this.#child.connected) this.#child.send(order, () => undefined);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    this.#hold('ref');
    this.kill();
    await this.gone;
  }

  #end(how: string): void {
    alive.delete(this);
    this.#ending ??= { outOfMemory: MEMORY_WORDS.some((words) => this.#lastWords.includes(words)), how };
    this.#listener?.ended(this.#ending);
  }
}

/** Returns Node's permission flags: to read code and, until the first audit, to write a compile cache and start a thread. */
function rights(): string[] {
  const code = CODE.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  // Node reads a symbolic link only if both the link and its target are permitted.
  const readable = new Set(code.flatMap((path) => [path, realpathSync(path)]));
  const { NODE_COMPILE_CACHE: cache = '' } = process.env;
  const cached = cache === '' ? [] : [`--allow-fs-read=${cache}`, `--allow-fs-write=${cache}`];
  return [
    '--permission',
    '--allow-worker',
    // Since Node 25, a process with `--permission` needs this flag to use the network.
    ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    ...Array.from(readable, (path) => `--allow-fs-read=${path}`),
    ...cached,
  ];
}

function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: options = '', ...all } = process.env;
  const passed = Object.entries(all).filter(([name]) => ENVIRONMENT.test(name));
  return {
    ...Object.fromEntries(passed),
    NODE_OPTIONS: options
      .split(/\s+/)
      .filter((option) => NODE_OPTIONS.test(option))
      .join(' '),
  };
}

/** The results of an audit so far. They are used if the program must stop the audit before its end. */
export class PartialResult {
  readonly #request: AuditRequest;
  readonly #results = new Map<string, Result>();
  #arrival: InitialFacts | undefined;
  #hasBegun = false;

  constructor(request: AuditRequest) {
    this.#request = request;
  }

  get isEmpty(): boolean {
    return !this.#hasBegun;
  }

  arrived(facts: InitialFacts): void {
    this.#arrival = facts;
  }

  add(event: AuditEvent): void {
    this.#hasBegun = true;
    if (event.type === 'check') this.#results.set(event.result.id, event.result);
  }

  /** Returns a scorecard of the results so far, marked as cut short; `undefined` if the site has not responded yet. */
  envelope(): Envelope | undefined {
    if (this.#arrival === undefined) return undefined;
    const { auditedOrigin, results, scoredAt } = this.#arrival;
    return envelopeOf({
      request: this.#request,
      auditedOrigin: new URL(auditedOrigin),
      results: results.map((undecided) => this.#results.get(undecided.id) ?? undecided),
      mcpEndpoint: undefined,
      mcpDiscovery: [],
      scoredAt,
      cutShort: true,
    });
  }
}
