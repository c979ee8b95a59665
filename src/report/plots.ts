/** Computes the numbers and paths of the plots, which pages draw as inline SVG. */

import type { Status } from '../audit/check-texts/vocabulary.ts';
import type { HistoryEntry } from '../audit/scorecard/record.ts';
import { byRules, rulesOf } from '../audit/scorecard/rules.ts';
import type { StatusCell } from './checks.ts';

/** All marks of one status as a single path. This keeps a page with thousands of status bars small. */
interface StatusBarPath {
  readonly status: Status;
  readonly d: string;
}

export const STATUS_BAR_HEIGHT = 24;
const STEP = 5;
const GAP = 6;

/** Where a mark's strokes start and end, as fractions of the mark's height. Statuses differ in shape, not only in color. */
const STROKES_OF: Readonly<Record<StatusBarPath['status'], readonly (readonly [number, number])[]>> = {
  pass: [[0, 1]],
  broken: [
    [0, 0.36],
    [0.64, 1],
  ],
  noncompliant: [[0, 0.6]],
  absent: [[0, 0.22]],
  n_a: [[0, 0.07]],
  error: [
    [0, 0.07],
    [0.2, 0.3],
  ],
  skip: [[0, 0.07]],
};

const ORDER: readonly StatusBarPath['status'][] = [
  'n_a',
  'skip',
  'error',
  'absent',
  'noncompliant',
  'broken',
  'pass',
];

/** Returns a scorecard as a status bar: one mark per judged check, and a gap between categories. */
export function statusBar(results: readonly StatusCell[]) {
  const parts = new Map<StatusBarPath['status'], string[]>();
  const starts = new Map<string, number>();
  let x = 2;
  let last: string | undefined;
  for (const { status, category } of results) {
    if (last !== undefined && last !== category) x += GAP;
    if (last !== category) starts.set(category, x - 2);
    last = category;
    if (status !== undefined) {
      const marks = STROKES_OF[status].map(([from, to]) => `M${x} ${y(from)}V${y(to)}`).join('');
      parts.set(status, [...(parts.get(status) ?? []), marks]);
    }
    x += STEP;
  }
  return {
    width: x - 3,
    paths: ORDER.flatMap((status): StatusBarPath[] => {
      const marks = parts.get(status);
      return marks === undefined ? [] : [{ status, d: marks.join('') }];
    }),
    starts,
  };
}

function y(fraction: number): number {
  return Math.round((1 - fraction) * STATUS_BAR_HEIGHT * 10) / 10;
}

/** Counts the scores in each range of ten, from 0–9 to 90–100. */
export function distribution(scores: readonly number[]) {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const score of scores) {
    const bin = Math.min(9, Math.floor(score / 10));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, i) => ({ label: i === 9 ? '90–100' : `${i * 10}–${i * 10 + 9}`, count }));
}

/** Returns the median, rounded; `null` if there are no values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)];
  if (high === undefined) return null;
  const low = sorted[Math.ceil(middle) - 1] ?? high;
  return Math.round((low + high) / 2);
}

/** Returns the points of a target's scores over time, in a box of the given size, and the positions where the rules changed. */
export function historyPlot(
  history: readonly HistoryEntry[],
  { width, height }: { readonly width: number; readonly height: number },
) {
  const times = history.map(({ scored_at }) => Date.parse(scored_at));
  const first = times[0] ?? 0;
  const span = (times.at(-1) ?? 0) - first || 1;
  const round = (value: number) => Math.round(value * 10) / 10;
  const points = history.map(({ relative, global }, i) => ({
    x: round((((times[i] ?? first) - first) / span) * width),
    relative: round(height - (relative / 100) * height),
    global: round(height - (global / 100) * height),
  }));
  const ruleChanges = history.flatMap((entry, i) => {
    const before = history[i - 1];
    const x = points[i]?.x;
    if (before === undefined || x === undefined || byRules(before, entry) === 0) return [];
    const label =
      before.spec_version === entry.spec_version
        ? `rules ${rulesOf(entry)}`
        : `standard ${entry.spec_version}`;
    return [{ x, label }];
  });
  return { points, ruleChanges };
}
