/** The difference of two small texts as a unified diff, which `git apply` and `patch` read. */

/** Unchanged lines around a change. */
const AROUND = 3;
/** Texts whose parts that differ have more pairs of lines than this are shown as replaced. */
const MAX_PAIRS = 1_000_000;

/** A line: kept, removed or added. */
type Line = readonly [' ' | '-' | '+', string];

/**
 * The diff of one file.
 *
 * @param before `undefined` where the file is new
 */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const lines = lineDiff(split(before ?? ''), split(after));
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  return [`--- ${from}`, `+++ b/${path}`, ...hunks(lines)].join('\n');
}

/** Lines with their own endings. */
function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The longest common subsequence of the part in which both differ. */
function lineDiff(a: readonly string[], b: readonly string[]): Line[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const [x, y] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const kept = (lines: readonly string[]): Line[] => lines.map((line) => [' ', line]);
  return [...kept(a.slice(0, head)), ...between(x, y), ...kept(a.slice(a.length - tail))];
}

function between(a: readonly string[], b: readonly string[]): Line[] {
  const common = a.length * b.length > MAX_PAIRS ? undefined : commonLengths(a, b);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [removed, added] = [a[i], b[j]];
    if (common !== undefined && removed !== undefined && removed === added) {
      lines.push([' ', removed]);
      i += 1;
      j += 1;
    } else if (
      removed !== undefined &&
      (added === undefined || (common?.[i + 1]?.[j] ?? 1) >= (common?.[i]?.[j + 1] ?? 0))
    ) {
      lines.push(['-', removed]);
      i += 1;
    } else {
      lines.push(['+', added ?? '']);
      j += 1;
    }
  }
  return lines;
}

/** How many lines the rests of both have in common, from each line of the one and the other on. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as number[];
      const next = lengths[i + 1] as number[];
      row[j] = a[i] === b[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

/** Changes that are no further apart than twice what stands around them share a hunk. */
function hunks(lines: readonly Line[]): string[] {
  const changed = lines.flatMap(([sign], at) => (sign === ' ' ? [] : [at]));
  const ranges: { from: number; to: number }[] = [];
  for (const at of changed) {
    const [from, to] = [Math.max(at - AROUND, 0), Math.min(at + AROUND + 1, lines.length)];
    const last = ranges.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges.flatMap(({ from, to }) => [
    `@@ -${span(lines, from, to, '+')} +${span(lines, from, to, '-')} @@`,
    ...lines.slice(from, to).flatMap(([sign, line]) => shown(sign, line)),
  ]);
}

/** Where a hunk begins in the text that lacks the lines of one sign, and how many lines of it there are. */
function span(lines: readonly Line[], from: number, to: number, lacking: '+' | '-'): string {
  const count = (part: readonly Line[]) => part.filter(([sign]) => sign !== lacking).length;
  const length = count(lines.slice(from, to));
  return `${count(lines.slice(0, from)) + (length === 0 ? 0 : 1)},${length}`;
}

function shown(sign: string, line: string): string[] {
  return line.endsWith('\n')
    ? [`${sign}${line.slice(0, -1)}`]
    : [`${sign}${line}`, '\\ No newline at end of file'];
}
