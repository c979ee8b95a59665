/** Asks `/health` again and again from a thread of its own, which nothing else keeps busy. */
import { request } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** Between two questions, in milliseconds. */
const EVERY_MS = 30;
/** An answer that has not come by then is counted as one that took so long, in milliseconds. */
const PATIENCE_MS = 10_000;

/** How long the answers took, in milliseconds, since it was asked last. */
export interface Health {
  readonly asked: number;
  readonly median: number;
  readonly p99: number;
  readonly worst: number;
  /** Answers that were no 200. */
  readonly failed: number;
}

export interface HealthWatch extends AsyncDisposable {
  /** What was seen since the last time. */
  seen(): Promise<Health>;
}

/** Watches the service at `url`. */
export function watchHealth(url: string): HealthWatch {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  return {
    seen: () =>
      new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage('seen');
      }),
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
}

function healthOf(took: readonly number[], failed: number): Health {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { asked: sorted.length, median: at(0.5), p99: at(0.99), worst: at(1), failed };
}

async function poll(url: string): Promise<void> {
  let took: number[] = [];
  let failed = 0;
  parentPort?.on('message', () => {
    parentPort?.postMessage(healthOf(took, failed));
    took = [];
    failed = 0;
  });
  for (;;) {
    const began = performance.now();
    const status = await ask(`${url}/health`);
    took.push(performance.now() - began);
    if (status !== 200) failed += 1;
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
}

function ask(url: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, { agent: false, timeout: PATIENCE_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(0));
    asked.end();
  });
}

if (typeof workerData === 'string' && parentPort !== null) await poll(workerData);
