import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../parse/headers.ts';
import { challengeSignature } from './challenge.ts';

const mark = (status: number, headers: HeaderList = [], text = '') =>
  challengeSignature({ status, headers, text });

describe('the mark of a bot challenge', () => {
  it.each<[number, HeaderList, string]>([
    [403, [['cf-mitigated', 'challenge']], 'Cloudflare challenge, header cf-mitigated: challenge'],
    [403, [['x-dd-b', '1']], 'DataDome challenge, header x-dd-b: 1'],
  ])('%i with %j: %s', (status, headers, expected) => {
    expect(mark(status, headers)).toBe(expected);
  });

  it('is not in a plain 403: that each well answer has none is proved where the marks are', () => {
    expect(mark(403, [['server', 'AkamaiGHost']], 'Forbidden')).toBeUndefined();
  });
});
