/** The scores that a site reaches once its brief is followed. */
import type { CheckId } from '../definitions/index.ts';
import { isFailing } from '../definitions/vocabulary.ts';
import { hasNoVerdict } from '../scorecard/no-verdict.ts';
import { pointsBehind, scoreOf } from '../scorecard/score.ts';
import type { StoredResult, StoredScorecard } from '../scorecard/stored.ts';
import { BEGINS } from './changes.ts';
import { isPromise } from './site.ts';

export interface Scores {
  readonly relative: number;
  readonly global: number;
}

/** What becomes of each check when the brief is followed. */
export interface Outcome {
  /** The checks that fail now and pass then. */
  readonly fixed: ReadonlySet<string>;
  /** The checks that begin to apply and pass then. */
  readonly begin: ReadonlySet<string>;
  /** The status of every check then. */
  readonly results: readonly Pick<StoredResult, 'id' | 'keyword' | 'status'>[];
}

/** An API that limits nothing sends no fields about limits, and that is right: nothing is to be done. */
const STAYS_ABSENT: CheckId = 'rate-limit-headers';

/**
 * Returns what becomes of each check: failures pass, what they bring into play passes too, with the exceptions that a brief
 * does not ask to change.
 *
 * @param scorecard of an audit of the site
 * @param isLeft whether a failure stays as it is, such as one that a waiver accepts
 * @param more checks that the owner's answers bring into play, such as `openapi`
 */
export function outcomeOf(
  { results }: Pick<StoredScorecard, 'results'>,
  isLeft: (result: StoredResult) => boolean = () => false,
  more: readonly CheckId[] = [],
): Outcome {
  const byId = new Map(results.map((result) => [result.id, result]));
  const isPromised = isPromise(byId.get('mcp-initialize'), byId.get('mcp-capabilities'));
  const lists = byId.get('mcp-resources-list')?.status;
  const stays = (result: StoredResult) =>
    !isFailing(result.status) || isLeft(result) || (result.id === STAYS_ABSENT && result.status === 'absent');
  const fixed = new Set(results.filter((result) => !stays(result)).map(({ id }) => id));
  const begin = new Set<string>();
  const queue: string[] = [...fixed, ...more];
  for (const id of queue) {
    if (more.includes(id as CheckId)) begin.add(id);
    for (const next of BEGINS[id as CheckId] ?? []) {
      if (byId.get(next)?.status !== 'n_a' || begin.has(next)) continue;
      begin.add(next);
      queue.push(next);
    }
  }
  const statusOf = ({ id, status }: StoredResult) => {
    if (!fixed.has(id) && !begin.has(id)) return status;
    if (id === STAYS_ABSENT && status === 'n_a') return 'absent';
    // The endpoint goes from the document that names it.
    if (id === 'mcp-initialize' && isPromised) return 'n_a';
    // A server without resources has nothing to miss.
    if (id === 'mcp-modern-resources-miss' && lists === 'n_a') return 'n_a';
    return 'pass';
  };
  return {
    fixed,
    begin,
    results: results.map((result) => ({ id: result.id, keyword: result.keyword, status: statusOf(result) })),
  };
}

/**
 * Returns the scores of an outcome; `undefined` if they cannot be known, because a check has no verdict or the scorecard was
 * scored in another way.
 */
export function scoresThen(scorecard: StoredScorecard, { results }: Outcome): Scores | undefined {
  const all = pointsBehind(scorecard);
  if (all === undefined || scorecard.results.some(hasNoVerdict)) return undefined;
  return scoreOf(results, all);
}
