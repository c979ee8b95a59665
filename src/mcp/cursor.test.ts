import { describe, expect, it } from 'vitest';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';

describe('cursors', () => {
  it.each<Cursor>([
    { asked: '', after: [0, ''] },
    { asked: '{"sort":"score"}', after: [-7, 'a.example'] },
    { asked: 'ü"\\\n\u0000😀', after: ['\ud83d\ude00 é', 'xn--bcher-kva.example'] },
  ])('come back as they were: %j', (cursor) => {
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
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
