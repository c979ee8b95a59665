/** What a process that audits does: takes orders, runs one audit at a time, reports what it sees. */
import { AuditError } from '../errors.ts';
import type { HeaderList } from '../parse/headers.ts';
import type { AuditJob, Missing, ProcessMessage, ProgramMessage } from './job.ts';
import { runJob } from './run-job.ts';
import { watchOver } from './watch.ts';

/** Hears the answer to `admit`. */
let admission: ((admitted: boolean) => void) | undefined;
/** Those who hear of the signature for an authority. */
const unsigned = new Map<string, (fields: HeaderList) => void>();

/** Takes orders from the parent process until that is gone. */
export function serveMessages(): void {
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
  // Ctrl-C reaches every process of a terminal; the parent decides what becomes of this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  void report({ type: 'ready' });
  watchOver();
}

/** Resolves when the report has left this process; what cannot be told to anyone is dropped. */
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
      onMissing: (told) => {
        missing = told;
      },
      admit: asks.admit ? askToAdmit : undefined,
      sign: asks.sign ? askToSign : undefined,
    });
    await report({ type: 'done', outcome, missing, residentMib: residentMib() });
  } catch (error) {
    await report(failureOf(error, missing));
  }
}

/** Of one audit at a time, which asks once for an authority (`io/signatures.ts`). */
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
    const { kind, message, hint, details, failure } = error;
    return { type: 'failed', kind, message, hint, details, failure, missing, residentMib: residentMib() };
  }
  const fault = error instanceof Error ? error : new Error(String(error));
  return { type: 'fault', message: fault.message, stack: fault.stack };
}
