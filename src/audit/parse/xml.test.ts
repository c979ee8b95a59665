import { describe, expect, it } from 'vitest';
import { decodeXml, readXml } from './xml.ts';

const NOTHING = { open: () => undefined, text: () => undefined, close: () => undefined };
const flawOf = (text: string, cut = false) => readXml(text, NOTHING, cut)?.why;

describe('XML', () => {
  it('passes on elements with their namespaces and attributes, and text', () => {
    const events: string[] = [];
    const flaw = readXml(
      `<?xml version='1.0' encoding="UTF-8" standalone='yes'?><!-- a - b --><?style type="x"?>
<a xmlns="urn:a" xmlns:b='urn:b' x="1 &lt; &#x32;"><b:c y=''/>t&amp;<![CDATA[<&;&&lt;]]>&#65;<d xmlns=""><e/></d ></a>
<!-- end --><?pi?> `,
      {
        open: ({ uri, local, attributes: { x, y } }) =>
          void events.push(`<{${uri}}${local}${(x ?? y) === undefined ? '' : ` ${(x ?? y)?.value}`}>`),
        text: (text) => void (text.trim() === '' || events.push(text)),
        close: () => void events.push('/'),
      },
    );
    expect(flaw).toBeUndefined();
    expect(events.join('')).toBe('<{urn:a}a 1 < 2><{urn:b}c >/t&<&;&&lt;A<{}d><{}e>///');
  });

  it.each([
    ['a prefix that is not declared', '<x:a y:b="1"/>'],
    ['namespaces that are not namespaces', '<a:b:c xmlns:d="" xmlns:xml="x"/>'],
    ['a document type elsewhere', '<!DOCTYPE a PUBLIC "-//x//y" "a.dtd" ><a>&unknown;</a>'],
    [
      'an internal subset',
      `<!DOCTYPE a [<!-- ] --><!ELEMENT a ANY> <!ENTITY e "]>"><?p ]>?> ]><a b="&e;">&e;</a>`,
    ],
    // Detecting these errors would need our own parser, and a false error is worse than a missed one.
    ['a declaration that nobody knows', '<!DOCTYPE a [<!THING x>]><a/>'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "p"> %p; ]><a>&from-p;</a>'],
    ['an ampersand in CDATA, a comment and an instruction', '<a><![CDATA[&b]]><!-- &b --><?c &b?></a>'],
  ])('reads %s', (_title, text) => {
    expect(flawOf(text)).toBeUndefined();
  });

  it.each([
    ['a name that begins with a digit', '<1a/>'],
    ['a property of objects as an entity', '<a>&constructor;</a>'],
    ['what only XML 1.1 allows', '<?xml version="1.1"?><a>&#1;</a>'],
    ['nothing', ''],
    ['a comment only', '<!-- x -->'],
    ['an open element', '<a><b/>'],
  ])('finds the flaw: %s', (_title, text) => {
    expect(flawOf(text)).toMatch(/^line \d/);
  });

  it('names the flaws of everyday sitemaps, and their lines', () => {
    expect(flawOf('<a>\n?a=1&b=2</a>')).toBe('line 2, a bare “&” (write &amp;)');
    expect(flawOf('<a>\r\n\r\n&nbsp;</a>')).toBe('line 3, the entity &nbsp; is not declared');
    expect(flawOf('<a>\n<b></a></b>')).toBe('line 2, unexpected close tag');
  });

  it('does not call a document flawed that is nested deeper than is read', () => {
    expect(readXml('<a>'.repeat(300), NOTHING)).toEqual({
      why: 'XML nested deeper than 64 levels',
      isLimit: true,
    });
  });

  it('passes over how a document ends that was cut off, and over nothing else', () => {
    const whole =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "x">]><a b="1 &amp; 2"><!-- c --><b>t &amp; u</b><![CDATA[x]]></a>';
    for (let end = 0; end < whole.length; end++) {
      expect(flawOf(whole.slice(0, end), true)).toBeUndefined();
      expect(flawOf(whole.slice(0, end))).toBeDefined();
    }
    expect(flawOf('<a>x & y<b/><c/><d', true)).toMatch(/^line 1, a bare/);
    expect(flawOf('<a>&nbsp;</a>', true)).toMatch(/not declared/);
  });
});

describe('the encoding of XML', () => {
  const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));

  const declared = (encoding: string, root = '<é/>') => `<?xml version="1.0" encoding="${encoding}"?>${root}`;
  const UTF_16 = declared('UTF-16');
  const LATIN_1 = declared('ISO-8859-1');
  const KLINGON = declared('x-klingon');

  it.each<[string, Uint8Array, string | undefined, string | undefined]>([
    ['UTF-8', bytes('<é/>', 'utf8'), undefined, '<é/>'],
    ['UTF-8 with a mark', bytes('\ufeff<é/>', 'utf8'), 'iso-8859-1', '<é/>'],
    ['UTF-16 with a mark', bytes('\ufeff<é/>', 'utf16le'), undefined, '<é/>'],
    ['UTF-16 without one', bytes(UTF_16, 'utf16le'), undefined, UTF_16],
    [
      'big-endian UTF-16',
      bytes('\ufeff<é/>', 'utf16le').map((_, i, all) => all[i ^ 1] ?? 0),
      undefined,
      '<é/>',
    ],
    ['as it declares', bytes(LATIN_1, 'latin1'), undefined, LATIN_1],
    ['as its type says', bytes('<é/>', 'latin1'), 'iso-8859-1', '<é/>'],
    ['as it declares, where its type is wrong', bytes(LATIN_1, 'latin1'), 'utf-8', LATIN_1],
    ['an encoding that nobody knows', bytes(KLINGON, 'utf8'), undefined, KLINGON],
    ['bytes that are not UTF-8', bytes('<é/>', 'latin1'), undefined, undefined],
    ['UTF-8 that is declared as UTF-16', bytes(declared('UTF-16', '<a/>'), 'utf8'), undefined, undefined],
    ['nothing', new Uint8Array(), undefined, ''],
  ])('%s', (_title, body, charset, text) => {
    expect(decodeXml(body, charset)).toBe(text);
  });

  it('may end in the middle of a character where it was cut', () => {
    const cut = bytes('<a>é', 'utf8').subarray(0, -1);
    expect(decodeXml(cut, undefined, true)).toBe('<a>');
    expect(decodeXml(cut, undefined)).toBeUndefined();
  });
});
