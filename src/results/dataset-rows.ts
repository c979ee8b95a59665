/** The rows of the dataset's tables. */
import { rulesOf } from '../scorecard/rules.ts';
import { readVerdict } from '../scorecard/verdict-word.ts';
import { type Adoption, ALL_KINDS } from '../view/adoption.ts';
import type { Past } from './past.ts';

/** A cell; dates and instants are text (ISO 8601). */
export type Cell = string | number | null;

/** The cells of each row, in the order of the table's columns. */
export type Rows = readonly (readonly Cell[])[];

/** The rows that a target has in the tables that grow with the catalog. */
export const TARGET_ROWS: Readonly<Record<'verdicts' | 'scores', (past: Past) => Rows>> = {
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

/** The rows of the table of shares. */
export function shareRows(adoption: Adoption): Rows {
  return [ALL_KINDS, ...adoption.kinds].flatMap((kind) =>
    adoption.checks.flatMap((check) =>
      adoption.check(check, kind).flatMap(({ passed, base, seen }, i) => {
        const day = adoption.days[i];
        if (day === undefined || seen === 0) return [];
        return [[day.day, kind, check, day.rules.spec_version, rulesOf(day.rules), passed, base, seen]];
      }),
    ),
  );
}
