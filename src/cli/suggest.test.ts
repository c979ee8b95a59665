import { describe, expect, it } from 'vitest';
import { unknownName } from './suggest.ts';

const NAMES = ['llms-txt', 'llms-txt-format', 'robots', 'robots-ai-rules', 'sitemap'];

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
