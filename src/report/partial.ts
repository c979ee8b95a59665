/** Texts about partial audits. They must not imply that a skipped check was tested (.github/DECISIONS.md, "Not looked for"). */

import type { Status } from '../audit/check-texts/vocabulary.ts';
import type { Envelope, Result, Scorecard } from '../audit/scorecard/schema.ts';
import { LEFT_OUT } from '../audit/scorecard/score.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import { plural } from '../base/text.ts';

type Statuses = readonly Pick<Result, 'status'>[];

/**
 * Returns a warning to show before the scores, if they cover only a part of the checks: the audit was partial, or at least as
 * many checks could not be tested as were decided.
 */
export function partialNote({
  cut_short,
  scorecard: { results },
}: Pick<Envelope, 'cut_short' | 'scorecard'>): string | undefined {
  const skipped = counted(results, 'skip');
  if (cut_short !== true && skipped === 0) {
    const errors = counted(results, 'error');
    if (errors < judgedCount(results) || errors === 0) return undefined;
    return `The scores say little about this site: ${errors} of ${plural(results.length, 'check')} could not be tested.`;
  }
  const what = cut_short === true ? 'Cut short: the deadline ended this audit' : 'Partial audit';
  if (skipped === 0) return `${what}.`;
  const before = cut_short === true ? ' before' : ':';
  const done = cut_short === true ? 'decided' : 'not run';
  return `${what}${before} ${skipped} of ${plural(results.length, 'check')} ${skipped === 1 ? 'was' : 'were'} ${done}. Such checks are ${LEFT_OUT}.`;
}

/** Returns, for each score, a sentence about the checks that the score covers. */
export function meaningOf(results: Statuses) {
  const judged = judgedCount(results);
  const noVerdict = results.filter(hasNoVerdict).length;
  const all = plural(results.length, 'check');
  if (noVerdict === 0) {
    return {
      relative: `Measured on the ${judged} of ${all} that apply here.`,
      global: `Measured on all ${all}, whether they apply here or not.`,
    };
  }
  const skipped = counted(results, 'skip');
  const unseen = noVerdict - skipped;
  const excluded = [
    ...(unseen > 0 ? [`${unseen} of ${results.length} could not be tested`] : []),
    ...(skipped > 0 ? [`${skipped} of ${results.length} ${skipped === 1 ? 'was' : 'were'} not run`] : []),
  ].join(', ');
  return {
    relative: `Measured on the ${plural(judged, 'check')} that ${judged === 1 ? 'applies' : 'apply'} here; ${excluded}.`,
    global: `Measured on all ${all}; a check without a verdict earns nothing.`,
  };
}

/** Returns a category's passed checks, errors and skipped checks as numbers, such as `3 of 5 passed, 1 error`. */
export function categoryCount({ passed, counted: all }: CategoryCounts, ofCategory: Statuses): string {
  if (all === 0) return 'no counted check';
  const blind = noVerdictCount(ofCategory);
  const isSeen = ofCategory.some((result) => !hasNoVerdict(result) && result.status !== 'n_a');
  return [...(isSeen ? [`${passed} of ${all} passed`] : []), ...blind].join(', ');
}

/** Like `categoryCount`, but short, such as `3/5`, `3/5, 1 error` or `not tested`. */
export function shortCount(category: CategoryCounts, ofCategory: Statuses): string {
  const label = categoryLabel(category, ofCategory);
  if (label === 'N/A' || label === 'not tested' || label === 'not run') return label;
  return [`${category.passed}/${category.counted}`, ...noVerdictCount(ofCategory)].join(', ');
}

type CategoryLabel = 'pass' | 'partial' | 'none' | 'N/A' | 'not tested' | 'not run';

type CategoryCounts = Pick<Scorecard['categories'][number], 'passed' | 'counted'>;

/** Returns `N/A` if no check counts, and `not run` or `not tested` if checks count but none has a verdict. */
export function categoryLabel({ passed, counted: all }: CategoryCounts, ofCategory: Statuses): CategoryLabel {
  if (all === 0) return 'N/A';
  const counting = ofCategory.filter(({ status }) => status !== 'n_a');
  if (counting.every(({ status }) => status === 'skip')) return 'not run';
  if (counting.every(hasNoVerdict)) return 'not tested';
  if (passed === 0) return 'none';
  return passed === all ? 'pass' : 'partial';
}

/** Returns the numbers of checks without a verdict, such as `2 errors`, `1 not run`. They must not be read as failures. */
function noVerdictCount(results: Statuses): string[] {
  const [errors, skipped] = [counted(results, 'error'), counted(results, 'skip')];
  const unknown = results.filter(hasNoVerdict).length - errors - skipped;
  return [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(skipped > 0 ? [`${skipped} not run`] : []),
    ...(unknown > 0 ? [`${unknown} of unknown status`] : []),
  ];
}

export function noForecast(results: Statuses): string {
  const noVerdictCounts = noVerdictCount(results);
  return noVerdictCounts.length === 0
    ? 'What each fix adds to the scores is not shown: they were computed by an older formula.'
    : `The scores after each fix are not shown: checks without a verdict (${noVerdictCounts.join(', ')}) could change them.`;
}

/** Returns in a few words whether the MCP endpoint was found, does not exist, or was not looked for everywhere. */
export function mcpState({ mcp_endpoint, mcp_discovery, results }: Scorecard): string {
  if (mcp_endpoint !== null) return 'found';
  // Checks that need an endpoint are `n_a` only if discovery was complete and found none.
  const dependent = results.filter(({ category, id }) => category === 'mcp' && id !== 'webmcp');
  if (dependent.some((result) => result.status === 'n_a' && result.na_reason === 'antecedent-unmet'))
    return 'no MCP endpoint discovered';
  return mcp_discovery.length === 0 || dependent.every(({ status }) => status === 'skip')
    ? 'MCP endpoint not looked for'
    : 'MCP endpoint not known: it could not be looked for everywhere';
}

/** Returns the number of checks that apply and have a verdict. */
function judgedCount(results: Statuses): number {
  return results.filter((result) => !hasNoVerdict(result) && result.status !== 'n_a').length;
}

function counted(results: Statuses, wanted: Status): number {
  return results.filter(({ status }) => status === wanted).length;
}
