/** What a process and those that it has started use and leave, seen from outside. Only Linux tells; elsewhere nothing is seen. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const KIB_A_MIB = 1024;
/** How often a process is looked at, in milliseconds. */
const LOOK_MS = 10;

/** Peaks of resident memory, in MiB. */
export interface Peaks {
  /** Of the process itself. */
  readonly own: number;
  /** Of the greatest of those that it has started: where audits run. */
  readonly started: number;
}

export interface Watched {
  /** Ends the watch. */
  end(): Peaks;
}

/** Watches a process from now on. */
export function watch(pid: number): Watched {
  let own = 0;
  let started = 0;
  const look = () => {
    own = Math.max(own, peakMib(pid));
    for (const child of childrenOf(pid)) {
      started = Math.max(started, peakMib(child));
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    end() {
      look();
      clearInterval(timer);
      return { own, started };
    },
  };
}

/** Begins new peaks (`man 5 proc_pid_clear_refs`). */
export function resetPeaks(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
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
export function childrenOf(pid: number): readonly number[] {
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
