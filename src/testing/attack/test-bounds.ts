/**
 * What the tests hold audits to. Bounds of time leave room for a machine on which everything else is tested at the same
 * time; `npm run bench -- attack` measures how near the true ones are met (issue: deadline + 0.5 s, health in 100 ms).
 */
import type { Deadlines } from './lanes.ts';

/** How often the time that a plain audit takes here is the deadline of one that must be ended by it. */
const TIMES = 5;
const SHORTEST_MS = 2_000;
const LONGEST_MS = 6_000;

/**
 * The deadlines for this machine, as busy as it is.
 *
 * @param plainMs what an audit of a plain site takes
 */
export function deadlinesFor(plainMs: number): Deadlines {
  return { short: Math.min(LONGEST_MS, Math.max(SHORTEST_MS, TIMES * plainMs)), long: 60_000 };
}

export const BOUNDS = {
  /** What may pass after a deadline, in milliseconds. */
  graceMs: 10_000,
  /** Of the process that serves, and of the one that audits, in MiB. */
  mib: 300,
  /** The longest that `/health` may take, and half of its answers, in milliseconds. */
  healthMs: { worst: 5_000, median: 1_000 },
} as const;
