import { describe, expect, it } from 'vitest';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';

describe('cursors', () => {
  it('come back as they were', () => {
    for (const asked of ['', 'a=1&b=é', '"\u0000\ud83d\ude00'])
      for (const key of ['', '中', 0, -1, Number.MAX_SAFE_INTEGER]) {
        const cursor: Cursor = { asked, after: [key, 'site.example'] };
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
      }
  });

  it.each([
    '',
    'x',
    'e30',
    '[]',
    'null',
    '%',
    Buffer.from('{"asked":1,"after":[1,"a"]}').toString('base64url'),
  ])('%j is none', (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  });
});
