import { describe, expect, it } from 'vitest';
import { parseTarget } from '../../../target.ts';
import { IDNA_CASES } from './to-ascii.ts';

describe('the host of a target, by UTS 46', () => {
  it.each(IDNA_CASES)('$about ($host)', ({ host, ascii, refusedBecause }) => {
    if (ascii === null || refusedBecause !== undefined) {
      expect(() => parseTarget(host)).toThrow(/^Cannot audit/);
      expect(() => parseTarget(`http://${host}/`)).toThrow(/^Cannot audit/);
    } else {
      // A target is named without the dot of the root.
      expect(parseTarget(host).hostname).toBe(ascii.replace(/\.$/, ''));
      expect(parseTarget(`http://${host}/`).hostname).toBe(ascii.replace(/\.$/, ''));
    }
  });
});
