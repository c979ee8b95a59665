import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const NAMES = ['llms-txt', 'llms-txt-format', 'robots', 'robots-ai-rules', 'sitemap'];

describe('nearest', () => {
  it.each([
    ['llms-tx', 'llms-txt'],
    ['LLMS-TXT', 'llms-txt'],
    ['robot', 'robots'],
    ['stiemap', 'sitemap'],
    ['ai-rules', 'robots-ai-rules'],
  ])('suggests for %s first %s', (typed, expected) => {
    expect(nearest(typed, NAMES)[0]).toBe(expected);
  });

  it('suggests nothing for what is far from everything, or longer than any name', () => {
    expect(nearest('openapi', NAMES)).toEqual([]);
    expect(nearest('x', NAMES)).toEqual([]);
    expect(nearest('robots'.repeat(1000), NAMES)).toEqual([]);
  });
});
