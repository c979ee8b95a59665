/** Measures the memory of child processes from outside. On systems other than Linux, it measures nothing. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const KIB_A_MIB = 1024;
/** The sampling interval, in milliseconds. */
const LOOK_MS = 10;

interface Watched {
  /** Ends the measurement; returns the peak resident memory of the largest child process, in MiB. */
  end(): number;
}

/** Measures the children that a process starts from now on, in which audits run. */
export function watch(pid: number): Watched {
  let peak = 0;
  const look = () => {
    for (const child of childrenOf(pid)) peak = Math.max(peak, peakMib(child));
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    end() {
      look();
      clearInterval(timer);
      return peak;
    },
  };
}

/** Resets the recorded peaks of child processes (`man 5 proc_pid_clear_refs`). */
export function resetPeaks(pid: number): void {
  for (const one of childrenOf(pid)) {
    try {
      writeFileSync(`/proc/${one}/clear_refs`, '5');
    } catch {
      // The peak is then that of the process's whole life, which is not lower.
    }
  }
}

function peakMib(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / KIB_A_MIB;
}

function childrenOf(pid: number): readonly number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
