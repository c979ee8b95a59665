/** The rows of the dataset's tables. */
import { rulesOf } from '../scorecard/rules.ts';
import { readVerdict } from '../scorecard/verdict-word.ts';
import { type Adoption, ALL_KINDS } from '../view/adoption.ts';
import type { DataTable } from '../view/dataset.ts';
import type { Past } from './past.ts';

/** A cell; dates and instants are text (ISO 8601). */
export type Cell = string | number | null;

/** The cells of each row, in the order of the table's columns. */
export type Rows = readonly (readonly Cell[])[];

/** The rows of a table. */
export function rowsOf(id: DataTable['id'], past: Past, adoption: Adoption): Rows {
  return MAKERS[id](past, adoption);
}

const MAKERS: Readonly<Record<DataTable['id'], (past: Past, adoption: Adoption) => Rows>> = {
  shares: (_past, adoption) =>
    [ALL_KINDS, ...adoption.kinds].flatMap((kind) =>
      adoption.checks.flatMap((check) =>
        adoption.check(check, kind).flatMap(({ passed, base, seen }, i) => {
          const day = adoption.days[i];
          if (day === undefined || seen === 0) return [];
          return [[day.day, kind, check, day.rules.spec_version, rulesOf(day.rules), passed, base, seen]];
        }),
      ),
    ),
  verdicts: ({ verdicts }) =>
    verdicts.map(({ host, kind, check, verdict, rules, first, last, until }) => {
      const { status, na_reason } = readVerdict(verdict);
      const standard = rules.spec_version;
      return [host, kind, check, status, na_reason ?? null, standard, rulesOf(rules), first, last, until];
    }),
  scores: ({ scores }) =>
    scores.map(({ host, kind, relative, global, ...entry }) => [
      host,
      kind,
      entry.scored_at,
      entry.spec_version,
      rulesOf(entry),
      relative,
      global,
    ]),
};
