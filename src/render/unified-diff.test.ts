import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const diff = (before: string | undefined, after: string) =>
  unifiedDiff('f', before, after).split('\n').slice(2);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('');

describe('a unified diff', () => {
  it.each([
    ['a new file', undefined, 'a\nb\n', ['@@ -0,0 +1,2 @@', '+a', '+b']],
    ['a line at the end', 'a\n', 'a\nb\n', ['@@ -1,1 +1,2 @@', ' a', '+b']],
    ['a line between', 'a\nc\n', 'a\nb\nc\n', ['@@ -1,2 +1,3 @@', ' a', '+b', ' c']],
    ['a line that goes', 'a\nb\n', 'b\n', ['@@ -1,2 +1,1 @@', '-a', ' b']],
    [
      'an end without a line feed',
      'a',
      'a\n',
      ['@@ -1,1 +1,1 @@', '-a', '\\ No newline at end of file', '+a'],
    ],
    ['no change', 'a\n', 'a\n', []],
    [
      'lines among which common ones stay',
      'a\nb\nc\n',
      'x\nb\ny\nc\n',
      ['@@ -1,3 +1,4 @@', '-a', '+x', ' b', '+y', ' c'],
    ],
  ])('of %s', (_, before, after, lines) => {
    expect(diff(before, after)).toEqual(lines);
  });

  it('has a hunk for each change that is far from others', () => {
    const lines = diff(numbers(1, 20), `0\n${numbers(1, 19)}twenty\n`);
    expect(lines.filter((line) => line.startsWith('@@'))).toEqual(['@@ -1,3 +1,4 @@', '@@ -17,4 +18,4 @@']);
  });

  it('shows large parts that differ as replaced', () => {
    const lines = diff(numbers(1, 2000), numbers(3000, 5000));
    expect(lines).toHaveLength(1 + 2000 + 2001);
  });
});
