import { describe, expect, it } from 'vitest';
import { readXml } from './xml.ts';
import type { XmlElement } from './xml-events.ts';

interface Event {
  readonly open?: string;
  readonly text?: string;
}

function read(text: string, cut = false) {
  const events: Event[] = [];
  const end = readXml(
    text,
    {
      open: ({ local, namespace, attributes, depth }: XmlElement) => {
        const held = [...attributes].map(([name, value]) => ` ${name}=${value}`).join('');
        events.push({ open: `${depth} {${namespace ?? ''}}${local}${held}` });
      },
      text: (part) => void (part.trim() === '' || events.push({ text: part })),
      close: () => undefined,
    },
    cut,
  );
  return { end, events };
}
const outcome = (text: string, cut = false) => {
  const { end } = read(text, cut);
  return end.state === 'whole' ? 'whole' : `${end.state}: ${end.why}`;
};

describe('XML', () => {
  it('gives elements with their namespaces, attributes and text', () => {
    const { events, end } = read(
      `<?xml version='1.0' encoding="UTF-8" standalone='yes'?><!-- a - b --><?style type="x"?>
<a xmlns="urn:a" xmlns:b='urn:b' x="1 &lt; &#x32;"><b:c y=''/>t&amp;<![CDATA[<&]]>&#65;<d xmlns=""><e/></d ></a>
<!-- end --><?pi?> `,
    );
    expect(end).toEqual({ state: 'whole' });
    expect(events).toEqual([
      { open: '1 {urn:a}a xmlns=urn:a xmlns:b=urn:b x=1 < 2' },
      { open: '2 {urn:b}c y=' },
      { text: 't&' },
      { text: '<&' },
      { text: 'A' },
      { open: '2 {}d xmlns=' },
      { open: '3 {}e' },
    ]);
  });

  it.each([
    ['one empty element', '<a/>'],
    ['a byte order mark', '\ufeff<?xml version="1.0"?><a/>'],
    ['white space in tags', '<a\n b = "1"\t>\n</a\n>'],
    ['a prefix that is not declared', '<x:a y:b="1"/>'],
    ['quotes in quotes', `<a b='"' c="'"/>`],
    ['“>” in text and attributes', '<a b=">">></a>'],
    ['names outside ASCII', '<ü-1.é·/>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a document type elsewhere', '<!DOCTYPE a PUBLIC "-//x//y" "a.dtd" ><a>&unknown;</a>'],
    [
      'an internal subset',
      `<!DOCTYPE a [<!-- ] --><!ELEMENT a ANY> <!ENTITY e "]>"><?p ]>?> ]><a b="&e;">&e;</a>`,
    ],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "p"> %p; ]><a>&from-p;</a>'],
    ['a character of any plane', '<a>&#x1F600;😀\u0085</a>'],
    ['CDATA with brackets', '<a><![CDATA[]]]]><![CDATA[>]]></a>'],
  ])('reads %s', (_title, text) => {
    expect(outcome(text)).toBe('whole');
  });

  it.each([
    ['two roots', '<a/><b/>', /line 1, more than one root/],
    ['text before the root', 'x<a/>', /text before/],
    ['text after the root', '<a/>\nx', /line 2, text after/],
    ['tags that cross', '<a><b></a></b>', /<\/a> where <b> is open/],
    ['names in another case', '<a></A>', /<\/A> where <a>/],
    ['an attribute twice', '<a b="1" b="2"/>', /attribute b twice/],
    ['an attribute without quotes', '<a b=1/>', /malformed tag <a>/],
    ['“<” in an attribute', '<a b="<"/>', /malformed tag/],
    ['attributes on a closing tag', '<a></a b="1">', /closing tag/],
    ['a name that begins with a digit', '<1a/>', /begins no tag/],
    ['a bare ampersand', '<a>\n?a=1&b=2</a>', /line 2, a bare “&”/],
    ['an entity of HTML', '<a>&nbsp;</a>', /&nbsp; which is not declared/],
    ['a property of objects as an entity', '<a>&constructor;</a>', /not declared/],
    ['a reference to a surrogate', '<a>&#xD800;</a>', /no character/],
    ['a control character', '<a>\u0001</a>', /control character/],
    ['“--” in a comment', '<a><!-- a -- b --></a>', /in a comment/],
    ['“]]>” in text', '<a>]]></a>', /CDATA/],
    ['a declaration after white space', ' <?xml version="1.0"?><a/>', /not at the very start/],
    ['a declaration in another order', '<?xml encoding="utf-8" version="1.0"?><a/>', /XML declaration/],
    ['an instruction without a name', '<? a?><a/>', /processing instruction/],
    ['HTML’s document type', '<!doctype a><a/>', /document type/],
    ['two document types', '<!DOCTYPE a><!DOCTYPE a><a/>', /out of place/],
    ['a declaration that nobody knows', '<!DOCTYPE a [<!THING x>]><a/>', /document type/],
  ])('finds the flaw: %s', (_title, text, why) => {
    expect(outcome(text)).toMatch(/^flawed: /);
    expect(outcome(text)).toMatch(why);
  });

  it('does not call a document flawed that is nested deeper than is read', () => {
    expect(outcome('<a>'.repeat(300))).toBe('too-deep: XML nested deeper than 256 levels');
  });

  it.each([
    ['nothing', '', /no element/],
    ['a comment only', '<!-- x -->', /no element/],
    ['an open element', '<a><b/>', /<a> is not closed/],
    ['an open comment', '<a/><!-- ', /comment is not closed/],
  ])('tells where it stops too early: %s', (_title, text, why) => {
    expect(outcome(text)).toMatch(/^unfinished: /);
    expect(outcome(text)).toMatch(why);
  });

  it('passes over how a document ends that was cut off, and over nothing else', () => {
    const whole =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "x">]><a b="1 &amp; 2"><!-- c --><b>t &amp; u</b><![CDATA[x]]></a>';
    for (let end = 0; end < whole.length; end++)
      expect(outcome(whole.slice(0, end), true)).toMatch(/^unfinished/);
    expect(outcome('<a>x & y<b/><c/><d', true)).toMatch(/^flawed: line 1, a bare/);
  });

  it('reads what is well-formed', () => {
    const parts = ['a', ' ', '1', 'é', '&amp;', '&#65;', '<!-- c -->', '<b/>', '<![CDATA[<]]>'];
    const contents = parts.flatMap((one) => parts.map((other) => one + other));
    expect(contents.filter((content) => outcome(`<a>${content}</a>`) !== 'whole')).toEqual([]);
  });
});
