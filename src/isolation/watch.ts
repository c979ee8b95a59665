/**
 * A thread beside the audit that ends the process where nothing else can: when it takes too much memory, also outside the
 * heap, and when its parent was killed, which a process that hangs would never notice.
 */
import { Worker } from 'node:worker_threads';
import { OUT_OF_MEMORY } from './job.ts';

/** What the process may hold in memory, in MiB: its heap, the bodies that were read, and what Node itself needs. */
const PROCESS_MIB = 280;

const EVERY_MS = 50;

/** Plain JavaScript, so that it needs no file of its own where the process is bundled. */
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

/** Starts the thread; it does not keep the process up. */
export function watchOver(): void {
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
