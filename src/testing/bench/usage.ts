/** Preloaded into the processes of a build: each leaves what it has used in the file that BENCH_USAGE names. */
import { appendFileSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Processor time in milliseconds; memory in bytes. */
export interface Usage {
  readonly cpu: number;
  readonly peak: number;
}

const file = process.env.BENCH_USAGE;
// Threads are preloaded too, and would tell of the whole process again.
if (file !== undefined && isMainThread) {
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = { cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS * 1024 };
    appendFileSync(file, `${JSON.stringify(usage)}\n`);
  });
}

/** Of all processes that have left theirs in `path`: the processor time of all, and the peak of the greatest. */
export function usageIn(path: string): Usage {
  const all = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Usage);
  return { cpu: all.reduce((sum, { cpu }) => sum + cpu, 0), peak: Math.max(...all.map(({ peak }) => peak)) };
}
