/** By which rules a scorecard was judged: scores of different ones are not compared without saying so. */
import { FIRST_RULES } from '../versions.ts';

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

/** For people: `standard 0.5.0, schema 0.4, rules 2`. */
export function rulesText(of: Rules): string {
  return `standard ${of.spec_version}, schema ${of.schema_version}, rules ${rulesOf(of)}`;
}

/** Which are older, as sorting has it; 0 for the same. */
export function byRules(a: Rules, b: Rules): number {
  return (
    a.spec_version.localeCompare(b.spec_version, 'en', { numeric: true }) ||
    a.schema_version.localeCompare(b.schema_version, 'en', { numeric: true }) ||
    rulesOf(a) - rulesOf(b)
  );
}
