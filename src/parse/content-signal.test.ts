import { describe, expect, it } from 'vitest';
import { isKnownSignal, parseContentSignals } from './content-signal.ts';

const read = (line: string) =>
  parseContentSignals(line).map(
    (signal) => `${signal.name}=${signal.value}${isKnownSignal(signal) ? '' : '?'}`,
  );

describe('Content-Signal', () => {
  it.each([
    ['search=yes, ai-train=no', ['search=yes', 'ai-train=no']],
    ['Search = YES,AI-Input=no;ai-train=No', ['search=yes', 'ai-input=no', 'ai-train=no']],
    ['/blog ai-train=no', ['ai-train=no']],
    ['search=maybe, robots=yes, ai-train=', ['search=maybe?', 'robots=yes?', 'ai-train=?']],
    ['research=yes', ['research=yes?']],
    ['search=yes,use=reference, use=yes', ['search=yes', 'use=reference', 'use=yes?']],
    ['yes', []],
    ['', []],
  ])('reads %j', (line, signals) => {
    expect(read(line)).toEqual(signals);
  });
});
