/** What changed since the scorecard before, as every form tells it. What the scorecards quote is untrusted here, too. */
import type { ChangeDirection } from '../definitions/vocabulary.ts';
import type { Envelope, Since } from '../scorecard/schema.ts';
import { isFixed } from '../scorecard/since.ts';
import { titleOf } from './title.ts';
import { instant } from './words.ts';

const SOURCES = { live: 'the live result', catalog: "the catalog's scorecard" } as const;
const WAYS = {
  better: 'Better',
  worse: 'Worse',
  newly_applies: 'Newly applies',
  neutral: 'Changed',
} as const;

export type SinceView = NonNullable<ReturnType<typeof sinceView>>;

/** Nothing of a first scorecard. */
export function sinceView({ since, scorecard }: Envelope) {
  if (since === undefined) return undefined;
  const labels = new Map(scorecard.results.map(({ id, label }) => [id, label]));
  return {
    // `44% (was 35%): 1 fixed, 0 worse`
    headline: headlineOf(since, scorecard.score.relative),
    compared: `Compared with ${SOURCES[since.of]} of ${instant(since.scored_at)}.`,
    // It names rules as files have them: untrusted.
    explanation: since.explanation,
    rows: since.changes.map((change) => ({
      ...change,
      title: titleOf({ id: change.id, label: labels.get(change.id) ?? change.id, status: change.to }),
      way: isFixed(change) ? 'Fixed' : WAYS[change.direction],
    })),
    comparable: since.comparable,
  };
}

function headlineOf({ score, comparable, fixed = 0, worse = 0, changes }: Since, now: number): string {
  if (comparable && changes.length === 0 && now === score.relative) return `${now}%, as before`;
  if (!comparable) return `${now}% now, ${score.relative}% before: these two scores cannot be compared`;
  const of = (wanted: ChangeDirection) => changes.filter(({ direction }) => direction === wanted).length;
  const better = changes.filter((change) => change.direction === 'better' && !isFixed(change)).length;
  const counts = [
    `${fixed} fixed`,
    ...(better === 0 ? [] : [`${better} better`]),
    `${worse} worse`,
    ...(of('newly_applies') === 0 ? [] : [`${of('newly_applies')} newly applying`]),
    ...(of('neutral') === 0 ? [] : [`${of('neutral')} changed otherwise`]),
  ];
  return `${now}% (was ${score.relative}%): ${changes.length === 0 ? 'nothing changed' : counts.join(', ')}`;
}
