/** Figures that must not get worse: what sections measure of them, what is recorded, and what has become of it. */
import { readFileSync, writeFileSync } from 'node:fs';

/** How a section is run. */
export interface BenchRun {
  /** Hears of each row before it is measured. */
  readonly onRow: (what: string) => void;
  /** As little as shows that the section works; its figures mean nothing. */
  readonly smallest: boolean;
  /** The most targets of a section that measures more and more of them. */
  readonly most: number;
}

/** By name, the less the better: how often the time of the same work without this project, or sizes and numbers. */
export type Figures = Readonly<Record<string, number>>;

/** What a section has measured. */
export interface Measured {
  readonly text: string;
  readonly figures: Figures;
}

/** The figures of each section. */
export type Recorded = Readonly<Record<string, Figures>>;

const FILE = new URL('./figures.json', import.meta.url);
/** A figure may be so many times what is recorded. */
const TIMES = 2;

/** The figures that were recorded last. */
export const recorded = (): Recorded => JSON.parse(readFileSync(FILE, 'utf8')) as Recorded;

/** Records the figures of the sections that were measured in place of their last ones. */
export function record(measured: Recorded): void {
  const all = Object.entries({ ...recorded(), ...measured }).map(([section, figures]) => [
    section,
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(3))])),
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/** A line for each figure of the sections measured that is more than twice the recorded one, or is not there any more. */
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
