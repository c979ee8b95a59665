/**
 * How much processor time each reader of hostile text takes for the shapes that are hardest for it, and how that grows
 * with the size. Other work on the machine does not count.
 */
import type { Measured } from './figures.ts';
import { table } from './measure.ts';
import { HARD_READERS, type HardReader } from './shapes.ts';

/** Of what is faster than this nothing is said about its growth: it is noise, in milliseconds. */
const NOISE_MS = 40;
/** Twice the size may take so many times as long. */
const MAX_GROWTH = 2.6;
const MAX_MS = 1_000;

interface Row {
  readonly reader: string;
  readonly shape: string;
  readonly half: number;
  readonly whole: number;
}

/** Each shape at half of this size and at all of it; the fastest of some runs, because others work here too. */
export function measureWorst(size: number, onRow: (row: string) => void): Measured {
  const rows: Row[] = [];
  for (const reader of HARD_READERS) {
    const own = Object.keys(reader.shapes).map((shape) => measure(reader, shape, size));
    const slowest = Math.max(...own.map(({ whole }) => whole));
    onRow(`${reader.name}, ${own.length} shapes, the slowest ${slowest.toFixed(0)} ms`);
    rows.push(...own);
  }
  const shown = rows.toSorted((a, b) => b.whole - a.whole).filter((row, i) => i < 25 || isTooMuch(row));
  const bad = rows.filter(isTooMuch).length;
  const text = `${table([
    ['reader', 'shape', 'half ms', 'whole ms', 'growth', ''],
    ...shown.map((row) => [
      row.reader,
      row.shape,
      row.half.toFixed(0),
      row.whole.toFixed(0),
      row.whole < NOISE_MS ? '' : (row.whole / row.half).toFixed(1),
      isTooMuch(row) ? 'TOO MUCH' : '',
    ]),
  ])}\n${rows.length} shapes, the slowest 25 shown; ${bad} over ${MAX_MS} ms or growing more than ${MAX_GROWTH} times.\n`;
  return { text, figures: { 'shapes that take too long': bad } };
}

function isTooMuch({ half, whole }: Row): boolean {
  return whole > MAX_MS || (whole > NOISE_MS && whole > MAX_GROWTH * Math.max(half, NOISE_MS / MAX_GROWTH));
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function measure({ name, read, shapes }: HardReader, shape: string, size: number): Row {
  const timed = (size: number) => {
    const input = shapes[shape]?.(size) ?? '';
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 2 && (run === 0 || best > NOISE_MS / 2); run++) {
      const started = processorMs();
      read(input);
      best = Math.min(best, processorMs() - started);
    }
    return best;
  };
  return { reader: name, shape, half: timed(size / 2), whole: timed(size) };
}
