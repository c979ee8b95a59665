import { expect, it } from 'vitest';
import { byRules, OWN_RULES, rulesBehind, rulesText } from './rules.ts';

const own = rulesBehind(OWN_RULES);
const next = (version: string) => version.replace(/\d+$/, (part) => String(Number(part) + 1));

it.each([
  ['the standard', { spec_version: next(own.spec_version) }],
  ['the schema', { schema_version: next(own.schema_version) }],
  ['the number', { rules: own.rules + 1 }],
  ['the number, under an older standard', { spec_version: '0.0.1', rules: own.rules + 1 }],
])('are others where %s is newer', (_, later) => {
  expect(byRules({ ...own, ...later }, own)).not.toBe(0);
});

it('are ordered by their numbers', () => {
  expect(byRules(own, own)).toBe(0);
  // Versions are compared as numbers, not as text.
  expect(byRules({ ...own, schema_version: '0.10' }, { ...own, schema_version: '0.9' })).toBeGreaterThan(0);
});

it('are named for people', () => {
  expect(rulesText({ spec_version: '0.3.0', schema_version: '0.2' })).toBe(
    'standard 0.3.0, schema 0.2, rules 1',
  );
});
