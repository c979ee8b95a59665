import { expect, it } from 'vitest';
import { OWN_RULES } from '../audit/scorecard/rules.ts';
import { readVerdict, type VerdictWord } from '../audit/scorecard/verdict-word.ts';
import { manyHosts } from '../testing/listed.ts';
import { catalogView } from './catalog.ts';
import type { Listed } from './listed.ts';
import { passRate } from './rate.ts';

const [target] = manyHosts('site', 1);
if (target === undefined) throw new Error('one was asked for');

const site = (word: VerdictWord, rules = OWN_RULES): Listed => {
  const result = { id: 'llms-txt', ...readVerdict(word) };
  const score = { relative: 0, global: 0 } as Listed['scored']['score'];
  const summary = {} as Listed['scored']['summary'];
  return { target, scored: { at: '', rules, score, summary, mcp: false, results: [result] } };
};

const figuresOf = (listed: readonly Listed[]) => catalogView(listed).figures;

it('counts sites with a verdict, including those without the optional feature', () => {
  const words = [
    'pass',
    'absent',
    'n_a/optional-absent',
    'n_a/antecedent-unmet',
    'n_a',
    'skip',
    'error',
    'broken',
  ] as const;
  const listed = words.map((word) => site(word));
  expect(passRate(figuresOf(listed), 'llms-txt', 'no-such-check')).toEqual({ passed: 1, base: 4 });
  expect(passRate(figuresOf([]), 'llms-txt')).toEqual({ passed: 0, base: 0 });
});

it('counts only sites judged by the most common rules, the newest if tied', () => {
  const old = { ...OWN_RULES, rules: 1 };
  expect(passRate(figuresOf([site('pass', old), site('absent')]), 'llms-txt')).toEqual({
    passed: 0,
    base: 1,
  });
  const mostOld = [site('pass', old), site('absent', old), site('pass')];
  expect(passRate(figuresOf(mostOld), 'llms-txt')).toEqual({ passed: 1, base: 2 });
});
