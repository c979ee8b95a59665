import { describe, expect, it } from 'vitest';
import { parseLinkHeader } from './link-header.ts';

const BASE = 'https://site.example/docs/';
const read = (value: string) =>
  parseLinkHeader(value, BASE).map(({ rel, href }) => `${rel} ${href.replace('https://site.example', '')}`);

describe('Link header fields (RFC 8288)', () => {
  it.each([
    ['one link', '</a>; rel=next', ['next /a']],
    ['a relative target', '<a>; rel=next', ['next /docs/a']],
    ['several links', '</a>; rel=x, </b>;rel="y"', ['x /a', 'y /b']],
    ['a comma in quotes', '</a>; title="a, </b>; rel=no"; rel=x, </c>; rel=z', ['x /a', 'z /c']],
    ['a comma in the target', '</a,b>; rel=x', ['x /a,b']],
    ['an escaped quote', '</a>; title="a\\", b"; rel=x', ['x /a']],
    ['a parameter without a value', '</a>; crossorigin; rel=preload', ['preload /a']],
    ['title*', "</a>; title*=UTF-8''a%2Cb; rel=x", ['x /a']],
    ['the first of two rel', '</a>; rel=x; rel=y', ['x /a']],
    ['an anchor on the same site', '</a>; rel=x; anchor="/api"', ['x /a']],
    ['an anchor on another site', '</a>; rel=x; anchor="https://other.example/"', []],
    ['a target that is not a URL', '<http://[>; rel=x, </b>; rel=y', ['y /b']],
    ['a malformed link first', 'nonsense; rel=a, </b>; rel=y', ['y /b']],
    ['a malformed link that holds another', '<c </no>; rel=bad, </b>; rel=y', ['y /b']],
    ['an anchor that is not a URL', '</a>; rel=x; anchor="http://[", </b>; rel=y', ['y /b']],
    ['a quote that never ends', '</a>; rel="x, </b>; rel=y', ['y /b']],
    ['an empty target, which is the page', '<>; rel=self', ['self /docs/']],
    ['rev, which is not a rel', '</a>; rev=next, </b>; rel=y', ['y /b']],
    ['parameters in any case', '</a>; REL=Next', ['next /a']],
    [
      'a relation that is a URL',
      '</a>; rel="https://rel.example/X start"',
      ['https://rel.example/x /a', 'start /a'],
    ],
    ['a semicolon in the target', '</a;b=c>; rel=x', ['x /a;b=c']],
    ['a relation without a value', '</a>; rel, </b>; rel=y', ['y /b']],
  ])('reads %s', (_title, value, links) => {
    expect(read(value)).toEqual(links);
  });

  it('keeps the type, with its parameters', () => {
    expect(parseLinkHeader('<a>; rel=alternate; type="Text/Markdown; charset=UTF-8"', BASE)).toEqual([
      { rel: 'alternate', href: `${BASE}a`, type: 'text/markdown; charset=utf-8' },
    ]);
    expect(parseLinkHeader('<a>; rel=next; type=""', BASE)).toEqual([
      { rel: 'next', href: `${BASE}a`, type: undefined },
    ]);
    expect(parseLinkHeader(undefined, BASE)).toEqual([]);
  });

  it.each([
    '',
    'x',
    ';',
    '=',
    ';=',
    ' rel',
    '/a;rel',
    'a=b;',
    '>',
    '\\',
    '</a',
    '</a>; rel',
    '</a>; rel==',
    ',,',
    ';,>',
  ])('does not let %j hide the link after it', (junk) => {
    expect(read(`${junk}, </b>; rel=mine`)).toContain('mine /b');
  });
});
