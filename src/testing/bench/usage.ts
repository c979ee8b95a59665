/** Preloaded into the processes of a build: each appends its resource use to the file that BENCH_USAGE names. */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Processor time in milliseconds; memory in bytes. */
export interface Usage {
  readonly cpu: number;
  readonly peak: number;
}

const file = process.env.BENCH_USAGE;
// Worker threads also load this file, and would report the whole process again.
if (file !== undefined && isMainThread) {
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = { cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS * 1024 };
    appendFileSync(file, `${JSON.stringify(usage)}\n`);
  });
}

/** Sums the processor time of all processes in the file, and returns the peak memory of the largest. */
export function usageIn(path: string): Usage {
  const all = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Usage);
  return { cpu: all.reduce((sum, { cpu }) => sum + cpu, 0), peak: Math.max(...all.map(({ peak }) => peak)) };
}
