/** The points of the plots of the adoption page, and the lines through them. */
import { byRules, type Rules } from '../scorecard/rules.ts';
import type { Adoption } from './adoption.ts';
import type { Rate } from './rate.ts';

/** A point of a plot: how many of how many on a day. */
export interface Point extends Rate {
  readonly day: string;
  readonly rules: Rules;
}

/** How many days a table has at most, next to each other. */
const COLUMNS = 6;

/** Over all sites, or those of a kind. */
export function checkPoints(adoption: Adoption, id: string, kind?: string): Point[] {
  return points(adoption, adoption.check(id, kind));
}

/** Of all verdicts on the sites of a kind. */
export function kindPoints(adoption: Adoption, kind: string): Point[] {
  return points(adoption, adoption.kind(kind));
}

function points({ days }: Adoption, rates: readonly Rate[]): Point[] {
  return days.map(({ day, rules }, i) => {
    const { passed, base } = rates[i] ?? { passed: 0, base: 0 };
    return { day, rules, passed, base };
  });
}

/** Draws the points by their dates, in a box of the given size. What different rules judged is not joined. */
export function sharePlot(
  points: readonly Point[],
  { width, height }: { readonly width: number; readonly height: number },
) {
  const times = points.map(({ day }) => Date.parse(day));
  const first = times[0] ?? 0;
  const span = (times.at(-1) ?? 0) - first || 1;
  const round = (value: number) => Math.round(value * 10) / 10;
  const places = points.map((point, i) => ({
    x: round((((times[i] ?? first) - first) / span) * width),
    y: point.base === 0 ? undefined : round(height - (point.passed / point.base) * height),
    begins: i === 0 || !sameRules(points[i - 1], point),
  }));
  const isJoined = (i: number) => {
    const [from, to] = [places[i - 1], places[i]];
    return from?.y !== undefined && to?.y !== undefined && !to.begins;
  };
  const lastDrawn = places.findLastIndex(({ y }) => y !== undefined);
  return {
    // A line through the points of the same rules that follow each other.
    lines: places
      .map(({ x, y }, i) => {
        if (isJoined(i)) return `L${x} ${y}`;
        return isJoined(i + 1) ? `M${x} ${y}` : '';
      })
      .join(''),
    // A point that no line goes through, and the last of all.
    dots: places.flatMap(({ x, y }, i) =>
      y !== undefined && (i === lastDrawn || !(isJoined(i) || isJoined(i + 1))) ? [{ x, y }] : [],
    ),
    // Where the rules changed.
    changes: places.flatMap(({ x, begins }, i) => (begins && i > 0 ? [x] : [])),
  };
}

function sameRules(a: Point | undefined, b: Point): boolean {
  return a !== undefined && byRules(a.rules, b.rules) === 0;
}

/**
 * The days of a table, as places in the list: the first and the last, and evenly what lies between, so that a table stays
 * narrow enough to be read. All days are in the dataset.
 */
export function tableDays(days: readonly unknown[]): number[] {
  const last = days.length - 1;
  const columns = Math.min(COLUMNS, days.length);
  if (columns < 2) return days.map((_, i) => i);
  return Array.from({ length: columns }, (_, i) => Math.round((i * last) / (columns - 1)));
}
