import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';

describe('cursors', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.integer()), fc.string(), (asked, key, host) => {
        const cursor: Cursor = { asked, after: [key, host] };
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
      }),
    );
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
