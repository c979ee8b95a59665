import { describe, expect, it } from 'vitest';
import {
  isFeedType,
  isHtmlType,
  isJsonType,
  isMachineType,
  isMarkdownType,
  isXmlType,
  parseMediaType,
} from './media-type.ts';

describe('media types', () => {
  it.each([
    ['Text/HTML; Charset=UTF-8', 'text/html', undefined, 'utf-8'],
    ['application/problem+json', 'application/problem+json', 'json', undefined],
    ['text/html; charset="iso-8859-1"', 'text/html', undefined, 'iso-8859-1'],
    ['text/plain, application/json', 'application/json', 'none', undefined],
    ['multipart/mixed; boundary="a,b"', 'multipart/mixed', undefined, undefined],
    ['text/html, */*', 'text/html', undefined, undefined],
    ['text/html; charset=utf-8, text/html', 'text/html', undefined, 'utf-8'],
  ])('reads %s', (value, essence, suffix, charset) => {
    expect(parseMediaType(value)).toEqual({
      essence,
      suffix: suffix === 'none' ? undefined : suffix,
      charset,
    });
  });

  it.each([undefined, '', 'json', 'text/', '/', ',', ';charset=utf-8', 'text /html'])(
    'finds none in %j',
    (value) => {
      expect(parseMediaType(value)).toBeUndefined();
    },
  );

  it.each([
    ['application/json', 'json machine'],
    ['application/ld+json', 'json machine'],
    ['text/markdown', 'markdown machine'],
    ['text/plain', 'machine'],
    ['application/xml', 'xml machine'],
    ['application/rss+xml', 'xml feed'],
    ['application/atom+xml', 'xml feed'],
    ['application/feed+json', 'json feed'],
    ['text/html', 'html'],
    ['application/xhtml+xml', 'html'],
    ['image/svg+xml', ''],
    ['application/json+oembed', ''],
    ['application/jsonp', ''],
    ['x-application/json', ''],
    ['text/markdown2', ''],
    [undefined, ''],
  ])('%s is: %s', (value, kinds) => {
    const type = parseMediaType(value);
    const is = {
      html: isHtmlType(type),
      json: isJsonType(type),
      markdown: isMarkdownType(type),
      xml: isXmlType(type),
      feed: isFeedType(type),
      machine: isMachineType(type),
    };
    expect(
      Object.entries(is)
        .filter(([, yes]) => yes)
        .map(([name]) => name)
        .join(' '),
    ).toBe(kinds);
  });
});
