import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { steps } from './progress.ts';

function told(done: readonly number[], total: number): number[] {
  const progress: number[] = [];
  const tell = steps((value) => progress.push(value));
  for (const value of done) tell({ done: value, total, message: 'm' });
  return progress;
}

describe('steps', () => {
  it('tells of the first report, of each sixth, and of the last', () => {
    const all = Array.from({ length: 66 }, (_, i) => i);
    expect(told(all, 65)).toEqual([0, 11, 22, 33, 44, 55, 65]);
  });

  it('always tells of more than before, whatever is reported', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100)), fc.nat(100), (done, total) => {
        const progress = told(done, total);
        expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
      }),
    );
  });
});
