import { describe, expect, it } from 'vitest';
import { decodeText, fileText, whyNotUtf8 } from './decode-text.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('bytes to text', () => {
  it.each([
    ['UTF-8 by default', bytes(0xc3, 0xa4), undefined, 'ä'],
    ['the charset of the type', bytes(0xe4), 'text/plain; charset=iso-8859-1', 'ä'],
    [
      'a byte order mark before the charset',
      bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa4),
      'text/plain; charset=iso-8859-1',
      'ä',
    ],
    ['UTF-16 by its byte order mark', bytes(0xff, 0xfe, 0xe4, 0), 'text/plain', 'ä'],
    ['an unknown charset as UTF-8', bytes(0xc3, 0xa4), 'text/plain; charset=klingon', 'ä'],
    ['malformed bytes', bytes(0x61, 0xff), 'text/plain', 'a\uFFFD'],
    ['nothing', bytes(), 'text/plain; charset=', ''],
  ])('reads %s', (_title, body, type, text) => {
    expect(decodeText(body, type)).toBe(text);
  });
});

describe('the charset that an HTML page declares', () => {
  const read = (page: string, type?: string) => decodeText(Buffer.from(page, 'latin1'), type);

  it.each([
    ['<meta charset="iso-8859-2">', 'iso-8859-2'],
    ["<META CHARSET = 'shift_jis' >", 'shift_jis'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', 'euc-jp'],
    ['<meta content="text/html; charset=euc-jp" http-equiv="content-type">', 'euc-jp'],
    // `content` without `http-equiv` declares nothing, and neither does `http-equiv` without `content`.
    ['<meta content="text/html; charset=euc-jp">', 'utf-8'],
    ['<meta http-equiv="content-type"><meta charset="big5">', 'big5'],
    ['<!--><meta charset="big5">', 'big5'],
    // The prescan also reads tags inside scripts.
    ['<script>"<meta charset=big5>"</script>', 'big5'],
    ['<metacharset="big5">', 'utf-8'],
    ['<meta charset="no-such-encoding"><meta charset="big5">', 'big5'],
    // A page that the prescan can read is not UTF-16, so UTF-8 is used; `x-user-defined` means windows-1252.
    ['<meta charset="utf-16">', 'utf-8'],
    ['<meta charset="x-user-defined">', 'windows-1252'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><html>', 'iso-8859-2'],
    // Node has no decoder for this encoding.
    ['<meta charset="iso-2022-kr">', 'utf-8'],
  ])('%j → %s', (page, label) => {
    const body = Buffer.from(`${page}\xe4\xc4`, 'latin1');
    expect(decodeText(body, 'text/html')).toBe(new TextDecoder(label).decode(body));
  });

  it.each([
    ['<meta charset="windows-1251">\xe4', 'text/html', 'д'],
    ['<meta charset=windows-1251>\xe4', 'application/xhtml+xml; a=b', 'д'],
    ["<?xml version='1.0' encoding='windows-1251'?>\xe4", 'text/html', 'д'],
    ['<!doctype html><meta charset=windows-1251>\xe4', undefined, 'д'],
  ])('is used in %j of type %s', (page, type, character) => {
    expect(read(page, type).at(-1)).toBe(character);
  });

  it.each([
    ['<meta charset=windows-1251>\xc3\xa4', 'text/html; charset=utf-8'],
    ['\xef\xbb\xbf<meta charset=windows-1251>\xc3\xa4', 'text/html'],
    ['<meta charset=windows-1251>\xc3\xa4', 'text/plain'],
    ['{"a":"<meta charset=windows-1251>\xc3\xa4', undefined],
    [`${' '.repeat(1024)}<meta charset=windows-1251>\xc3\xa4`, 'text/html'],
    ['<meta charset=windows-1251 title="\xc3\xa4', 'text/html'],
  ])('is ignored in %j of type %s', (page, type) => {
    expect(read(page, type).at(-1)).toBe('ä');
  });
});

const TEXT = '{"name":"Größe €"}\r\n';
const utf16 = Buffer.from(TEXT, 'utf16le');
const swapped = Buffer.from(utf16).swap16();

/** What PowerShell 5.1 writes: UTF-16 with a byte order mark by default, or another `-Encoding`. */
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
  { what: 'UTF-16 without a byte order mark', bytes: utf16, why: 'UTF-16 without a byte order mark' },
  {
    what: 'big-endian UTF-16 without a byte order mark',
    bytes: swapped,
    why: 'UTF-16 without a byte order mark',
  },
  { what: 'half a UTF-16 character', bytes: Buffer.from([0xff, 0xfe, 0x7b]), why: 'damaged UTF-16' },
  { what: '-Encoding utf32', bytes: Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), why: 'UTF-32' },
  {
    what: '-Encoding default (Windows-1252)',
    bytes: Buffer.from(TEXT, 'latin1'),
    why: 'text that is not UTF-8',
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
