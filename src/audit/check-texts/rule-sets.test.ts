import { expect, it } from 'vitest';
import { RULE_SETS, RULES } from './rule-sets.ts';

it('are numbered without a gap, the newest first', () => {
  expect(RULE_SETS[0]?.rules).toBe(RULES);
  expect(RULE_SETS.map(({ rules }) => rules)).toEqual(RULE_SETS.map((_, i) => RULE_SETS.length - i));
  const dates = RULE_SETS.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
});
