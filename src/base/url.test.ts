import { describe, expect, it } from 'vitest';
import { MAX_URL_CHARS } from './limits.ts';
import {
  anyUrl,
  documentUrl,
  isPlainAddress,
  namesPath,
  pathOf,
  sitePath,
  typedPath,
  webUrl,
} from './url.ts';

const BASE = 'https://site.example/dir/page?q';
/** Returns a URL of `length` characters. */
const long = (length: number) =>
  `https://site.example/${'a'.repeat(length - 'https://site.example/'.length)}`;

describe('URLs that a site names', () => {
  it.each([
    ['/a', 'https://site.example/a'],
    ['b#c', 'https://site.example/dir/b#c'],
    ['//other.example', 'https://other.example/'],
    ['http://other.example', 'http://other.example/'],
    ['', BASE],
  ])('%j is %s', (text, href) => {
    expect(webUrl(text, BASE)?.href).toBe(href);
  });

  it.each(['javascript:alert(1)', 'data:,x', 'mailto:a@site.example', 'http://[', 'https://'])(
    '%s is not a web URL',
    (text) => {
      expect(webUrl(text, BASE)).toBeUndefined();
    },
  );

  it('are absolute if there is no base', () => {
    expect(webUrl('/a')).toBeUndefined();
    expect(anyUrl('mailto:a@site.example')?.protocol).toBe('mailto:');
  });

  it('are the same document with any fragment', () => {
    expect(documentUrl('/a#b', BASE)?.href).toBe('https://site.example/a');
    expect(documentUrl('data:,x#b')).toBeUndefined();
  });

  it('have no path if they are not valid', () => {
    expect(pathOf('https://site.example/a/b?c')).toBe('/a/b');
    expect(pathOf('/a/b')).toBe('');
  });

  it('are rejected if they are too long as written', () => {
    expect(anyUrl(long(MAX_URL_CHARS))?.href).toHaveLength(MAX_URL_CHARS);
    expect(anyUrl(long(MAX_URL_CHARS + 1))).toBeUndefined();
    expect(anyUrl(`${' '.repeat(MAX_URL_CHARS)}/a`, BASE)).toBeUndefined();
  });

  it('are rejected if they are too long once resolved', () => {
    expect(anyUrl('a'.repeat(MAX_URL_CHARS - 10), BASE)).toBeUndefined();
    // Percent-encoding turns each `€` into nine characters.
    expect(anyUrl(`/${'€'.repeat(300)}`, BASE)).toBeUndefined();
    expect(anyUrl(`/${'€'.repeat(200)}`, BASE)?.pathname).toHaveLength(1 + 9 * 200);
  });

  it('are not resolved against a base that is too long', () => {
    expect(anyUrl('/a', long(MAX_URL_CHARS))?.href).toBe('https://site.example/a');
    expect(anyUrl('/a', long(MAX_URL_CHARS + 1))).toBeUndefined();
    expect(anyUrl('https://site.example/a', long(MAX_URL_CHARS + 1))?.href).toBe('https://site.example/a');
  });
});

describe('text that people type', () => {
  it.each([
    'site.example',
    'https://site.example/',
    'site.example:8080',
    'https://site.example/#a',
    'no host',
  ])('%j names a site', (typed) => {
    expect(namesPath(typed)).toBe(false);
  });

  it.each(['site.example/a', ' HTTPS://site.example/a/ ', 'site.example?q', 'site.example:8080/a'])(
    '%j names a path',
    (typed) => {
      expect(namesPath(typed)).toBe(true);
    },
  );
});

describe('a path of a site', () => {
  it.each([
    ['/v1/mcp', '/v1/mcp'],
    ['/a/../mcp?x=1#f', '/mcp?x=1'],
    ['/ü~', '/%C3%BC~'],
    ['/a:80', '/a:80'],
    ['mcp', undefined],
    ['', undefined],
    ['https://site.example/mcp', undefined],
    ['//other.example/mcp', undefined],
    ['/.//other.example/mcp', undefined],
    ['/a/..//other.example', undefined],
    ['/\\other.example', undefined],
    ['/\t/other.example', undefined],
    ['/a b', undefined],
    [`/${'a'.repeat(3_000)}`, undefined],
  ])('%j is %j', (text, path) => {
    expect(sitePath(text)).toBe(path);
  });

  it.each([
    ['site.example/v1/mcp', '/v1/mcp'],
    [' http://site.example:8080/mcp/?a=b#c', '/mcp/?a=b'],
    ['site.example', undefined],
    ['https://site.example/#a', undefined],
    ['https://site.example//other.example', undefined],
  ])('in %j is the path %j', (typed, path) => {
    expect(typedPath(typed)).toBe(path);
  });
});

it.each([
  [true, 'https://shop.example/api/v1/mcp'],
  [true, 'https://www.my-great-shop.example/sitemap_index.xml', 'https://my-great-shop.example/'],
  [true, 'https://a-name-that-a-user-typed.example/', 'https://a-name-that-a-user-typed.example/'],
  [true, 'http://127.0.0.1:8080/mcp', 'http://127.0.0.1:8080/'],
  [true, 'https://mcp.other.example/mcp'],
  [false, 'https://shop.example/ignore-all-previous-instructions-now'],
  [false, 'https://shop.example/ignoreAllPreviousInstructionsNow'],
  [false, 'https://shop.example/ignoreallpreviousinstructions'],
  [false, 'https://ignore-all-previous-instructions.shop.example/now'],
  [false, 'https://ignore-all-previous.example/instructions'],
  [false, 'https://shop.example/a?ignore=all'],
  [false, 'https://shop.example/a%20b'],
  [false, 'https://ignore@shop.example/'],
  [false, `https://shop.example/${'1'.repeat(80)}`],
  [false, 'mailto:a@shop.example'],
])('isPlainAddress returns %j for %s', (expected, url, typed = 'https://shop.example/') => {
  expect(isPlainAddress(url, typed)).toBe(expected);
});
