/** Processes of the bench: one runs what is measured, another the site that it audits. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';

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
