/** By which rules a scorecard was judged: scores of different ones are not compared without saying so. */

import { SCHEMA_VERSION, SPEC_VERSION } from '../../base/versions.ts';
import { FIRST_RULES, RULES } from '../check-texts/rule-sets.ts';

/** What names the rules of a scorecard, or of a point of its history. */
export interface Rules {
  readonly spec_version: string;
  readonly schema_version: string;
  readonly rules?: number | undefined;
}

/** Their number; what names none was judged by the first. */
export function rulesOf({ rules }: Pick<Rules, 'rules'>): number {
  return rules ?? FIRST_RULES;
}

/** The rules of a scorecard alone, for what keeps no whole scorecard. */
export function rulesBehind(scorecard: Rules): Rules & { readonly rules: number } {
  const { spec_version, schema_version } = scorecard;
  return { spec_version, schema_version, rules: rulesOf(scorecard) };
}

/** Of this version of the program. */
export const OWN_RULES: Rules = { spec_version: SPEC_VERSION, schema_version: SCHEMA_VERSION, rules: RULES };

/** For people: `standard 0.5.0, schema 0.4, rules 2`. */
export function rulesText(of: Rules): string {
  return `standard ${of.spec_version}, schema ${of.schema_version}, rules ${rulesOf(of)}`;
}

/** Which are older, as sorting has it; 0 for the same. */
export function byRules(a: Rules, b: Rules): number {
  return (
    versionOrder(a.spec_version, b.spec_version) ||
    versionOrder(a.schema_version, b.schema_version) ||
    rulesOf(a) - rulesOf(b)
  );
}

let versions: Intl.Collator | undefined;

function versionOrder(a: string, b: string): number {
  if (a === b) return 0;
  // Created once, because `localeCompare` with options creates one for each call; and when it is first needed, because
  // loading the data of a locale takes several milliseconds of every start.
  versions ??= new Intl.Collator('en', { numeric: true });
  return versions.compare(a, b);
}
