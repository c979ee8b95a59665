/** Lists the failed checks of a scorecard in the order in which to fix them, and sums the scorecard up in one sentence. */
import type { CheckId } from '../audit/check-texts/index.ts';
import { FAILING_STATUSES } from '../audit/check-texts/vocabulary.ts';
import type { Result, Scorecard } from '../audit/scorecard/schema.ts';
import { headlineOf } from '../audit/scorecard/title.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import { plural } from '../audit/scorecard/words.ts';
import { byFixOrder, changeOf } from './brief-parts.ts';

const FIRST = 3;

type VerdictView = ReturnType<typeof verdictOf>;

const SINGULAR = { broken: 'is broken', noncompliant: 'falls short', absent: 'is missing' } as const;
const PLURAL = { broken: 'are broken', noncompliant: 'fall short', absent: 'are missing' } as const;

export function verdictOf({ results }: Pick<Scorecard, 'results'>) {
  const failures = failuresOf(results);
  if (failures.length === 0) {
    const what = results.some(hasNoVerdict) ? 'Nothing that was checked fails' : 'Nothing to fix';
    return { what, first: [] as { id: string; title: string }[] };
  }
  const counts = FAILING_STATUSES.map((status) => ({
    status,
    count: failures.filter((failure) => failure.status === status).length,
  })).filter(({ count }) => count > 0);
  const parts = counts.map(({ status, count }, i) => {
    const verb = (count === 1 ? SINGULAR : PLURAL)[status];
    return i === 0 ? `${plural(count, 'thing')} ${verb}` : `${count} ${verb}`;
  });
  const last = parts.pop();
  return {
    // Without a full stop: `6 things are broken and 2 are missing`.
    what: parts.length === 0 ? `${last}` : `${parts.join(', ')} and ${last}`,
    // Only the first failure of each change, because one cause can fail many checks.
    first: [...Map.groupBy(failures, ({ id }) => changeOf(id)).values()]
      .slice(0, FIRST)
      .flatMap(([failure]) => (failure === undefined ? [] : { id: failure.id, title: headlineOf(failure) })),
  };
}

/** Returns the verdict as one line of text: `6 things are broken. Fix first: Unknown pages answer 200 · …` */
export function verdictText({ what, first }: VerdictView): string {
  if (first.length === 0) return `${what}.`;
  return `${what}. Fix first: ${first.map(({ title }) => title).join(' · ')}.`;
}

/** A result that can be fixed. In a scorecard file of an old version it may have no remediation. */
export type FailedResult = Result & { readonly status: 'absent' | 'broken' | 'noncompliant' };

export function isFailedResult(result: Result): result is FailedResult {
  return result.status === 'absent' || result.status === 'broken' || result.status === 'noncompliant';
}

/** Returns the failed checks in the order in which to fix them. Checks that this version does not know come last. */
export function failuresOf(results: readonly Result[]): FailedResult[] {
  return results.filter(isFailedResult).toSorted(byFixOrder);
}

/** One cause: the failure that shows it, and the other checks that fail for the same reason. */
export interface Cause {
  readonly failure: FailedResult;
  /** Checks that fail only because the server does not speak the protocol revision that they test. */
  readonly also: readonly FailedResult[];
}

/** Returns the failures grouped by cause, in the given order. */
export function causesOf(failures: readonly FailedResult[]): readonly Cause[] {
  const also = failures.filter(({ unprobed }) => unprobed === true);
  const causes = failures.filter((one) => one.unprobed !== true);
  const [first, ...rest] = also;
  const server = causes.find(({ id }) => id === ('mcp-server-discover' satisfies CheckId));
  if (first === undefined || server !== undefined)
    return causes.map((failure) => ({ failure, also: failure === server ? also : [] }));
  return failures
    .filter((one) => !rest.includes(one))
    .map((failure) => ({ failure, also: failure === first ? rest : [] }));
}
