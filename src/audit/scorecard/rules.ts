/** The rules that a scorecard was judged by. Scores under different rules are not comparable. */

import { SCHEMA_VERSION, SPEC_VERSION } from '../../base/versions.ts';
import { FIRST_RULES, RULES } from '../check-texts/rule-sets.ts';

export interface Rules {
  readonly spec_version: string;
  readonly schema_version: string;
  readonly rules?: number | undefined;
}

/** Returns the number of the rule set. A missing number means the first rule set. */
export function rulesOf({ rules }: Pick<Rules, 'rules'>): number {
  return rules ?? FIRST_RULES;
}

/** Returns only the members of a scorecard that identify its rules. */
export function rulesBehind(scorecard: Rules): Rules & { readonly rules: number } {
  const { spec_version, schema_version } = scorecard;
  return { spec_version, schema_version, rules: rulesOf(scorecard) };
}

/** The rules of this version of the program. */
export const OWN_RULES: Rules = { spec_version: SPEC_VERSION, schema_version: SCHEMA_VERSION, rules: RULES };

/** Returns rules as text, for example `standard 0.5.0, schema 0.4, rules 2`. */
export function rulesText(of: Rules): string {
  return `standard ${of.spec_version}, schema ${of.schema_version}, rules ${rulesOf(of)}`;
}

/** Compares rules by age, for sorting; returns 0 if they are equal. */
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
  // Created once, because `localeCompare` with options creates a collator for each call. Created on first use, because
  // loading locale data takes several milliseconds.
  versions ??= new Intl.Collator('en', { numeric: true });
  return versions.compare(a, b);
}
