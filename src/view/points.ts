/** Both scores taken apart: which results put how many points into them. */
import { POINTS } from '../catalogue/index.ts';
import { KEYWORDS, type Keyword, type Status } from '../catalogue/vocabulary.ts';
import { pointsOf } from '../scorecard/score.ts';
import type { StoredResult } from '../scorecard/stored.ts';

interface PointsRow {
  readonly keyword: Keyword;
  readonly status: Status;
  readonly count: number;
  readonly earned: number;
  readonly counted: number;
}

export interface Points {
  readonly rows: readonly PointsRow[];
  readonly earned: number;
  readonly counted: number;
}

const COUNTED: readonly Status[] = ['pass', 'broken', 'noncompliant', 'absent'];

export function pointsTable(results: readonly Pick<StoredResult, 'keyword' | 'status'>[]): Points {
  const rows = KEYWORDS.flatMap((keyword) =>
    COUNTED.flatMap((status) => {
      const count = results.filter((result) => result.keyword === keyword && result.status === status).length;
      if (count === 0) return [];
      const each = pointsOf({ keyword, status });
      return [{ keyword, status, count, earned: count * each.earned, counted: count * each.counted }];
    }),
  );
  return {
    rows,
    earned: sum(rows.map(({ earned }) => earned)),
    counted: sum(rows.map(({ counted }) => counted)),
  };
}

/** `4 × 5`: how many checks, and what each is worth. */
export function worth({ keyword, count }: Pick<PointsRow, 'keyword' | 'count'>): string {
  return `${count} × ${POINTS[keyword]}`;
}

/** A number of points as people write it: `−2.25`, `15`. */
export function pointsText(points: number): string {
  return String(points).replace('-', '−');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
