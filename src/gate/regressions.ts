/** What a comparison of two scorecards holds against the later one. */
import type { Comparison, VerdictChange } from '../scorecard/compare.ts';
import { byRules } from '../scorecard/rules.ts';

/**
 * The changes for the worse that are the site's own doing: not those that only the rules made, and none where it cannot be told
 * which. What could not be seen on one side is no change for the worse. Two addresses are compared as one site, so that a
 * preview can be held against production: by the same rules, and declared to be the same type.
 */
export function regressions({ from, to, changes }: Comparison): VerdictChange[] {
  const sameQuestion = byRules(from, to) === 0 && from.site_type === to.site_type;
  return changes.filter(
    ({ direction, cause }) =>
      direction === 'worse' && (cause === 'site' || cause === 'both' || (cause === 'peers' && sameQuestion)),
  );
}
