/** The audit process, which audits one site after another. It reads hostile input, so its parent may kill it at any time. */
import module from 'node:module';
import { Worker } from 'node:worker_threads';
import { AuditError } from '../../base/errors.ts';
import type { HeaderList } from '../../base/headers.ts';
import {
  type AuditJob,
  type Missing,
  OUT_OF_MEMORY,
  type ProcessMessage,
  type ProgramMessage,
} from './job.ts';
import { runJob } from './run-job.ts';

let admission: ((admitted: boolean) => void) | undefined;
/** The callbacks that wait for signature headers, by authority (host and port). */
const unsigned = new Map<string, (fields: HeaderList) => void>();

/** Handles messages from the parent process until the parent ends. */
function serveMessages(): void {
  process.on('message', (order: ProgramMessage) => {
    switch (order.type) {
      case 'audit':
        return void work(order.job, order.asks);
      case 'admission':
        return admission?.(order.admitted);
      case 'signature':
        return unsigned.get(order.authority)?.(order.fields);
    }
  });
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches every process of a terminal, but the parent decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  void report({ type: 'ready' });
  watchOver();
}

/** Sends a message to the parent; resolves when it has been sent. Messages that cannot be sent are dropped. */
function report(one: ProcessMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send?.(one, () => resolve()) === undefined) resolve();
  });
}

async function work(job: AuditJob, asks: (ProgramMessage & { type: 'audit' })['asks']): Promise<void> {
  let missing: Missing = { total: 0, names: [] };
  try {
    const outcome = await runJob(job, {
      onEvent: (event) => void report({ type: 'event', event }),
      onSiteSeen: (facts) => void report({ type: 'arrived', facts }),
      onRecorded: (piece) => report({ type: 'recorded', piece }),
      onMissing: (unrecorded) => {
        missing = unrecorded;
      },
      admit: asks.admit ? askToAdmit : undefined,
      sign: asks.sign ? askToSign : undefined,
    });
    await report({ type: 'done', outcome, missing, residentMib: residentMib() });
  } catch (error) {
    await report(failureOf(error, missing));
  }
}

/** Requests signature headers from the parent. An audit requests them only once for each authority (host and port). */
function askToSign(authority: string): Promise<HeaderList> {
  return new Promise((resolve) => {
    unsigned.set(authority, resolve);
    void report({ type: 'sign', authority });
  });
}

function residentMib(): number {
  return process.memoryUsage.rss() / 1024 ** 2;
}

function askToAdmit(origin: URL): Promise<boolean> {
  return new Promise((resolve) => {
    admission = resolve;
    void report({ type: 'admit', origin: origin.href });
  });
}

function failureOf(error: unknown, missing: Missing): ProcessMessage {
  if (error instanceof AuditError) {
    const { kind, message, hint, quote, details, failure } = error;
    const unrecorded = { kind, message, hint, quote, details, failure };
    return { type: 'failed', ...unrecorded, missing, residentMib: residentMib() };
  }
  const fault = error instanceof Error ? error : new Error(String(error));
  return { type: 'fault', message: fault.message, stack: fault.stack };
}

/** The memory limit of the process, in MiB. The limit includes the heap, response bodies and Node itself. */
const PROCESS_MIB = 280;

const EVERY_MS = 50;

/** The code of the watchdog thread. It is a string, so a bundle does not need a separate file for it. */
const SOURCE = `
const { writeSync } = require('node:fs');
const { workerData: { parent, bytes, words, everyMs } } = require('node:worker_threads');
const end = () => process.kill(process.pid, 'SIGKILL');
setInterval(() => {
  if (process.memoryUsage.rss() > bytes) {
    try { writeSync(2, words); } catch {}
    end();
  }
  try { process.kill(parent, 0); } catch { end(); }
  if (process.ppid !== parent) end();
}, everyMs);
`;

/** Starts a thread that kills the process if it exceeds its memory limit or if its parent has ended. */
function watchOver(): void {
  const workerData = {
    parent: process.ppid,
    bytes: PROCESS_MIB * 1024 ** 2,
    words: OUT_OF_MEMORY,
    everyMs: EVERY_MS,
  };
  new Worker(SOURCE, {
    eval: true,
    workerData,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref();
}

serveMessages();
// Saves the compiled code for the next process now, because this process may be killed without warning.
module.flushCompileCache();
// Gives up the permissions to start threads and write files, which are no longer needed. Older Node versions cannot do this.
const { permission } = process as { permission?: { drop?(scope: 'fs.write' | 'worker'): void } };
permission?.drop?.('fs.write');
permission?.drop?.('worker');
