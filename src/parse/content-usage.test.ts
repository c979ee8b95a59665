import { describe, expect, it } from 'vitest';
import { isPreference, parseContentUsage, parseContentUsageRule } from './content-usage.ts';

const read = (value: string, parse = parseContentUsage) =>
  parse(value)?.map(
    (preference) => `${preference.category}=${preference.value ?? ''}${isPreference(preference) ? '' : '?'}`,
  );

describe('Content-Usage', () => {
  it.each([
    ['train-ai=n', ['train-ai=n']],
    ['train-ai=y, search=n', ['train-ai=y', 'search=n']],
    ['train-ai=n ,\tsearch=y', ['train-ai=n', 'search=y']],
    // The examples of the draft: the last one counts, and only a token states anything.
    ['train-ai=y, train-ai, search=n, search="n"', ['train-ai=?', 'search=?']],
    ['train-ai;allow=n, train-ai=y', ['train-ai=y']],
    ['train-ai;has;parameters="?"', ['train-ai=?']],
    ['train-ai=n;why="a, b; \\"c\\""; q=0.5', ['train-ai=n']],
    ['bots=n, train-ai=no, a.b*=(x y)', ['bots=n?', 'train-ai=no?', 'a.b*=?']],
    ['', []],
  ])('reads %j', (value, preferences) => {
    expect(read(value)).toEqual(preferences);
  });

  it.each([
    'Train-AI=n',
    'train-ai=n,',
    'train-ai=',
    'train-ai=n search=y',
    ',',
    'train-ai="n',
    'train-ai: n',
  ])('cannot parse %j', (value) => {
    expect(read(value)).toBeUndefined();
  });

  it.each([
    ['train-ai=n', ['train-ai=n']],
    ['/ai-ok/ train-ai=y', ['train-ai=y']],
    ['/a\t search=n', ['search=n']],
    ['/a', []],
  ])('reads the rule %j', (value, preferences) => {
    expect(read(value, parseContentUsageRule)).toEqual(preferences);
  });

  it('reads the beginning of a long value', () => {
    expect(read(`a=b, ${'x=y, '.repeat(5_000)}`)).toBeUndefined();
    expect(read(`a=b, ${' '.repeat(9_000)}?`)).toBeUndefined();
    expect(read(`a=b${' '.repeat(9_000)}?`)).toEqual(['a=b?']);
  });
});
