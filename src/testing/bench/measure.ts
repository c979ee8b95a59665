/** Helpers of the bench: processes, medians and tables. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';

/** The median. 0 for no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** Milliseconds of each of `times` runs of `work`, after `warmUps` runs that do not count. */
export async function timed(
  work: () => unknown,
  { times, warmUps }: { readonly times: number; readonly warmUps: number },
): Promise<number[]> {
  const walls: number[] = [];
  for (let run = 0; run < times + warmUps; run++) {
    const started = performance.now();
    await work();
    if (run >= warmUps) walls.push(performance.now() - started);
  }
  return walls;
}

/** Rows as text with aligned columns, all but the first right-aligned. The first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head, ...body] = rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${[head, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...body].join('\n')}\n`;
}

export function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}

/** Starts a file of this folder as a process that talks over IPC; `order` is its argument. */
export function start(file: string, order: object, options: ForkOptions = {}): ChildProcess {
  return fork(new URL(file, import.meta.url), [JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...options,
  });
}

/** The order of this process, as `start` was given it. */
export function orderOf<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T;
}

/** @throws Error if the process ends without a message */
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
    heard.abort();
  }
}
