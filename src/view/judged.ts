/** How a stored scorecard relates to today's rules: what it could not judge, and what this version does not know. */
import type { Definition } from '../catalogue/definition.ts';
import { byRules, isNewer, OWN_RULES, rulesText } from '../scorecard/rules.ts';
import type { StoredScorecard } from '../scorecard/stored.ts';
import { notJudgedBy } from './checks.ts';
import { plural } from './words.ts';

/** What a scorecard of other rules says of itself. */
interface OtherRules {
  readonly note: string;
  /** The checks of today that it has no result of, in the catalogue's order. */
  readonly notJudged: readonly Definition[];
}

/** `undefined` for a scorecard of today's rules that has all of today's checks. */
export function otherRules(scorecard: StoredScorecard): OtherRules | undefined {
  const notJudged = notJudgedBy(scorecard.results);
  if (byRules(scorecard, OWN_RULES) === 0 && notJudged.length === 0) return undefined;
  const rules = isNewer(scorecard)
    ? `Judged by newer rules (${rulesText(scorecard)}) than this version knows (${rulesText(OWN_RULES)}): what it does not know is shown as the scorecard has it.`
    : `Judged by other rules (${rulesText(scorecard)}) than those of today (${rulesText(OWN_RULES)}): the scores of the two are not comparable.`;
  const missing =
    notJudged.length === 0
      ? []
      : [
          `${plural(notJudged.length, 'check')} of today ${notJudged.length === 1 ? 'was' : 'were'} not judged then.`,
        ];
  return { note: [rules, ...missing].join(' '), notJudged };
}
