/** Adds the changes since an earlier scorecard to a newer one. */
import { CHANGE_DIRECTIONS } from '../check-texts/vocabulary.ts';
import { compareEnvelopes } from './compare.ts';
import { byRules } from './rules.ts';
import type { Envelope, Since } from './schema.ts';

/** An earlier scorecard, and whether it is from a live audit or from the catalog. */
interface Earlier {
  readonly of: Since['of'];
  readonly envelope: Envelope;
}

/** Returns the scorecard with the changes since an earlier one. */
export function sinceEarlier<T extends Envelope>(envelope: T, earlier: Earlier): T {
  const before = earlier.envelope;
  // Equal times mean that both scorecards are of one audit, which was judged again by the current rules.
  const oneAudit = envelope.freshness.scored_at === before.freshness.scored_at;
  const { changes, explanation } = compareEnvelopes(before, envelope, oneAudit ? { from: envelope } : {});
  const comparable = !oneAudit && areComparable(before, envelope);
  const listed = changes
    .map(({ id, from, to, direction }) => ({
      id,
      from: from.status,
      to: to.status,
      // If the scorecards are not comparable, it is not known whether a change is for the better.
      direction: comparable ? direction : ('neutral' as const),
    }))
    .sort((a, b) => CHANGE_DIRECTIONS.indexOf(a.direction) - CHANGE_DIRECTIONS.indexOf(b.direction));
  const since: Since = {
    of: earlier.of,
    scored_at: before.freshness.scored_at,
    score: { relative: before.scorecard.score.relative, global: before.scorecard.score.global },
    ...(comparable && {
      fixed: listed.filter(isFixed).length,
      worse: listed.filter(({ direction }) => direction === 'worse').length,
    }),
    comparable,
    explanation,
    changes: listed,
  };
  return { ...envelope, since };
}

/** Returns whether a check that failed before passes now. */
export function isFixed({ from, to, direction }: Since['changes'][number]): boolean {
  return direction === 'better' && to === 'pass' && from !== 'n_a';
}

/** Returns the newest earlier scorecard that is comparable; if there is none, the newest earlier scorecard. */
export function earlierOf(envelope: Envelope, known: readonly Earlier[]): Earlier | undefined {
  const rank = (one: Earlier) => Number(areComparable(one.envelope, envelope));
  return known
    .filter((one) => scoredAt(one.envelope) < scoredAt(envelope))
    .toSorted((a, b) => rank(b) - rank(a) || scoredAt(b.envelope) - scoredAt(a.envelope))[0];
}

/** Returns whether both audits had the same rules, site type and address. */
function areComparable(a: Envelope, b: Envelope): boolean {
  return (
    byRules(a.scorecard, b.scorecard) === 0 &&
    a.scorecard.site_type === b.scorecard.site_type &&
    a.target_url === b.target_url
  );
}

function scoredAt({ freshness }: Envelope): number {
  return Date.parse(freshness.scored_at);
}
