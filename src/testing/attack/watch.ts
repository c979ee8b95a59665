/** What the processes that a process has started use, seen from outside. Only Linux tells; elsewhere nothing is seen. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const KIB_A_MIB = 1024;
/** How often a process is looked at, in milliseconds. */
const LOOK_MS = 10;

interface Watched {
  /** Ends the watch; the answer is the peak of resident memory of the greatest process that was started, in MiB. */
  end(): number;
}

/** Watches what a process starts from now on: where audits run. */
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

/** Begins new peaks of what it has started (`man 5 proc_pid_clear_refs`). */
export function resetPeaks(pid: number): void {
  for (const one of childrenOf(pid)) {
    try {
      writeFileSync(`/proc/${one}/clear_refs`, '5');
    } catch {
      // The peak is then that of the process's whole life, which is no less.
    }
  }
}

function peakMib(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / KIB_A_MIB;
}

/** The processes that a process has started and that have not ended. */
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
