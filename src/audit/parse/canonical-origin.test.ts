import { describe, expect, it } from 'vitest';
import { CanonicalOrigin } from './canonical-origin.ts';

const AT = 'http://localhost:3000';
const canonical = new CanonicalOrigin('https://example.com');

describe('a text of the site that names its canonical origin names the preview', () => {
  it.each([
    ['Sitemap: https://example.com/sitemap.xml', `Sitemap: ${AT}/sitemap.xml`],
    ['[Docs](https://example.com/docs.md) at https://example.com.', `[Docs](${AT}/docs.md) at ${AT}.`],
    ['HTTPS://Example.COM/', `${AT}/`],
    ['https://example.com:443/mcp', `${AT}/mcp`],
    ['{"url":"https:\\/\\/example.com\\/mcp"}', '{"url":"http:\\/\\/localhost:3000\\/mcp"}'],
    ['<a href="https:&#x2F;&#x2F;example.com&#x2F;a">', '<a href="http:&#x2F;&#x2F;localhost:3000&#x2F;a">'],
    [
      '{"url":"https:\\u002F\\u002Fexample.com\\u002Fmcp"}',
      '{"url":"http:\\u002F\\u002Flocalhost:3000\\u002Fmcp"}',
    ],
    ['<a href=//example.com/a>', '<a href=//localhost:3000/a>'],
    ['<meta content="0;url=https://example.com/a">', `<meta content="0;url=${AT}/a">`],
    ['<https://example.com/llms.txt>; rel="describedby"', `<${AT}/llms.txt>; rel="describedby"`],
    ['Bearer resource_metadata="https://example.com/x"', `Bearer resource_metadata="${AT}/x"`],
    ['data: https://example.com', `data: ${AT}`],
  ])('%s', (text, expected) => {
    expect(canonical.textAt(text, AT)).toBe(expected);
  });

  it.each([
    'http://example.com/',
    'https://www.example.com/',
    'https://example.com.evil.test/',
    'https://example.community/',
    'https://example.com:8443/',
    'https://example.com.:8443/',
    'https://example.com@evil.test/',
    'https://example.com%2eevil.test/',
    'https://example.com_evil.test/',
    'https://notexample.com/',
    'https://validator.test/?u=https://example.com/&v=1',
    'https://validator.test/?a=1&amp;u=https://example.com/',
    'https://archive.test/2026/https://example.com/',
    'https://cdn.test//example.com/logo.png',
    'a host alone, example.com, is not an address',
    'mailto:hello@example.com',
  ])('but not %s', (text) => {
    expect(canonical.textAt(text, AT)).toBe(text);
  });

  it('with a port of its own, and with a name beyond ASCII', () => {
    const odd = new CanonicalOrigin(new URL('http://bücher.test:8080').origin);
    const text = 'http://bücher.test:8080/a http://xn--bcher-kva.test:8080/b http://bücher.test/c';
    expect(odd.textAt(text, AT)).toBe(`${AT}/a ${AT}/b http://bücher.test/c`);
  });
});

it('asks at the preview for a URL of the canonical origin, and elsewhere for any other', () => {
  expect(canonical.urlAt('https://example.com/a?b#c', AT)).toBe(`${AT}/a?b#c`);
  expect(canonical.urlAt('https://example.com', AT)).toBe(`${AT}/`);
  for (const other of [
    'http://example.com/a',
    'https://www.example.com/',
    `${AT}/a`,
    'mailto:a@example.com',
  ]) {
    expect(canonical.urlAt(other, AT)).toBe(other);
  }
});
