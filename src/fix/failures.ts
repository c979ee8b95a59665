/** Lists the failed checks of a scorecard in the order in which to fix them, and summarizes a scorecard in one sentence. */
import type { CheckId } from '../audit/check-texts/index.ts';
import { FAILING_STATUSES } from '../audit/check-texts/vocabulary.ts';
import type { Result, Scorecard } from '../audit/scorecard/schema.ts';
import { headlineOf } from '../audit/scorecard/title.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import { plural } from '../base/text.ts';
import { byFixOrder, changeOf, mayStay } from './brief-parts.ts';

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
    // Has no full stop, for example `6 things are broken and 2 are missing`.
    what: parts.length === 0 ? `${last}` : `${parts.join(', ')} and ${last}`,
    // Takes only the first failure for each change, because one change may fix many failures.
    first: [
      ...Map.groupBy(
        failures.filter((one) => !mayStay(one)),
        ({ id }) => changeOf(id),
      ).values(),
    ]
      .slice(0, FIRST)
      .flatMap(([failure]) => (failure === undefined ? [] : { id: failure.id, title: headlineOf(failure) })),
  };
}

/** Returns the verdict in one line, for example `6 things are broken. Fix first: Unknown pages answer 200 · …` */
export function verdictText({ what, first }: VerdictView): string {
  if (first.length === 0) return `${what}.`;
  return `${what}. Fix first: ${first.map(({ title }) => title).join(' · ')}.`;
}

/** The result of a failed check. In a scorecard file of an old version, it may have no remediation. */
export type FailedResult = Result & { readonly status: 'absent' | 'broken' | 'noncompliant' };

export function isFailedResult(result: Result): result is FailedResult {
  return result.status === 'absent' || result.status === 'broken' || result.status === 'noncompliant';
}

/** Returns the failed checks in the order in which to fix them. Checks unknown to this version come last. */
export function failuresOf(results: readonly Result[]): FailedResult[] {
  return results.filter(isFailedResult).toSorted(byFixOrder);
}

/** A cause of failures: the check that represents it, and the other checks that fail for the same reason. */
export interface Cause {
  readonly failure: FailedResult;
  /** Checks that fail only because the server does not support the MCP revision that they test. */
  readonly also: readonly FailedResult[];
}

/** Groups failures by cause. The causes are in the order of the failures. */
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
