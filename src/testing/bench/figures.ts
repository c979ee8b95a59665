/** Figures that must not get worse: their types, the recorded ones, and the comparison of `--check`. */
import { readFileSync, writeFileSync } from 'node:fs';

export interface BenchRun {
  /** Receives the name of each row before it is measured. */
  readonly onRow: (what: string) => void;
  /** Runs everything once at the smallest size: shows that the section works; its figures mean nothing. */
  readonly smallest: boolean;
  /** Also measures sizes that take half an hour. */
  readonly full: boolean;
  /** The maximum number of targets in sections with growing catalogs. */
  readonly most: number;
}

/** Figures by name; less is better: ratios to the same work without this project, sizes and numbers. */
export type Figures = Readonly<Record<string, number>>;

export interface Measured {
  readonly text: string;
  readonly figures: Figures;
}

export type Recorded = Readonly<Record<string, Figures>>;

const FILE = new URL('./figures.json', import.meta.url);
/** The maximum multiple of a recorded figure. */
const TIMES = 1.25;

export const recorded = (): Recorded => JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;

/** Replaces the recorded figures of the measured sections. */
export function record(measured: Recorded): void {
  const all = Object.entries({ ...recorded(), ...measured }).map(([section, figures]) => [
    section,
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(3))])),
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** A line for each figure of the measured sections that is over 1.25 times the recorded one, or is missing. */
export function regressions(before: Recorded, measured: Recorded): string[] {
  return Object.entries(measured).flatMap(([section, figures]) =>
    Object.entries(before[section] ?? {}).flatMap(([name, was]) => {
      const is = figures[name];
      if (is !== undefined && is <= TIMES * was) return [];
      return [
        `${section}, ${name}: ${was} recorded, ${is === undefined ? 'not measured' : is.toPrecision(3)} now`,
      ];
    }),
  );
}
