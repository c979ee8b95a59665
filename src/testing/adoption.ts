/** The figures of a catalog of which only the latest scorecards are known. */
import { type Adoption, adoptionOf } from '../view/adoption.ts';
import type { Listed } from '../view/listed.ts';
import { dayOf, sitePeriods, type Timeline, verdictPeriods } from '../view/verdict-periods.ts';

export function adoptionOfListed(listed: readonly Listed[]): Adoption {
  const timelines = listed.map(
    ({ target, scored }): Timeline => ({
      target,
      past: [
        {
          at: scored.at,
          rules: scored.rules,
          verdicts: new Map(scored.results.map(({ id, status }) => [id, status])),
        },
      ],
      unseenSince: [],
    }),
  );
  return adoptionOf({
    days: listed.map(({ scored }) => dayOf(scored.at)),
    sites: timelines.flatMap(sitePeriods),
    verdicts: timelines.flatMap(verdictPeriods),
  });
}
