import { describe, expect, it } from 'vitest';
import { declaredEncoding } from './html-encoding.ts';

describe('the encoding that a page declares is found as the prescan of the standard finds it', () => {
  it.each<[page: string, label: string | undefined]>([
    ['<meta charset="iso-8859-2">', 'iso-8859-2'],
    ["<META CHARSET = 'shift_jis' >", 'shift_jis'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', 'euc-jp'],
    ['<meta content="text/html; charset=euc-jp" http-equiv="content-type">', 'euc-jp'],
    // Without http-equiv a content says nothing, and without a content http-equiv does not.
    ['<meta content="text/html; charset=euc-jp">', undefined],
    ['<meta http-equiv="content-type"><meta charset="big5">', 'big5'],
    ['<!--><meta charset="big5">', 'big5'],
    // Tags in scripts are tags to the prescan.
    ['<script>"<meta charset=big5>"</script>', 'big5'],
    ['<metacharset="big5">', undefined],
    ['<meta charset="no-such-encoding"><meta charset="big5">', 'big5'],
    // UTF-16 cannot be what a page of single bytes is in; x-user-defined is windows-1252.
    ['<meta charset="utf-16">', 'utf-8'],
    ['<meta charset="x-user-defined">', 'windows-1252'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><html>', 'iso-8859-2'],
    [`${' '.repeat(1100)}<meta charset="big5">`, undefined],
  ])('%j → %s', (page, label) => {
    const bytes = Uint8Array.from(page, (byte) => byte.charCodeAt(0));
    const found = declaredEncoding(bytes);
    const name = (one: string | undefined) => (one === undefined ? undefined : new TextDecoder(one).encoding);
    expect(name(found)).toBe(name(label));
  });
});
