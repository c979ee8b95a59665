/** Forecasts a site's scores after the changes in its brief. */

import type { CheckId } from '../audit/check-texts/index.ts';
import { isFailing } from '../audit/check-texts/vocabulary.ts';
import type { Result, Scorecard } from '../audit/scorecard/schema.ts';
import { pointsBehind, scoreOf } from '../audit/scorecard/score.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import { BEGINS, BEGINS_WITH_MODERN, mayStay, STAYS_ABSENT } from './brief-parts.ts';
import { hasNone, isPromise } from './site.ts';

export interface Scores {
  readonly relative: number;
  readonly global: number;
}

interface Outcome {
  readonly fixed: ReadonlySet<string>;
  /** The checks that begin to apply, or whose verdict may change. The forecast assumes that they pass. */
  readonly begin: ReadonlySet<string>;
  readonly results: readonly Pick<Result, 'id' | 'keyword' | 'status'>[];
}

/** Pairs of checks for the same list (tools or resources) in two MCP revisions. A server offers a list in both or in neither. */
const SAME_LISTS: readonly (readonly [CheckId, CheckId])[] = [
  ['mcp-tools-list', 'mcp-modern-tools-list'],
  ['mcp-resources-list', 'mcp-modern-resources-miss'],
];

/**
 * Returns the status of each check after the changes in the brief. Failed checks then pass, and so do checks that begin to
 * apply. Failures that the brief does not ask to fix remain.
 *
 * @param isLeft returns whether a failure stays as it is, for example because a waiver accepts it
 * @param more other checks that begin to apply, such as `openapi` if the owner adds an API description
 */
export function outcomeOf(
  scorecard: Pick<Scorecard, 'results' | 'mcp_endpoint'>,
  isLeft: (result: Result) => boolean = () => false,
  more: readonly CheckId[] = [],
): Outcome {
  const { results } = scorecard;
  const byId = new Map(results.map((result) => [result.id, result]));
  const stays = (result: Result) => !isFailing(result.status) || isLeft(result) || mayStay(result);
  const fixed = new Set(results.filter((result) => !stays(result)).map(({ id }) => id));
  const begin = new Set<string>([...more, ...judgedAnew(byId, fixed)]);
  const queue: string[] = [...fixed, ...more];
  for (const id of queue) {
    const isNewRevision = id === 'mcp-modern-tools-list' && byId.get(id)?.status === 'absent';
    for (const next of [...(BEGINS[id as CheckId] ?? []), ...(isNewRevision ? BEGINS_WITH_MODERN : [])]) {
      if (byId.get(next)?.status !== 'n_a' || begin.has(next)) continue;
      begin.add(next);
      queue.push(next);
    }
  }
  const gone = goneChecks(scorecard, byId, begin);
  const statusOf = ({ id, status }: Result) => {
    if (!fixed.has(id) && !begin.has(id)) return gone.has(id) && status === 'pass' ? 'n_a' : status;
    if (id === STAYS_ABSENT && status === 'n_a') return 'absent';
    return gone.has(id) ? 'n_a' : 'pass';
  };
  return {
    fixed,
    begin,
    results: results.map((result) => ({ id: result.id, keyword: result.keyword, status: statusOf(result) })),
  };
}

/** Checks of links on the home page. An audit requests at most one linked URL that no other check requests. */
const LINKS: readonly CheckId[] = ['link-headers', 'root-link-rel', 'noscript-fallback'];
const REQUESTED_ANYWAY = /\/(llms(-full)?\.txt|openapi\.(json|yaml)|sitemap\.xml|robots\.txt)\b/;

/** Returns the passing checks that may fail later. For example, audits find dead links only if unknown pages return 404. */
function judgedAnew(byId: ReadonlyMap<string, Result>, fixed: ReadonlySet<string>): CheckId[] {
  const hidesDead = fixed.has('agent-friendly-404') && byId.get('agent-friendly-404')?.status === 'absent';
  const oneIsDead = LINKS.some((id) => byId.get(id)?.status === 'noncompliant');
  const isDoubtful = (id: CheckId) =>
    hidesDead || (oneIsDead && !REQUESTED_ANYWAY.test(byId.get(id)?.evidence ?? ''));
  const doubtful: CheckId[] = [
    ...(fixed.has('accept-markdown') ? (['markdown-vary'] as const) : []),
    ...LINKS.filter(isDoubtful),
    ...(hidesDead ? (['llms-txt-links'] as const) : []),
  ];
  return doubtful.filter((id) => byId.get(id)?.status === 'pass');
}

/** Returns the checks that no longer apply after the changes, for example because the owner removes a document. */
function goneChecks(
  { mcp_endpoint }: Pick<Scorecard, 'mcp_endpoint'>,
  byId: ReadonlyMap<string, Result>,
  begin: ReadonlySet<string>,
): ReadonlySet<string> {
  const gone = new Set<string>();
  if (isPromise(byId.get('mcp-initialize'), byId.get('mcp-capabilities')))
    gone.add('mcp-initialize').add('well-known-mcp-card');
  else if (mcp_endpoint === null && isFailing(byId.get('well-known-mcp-card')?.status ?? ''))
    gone.add('well-known-mcp-card');
  for (const [one, other] of [...SAME_LISTS, ...SAME_LISTS.map(([one, other]) => [other, one] as const)])
    if (byId.get(one)?.status === 'absent' && hasNone(byId.get(other)) && !begin.has(other)) gone.add(one);
  return gone;
}

/** Returns the scores after the changes in the brief; `undefined` if a check has no verdict or the score formula has changed. */
export function scoresThen(scorecard: Scorecard, { results }: Pick<Outcome, 'results'>): Scores | undefined {
  const all = pointsBehind(scorecard);
  if (all === undefined || scorecard.results.some(hasNoVerdict)) return undefined;
  return scoreOf(results, all);
}
