import { describe, expect, it } from 'vitest';
import { nearest, unknownName } from './suggest.ts';

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

describe('unknownName', () => {
  const given = {
    kind: 'usage',
    allowed: NAMES,
    hint: 'Look.',
    message: (shown: string) => `no “${shown}”`,
  } as const;

  it('cuts and cleans what was typed', () => {
    const { message } = unknownName({ ...given, name: `\u001b[31m${'x'.repeat(100)}` });
    expect(message).toMatch(/^no “\?\[31mx{50,}”$/);
    expect(message.length).toBeLessThan(70);
  });

  it('asks for the nearest names before it says where all are', () => {
    expect(unknownName({ ...given, name: 'robot' }).hint).toMatch(/^Did you mean robots.*\? Look\.$/);
    expect(unknownName({ ...given, name: 'zzz' }).hint).toBe('Look.');
  });
});
