/** Our reading of pages against parse5's: html5lib's inputs, and tag soup at random. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from './html.ts';
import { declaredEncoding } from './html-encoding.ts';
import inputs from './suites/html5lib/inputs.json' with { type: 'json' };
import { factsByParse5, outlineByParse5, outlineByUs } from './suites/parse5.ts';

const URL_OF_PAGE = 'https://site.example/dir/page';

function compare(html: string): void {
  expect(outlineByUs(html)).toBe(outlineByParse5(html));
  expect(parseHtml(html, URL_OF_PAGE)).toEqual(factsByParse5(html, URL_OF_PAGE));
}

describe("html5lib's inputs are read as parse5 reads them", () => {
  it.each(Object.entries(inputs))('%s', (_, pages) => {
    for (const html of pages) compare(html);
  });
});

describe('where we differ from parse5 on purpose', () => {
  it('a noscript ends at its end tag, whatever is open in it: else the rest of the page would be part of it', () => {
    const html = '<body><noscript><div></noscript><h1>yes</h1><noscript></div></noscript><a href="/x">x</a>';
    expect(factsByParse5(html, URL_OF_PAGE).h1).toEqual([]);
    const page = parseHtml(html, URL_OF_PAGE);
    expect(page.h1).toEqual(['yes']);
    expect(page.anchors).toEqual(['https://site.example/x']);
    expect(page.noscripts).toEqual([[], []]);
  });

  it('elements that nest too deeply or are too many end the reading: it is bounded', () => {
    const html = `${'<div>'.repeat(600)}<h1>no</h1>`;
    expect(factsByParse5(html, URL_OF_PAGE).h1).toEqual(['no']);
    expect(parseHtml(html, URL_OF_PAGE).h1).toEqual([]);
  });
});

describe('the encoding that a page declares is found as the prescan of the standard finds it', () => {
  it.each<[page: string, label: string | undefined]>([
    ['<meta charset="iso-8859-2">', 'iso-8859-2'],
    ['<meta charset=koi8-r>', 'koi8-r'],
    ["<META CHARSET = 'shift_jis' >", 'shift_jis'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', 'euc-jp'],
    ['<meta content="text/html; charset=euc-jp" http-equiv="content-type">', 'euc-jp'],
    // Without http-equiv a content says nothing, and without a content http-equiv does not.
    ['<meta content="text/html; charset=euc-jp">', undefined],
    ['<meta http-equiv="content-type"><meta charset="big5">', 'big5'],
    ['<!-- <meta charset="iso-8859-2"> --><meta charset="big5">', 'big5'],
    ['<!--><meta charset="big5">', 'big5'],
    ['<p title="<meta charset=iso-8859-2>"><meta charset="big5">', 'big5'],
    // Tags in scripts are tags to the prescan.
    ['<script>"<meta charset=big5>"</script>', 'big5'],
    ['<metacharset="big5">', undefined],
    ['<meta charset="no-such-encoding"><meta charset="big5">', 'big5'],
    // UTF-16 cannot be what a page of single bytes is in; x-user-defined is windows-1252.
    ['<meta charset="utf-16">', 'utf-8'],
    ['<meta charset="x-user-defined">', 'windows-1252'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><html>', 'iso-8859-2'],
    [`${' '.repeat(1100)}<meta charset="big5">`, undefined],
    ['', undefined],
  ])('%j → %s', (page, label) => {
    const bytes = Uint8Array.from(page, (byte) => byte.charCodeAt(0));
    const found = declaredEncoding(bytes);
    const name = (one: string | undefined) => (one === undefined ? undefined : new TextDecoder(one).encoding);
    expect(name(found)).toBe(name(label));
  });
});

describe('tag soup is read as parse5 reads it', () => {
  const NAMES = [
    ...'html head body base link meta title noframes style script template frameset frame plaintext'.split(
      ' ',
    ),
    ...'a b i font nobr p div h1 h2 li ul dd dt address main nav article pre form button br hr img image'.split(
      ' ',
    ),
    ...'table caption colgroup col tbody thead tr td th input select option optgroup textarea keygen'.split(
      ' ',
    ),
    ...'svg math mi annotation-xml foreignObject desc object applet ruby rb rt rtc rp iframe xmp x-y'.split(
      ' ',
    ),
  ];
  const ATTRIBUTES = [
    ...['', '', '', ' href=/a', ' href="b?a=1&ltid=2&amp"', ' hidden', ' type=hidden', ' color=red', ' id=1'],
    ...[' name=description content="x > y"', ' toolname=t', ' role=main', ' encoding=text/html', ' alt=q'],
    ...[
      ' href=1 href=2',
      '/',
      ' rel=alternate href=/m.md',
      ' a="b"c=\'d\'',
      ' a=b/',
      ' a="',
      " '",
      ` href='"<b>'`,
    ],
  ];
  const TEXTS = [
    ...[
      'x',
      ' ',
      '\n',
      'a b',
      '&amp',
      '&ltx',
      '&eta=',
      '&#0;',
      '&#x80;',
      '\0',
      '&nbsp;',
      '<',
      '"',
      '&',
      'lt;',
    ],
    ...[
      '<!-- c -->',
      '<!--',
      '-->',
      '--!>',
      '<!-->',
      '<![CDATA[q]]>',
      '<!doctype html>',
      '<?p>',
      '</>',
      '</',
    ],
    ...['\r\n', '<script><!-- <script>', '</script>', '">', '/>', '<noscript><a href=n>x</a></noscript>'],
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
  ];
  // A few names a page, so that they meet.
  const soup = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 3, maxLength: 12 }).chain((names) => {
    const name = fc.constantFrom(...names);
    const startTag = fc.tuple(name, fc.constantFrom(...ATTRIBUTES)).map(([tag, rest]) => `<${tag}${rest}>`);
    const endTag = name.map((tag) => `</${tag}>`);
    const piece = fc.oneof(
      { arbitrary: startTag, weight: 4 },
      { arbitrary: endTag, weight: 2 },
      { arbitrary: fc.constantFrom(...TEXTS), weight: 2 },
    );
    return fc.array(piece, { minLength: 1, maxLength: 30, size: 'max' }).map((pieces) => pieces.join(''));
  });

  it('at random', () => {
    fc.assert(fc.property(soup, compare), { numRuns: 700, seed: 8 });
  });
});
