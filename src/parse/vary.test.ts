import { describe, expect, it } from 'vitest';
import { parseVary } from './vary.ts';

describe('Vary', () => {
  it.each([
    ['Accept, User-Agent', true, true],
    ['accept-encoding,ACCEPT , user-AGENT', true, true],
    ['*', true, true],
    ['Accept', true, false],
    ['User-Agent', false, true],
    ['Accept-Encoding, Accept-Language', false, false],
    ['', false, false],
  ])('%j', (value, accept, userAgent) => {
    expect(parseVary(value)).toEqual({ accept, userAgent });
  });
});
