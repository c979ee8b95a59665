import { expect, it } from 'vitest';
import { fileText, whyNotUtf8 } from './file-text.ts';

const TEXT = '{"name":"Größe €"}\r\n';
const utf16 = Buffer.from(TEXT, 'utf16le');
const swapped = Buffer.from(utf16).swap16();

/** What `>` and `Out-File` of PowerShell 5.1 write (UTF-16 with a mark), and what its other encodings do. */
it.each([
  { what: 'UTF-8', bytes: Buffer.from(TEXT), why: undefined, notUtf8: undefined },
  { what: '-Encoding utf8', bytes: Buffer.from(`\ufeff${TEXT}`), why: undefined, notUtf8: undefined },
  {
    what: '> and -Encoding unicode',
    bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    why: undefined,
    notUtf8: 'UTF-16',
  },
  {
    what: '-Encoding bigendianunicode',
    bytes: Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]),
    why: undefined,
    notUtf8: 'UTF-16',
  },
  { what: 'UTF-16 without a mark', bytes: utf16, why: 'UTF-16 without a byte order mark' },
  { what: 'big-endian UTF-16 without a mark', bytes: swapped, why: 'UTF-16 without a byte order mark' },
  { what: 'half a UTF-16 character', bytes: Buffer.from([0xff, 0xfe, 0x7b]), why: 'damaged UTF-16' },
  { what: '-Encoding utf32', bytes: Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), why: 'UTF-32' },
  {
    what: '-Encoding default (Windows-1252)',
    bytes: Buffer.from(TEXT, 'latin1'),
    why: 'text in another encoding than UTF-8',
  },
  { what: 'a recording of the catalog', bytes: Buffer.from([0x1f, 0x8b, 8, 0]), why: 'compressed with gzip' },
  {
    what: 'an image',
    bytes: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    why: 'binary, not text',
  },
])('$what', ({ bytes, why, notUtf8 = why }) => {
  expect(fileText(bytes)).toEqual(why === undefined ? { ok: true, value: TEXT } : { ok: false, why });
  expect(whyNotUtf8(bytes)).toBe(notUtf8);
});
