/** Processes of the bench: one runs what is measured, another the site that it audits. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** Starts a file, named from this folder; `order` is its argument. */
export function start(file: string, order: object, options: ForkOptions = {}): ChildProcess {
  return fork(new URL(file, import.meta.url), [JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...options,
  });
}

/**
 * The next message of a process.
 *
 * @throws Error when it ends without one
 */
export async function messageOf<T>(child: ChildProcess): Promise<T> {
  const heard = new AbortController();
  const { signal } = heard;
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${child.spawnargs.slice(1).join(' ')} ended with code ${code}`);
      }),
    ]);
    return message as T;
  } finally {
    // What has not happened is not waited for any longer.
    heard.abort();
  }
}

/** Of a tick of the kernel's clock, in milliseconds. */
const TICK_MS = 10;

/** Processor time of a process in milliseconds, and of its children that have ended, which only Linux tells of others. */
export function cpuOf(pid: number): { readonly own: number; readonly ended: number } {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) {
    const { user, system } = pid === process.pid ? process.cpuUsage() : { user: 0, system: 0 };
    return { own: (user + system) / 1000, ended: 0 };
  }
  // Behind the name, which may hold anything: the third field and those after it.
  const [, fields = ''] = /\) (.*)/.exec(readFileSync(path, 'utf8')) ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.split(' ').slice(11, 15).map(Number);
  return { own: (user + system) * TICK_MS, ended: (endedUser + endedSystem) * TICK_MS };
}
