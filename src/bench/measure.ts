/** Small tools of the bench. */

/** The middle value; the mean of the two middle ones for an even number. 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** Milliseconds that each of `times` runs of `work` takes, after `warmUps` that do not count. */
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

/** Rows as text with aligned columns; the first row is the heading. Numbers stand right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const [head, ...body] = rows.map(line);
  return `${[head, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...body].join('\n')}\n`;
}
