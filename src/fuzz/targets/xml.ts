/** Sitemaps and the XML beneath them. */
import { gzipSync } from 'node:zlib';
import { LIMITS, MAX_URL_CHARS } from '../../limits.ts';
import { MAX_LOCATIONS, parseSitemap } from '../../parse/sitemap.ts';
import { bytesOf, filled, hostile, numbered } from '../inputs.ts';
import { atMost, type FuzzTarget, must, mustBePlain } from '../target.ts';
import { SITEMAPS } from './samples.ts';

const PIECES = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<?xml version="1.0" encoding="utf-16"?>',
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  '</urlset>',
  '<sitemapindex>',
  '<rss><channel><item><link>',
  '<feed xmlns="http://www.w3.org/2005/Atom"><entry>',
  '<link href="https://site.example/a"/>',
  '<url><loc>',
  '</loc></url>',
  '<url>',
  '</url>',
  '<x:loc>',
  '<a xmlns:x="y">',
  '</a>',
  '<a/>',
  ' xmlns:a="b"',
  ' a="b"',
  '<!-- ',
  ' -->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE a [',
  '<!ENTITY a "b">',
  '%p;',
  ']>',
  '&amp;',
  '&#65;',
  '&a;',
  '<?x ?>',
  '\u001f\u008b',
];

const HEAD = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';

export const xmlTarget: FuzzTarget = {
  name: 'xml',
  inputs: hostile([...SITEMAPS, 'https://site.example/a\nhttps://site.example/b\n'], PIECES),
  run(input) {
    for (const truncated of [false, true]) {
      const parsed = parseSitemap({ body: bytesOf(input), truncated }, LIMITS.bodyBytes);
      if (!parsed.ok) {
        mustBePlain('a reason', parsed.why, 400);
        continue;
      }
      const { locations, more } = parsed.value;
      atMost('locations', locations.length, MAX_LOCATIONS);
      for (const url of locations) {
        atMost('characters of a location', url.length, MAX_URL_CHARS);
        must(/^https?:\/\//.test(url), () => `a location that is ${url}`);
      }
      must(!truncated || more, () => 'the beginning of a sitemap is said to be all of it');
    }
  },
  worst: {
    locations: (size) => filled(size, '<url><loc>https://site.example/a</loc></url>', HEAD, '</urlset>'),
    'locations of white space': (size) => filled(size, ' \n', `${HEAD}<url><loc>`, '</loc></url></urlset>'),
    'long locations': (size) =>
      filled(size, `<url><loc>https://site.example/${'a'.repeat(4_000)}</loc></url>`, HEAD, '</urlset>'),
    'declared prefixes, and elements': (size) =>
      `${filled(size / 2, '<a/>', numbered(size / 2, (i) => ` xmlns:p${i}="u"`, '<a').replace(/ [^"]*"?[^"]*$/, '>'))}</a>`,
    'undeclared prefixes': (size) =>
      `${filled(size / 2, '<q:a/>', numbered(size / 2, (i) => ` xmlns:p${i}="u"`, '<a').replace(/ [^"]*"?[^"]*$/, '>'))}</a>`,
    'names of colons': (size) => filled(size, ':', '<a', '/>'),
    'a name without end': (size) => filled(size, 'a', '<'),
    attributes: (size) => numbered(size, (i) => ` a${i}="b"`, '<a'),
    'white space in a tag': (size) => filled(size, ' ', '<a', '/>'),
    'white space before the root': (size) => filled(size, '\r\n', '', '<urlset/>'),
    references: (size) => filled(size, '&amp;', '<a>', '</a>'),
    numbers: (size) => filled(size, '&#65;', '<a>', '</a>'),
    comments: (size) => filled(size, '<!---->', '<a>', '</a>'),
    'open comments': (size) => filled(size, '<!--', '<a>'),
    CDATA: (size) => filled(size, '<![CDATA[]]>', '<a>', '</a>'),
    entities: (size) => numbered(size, (i) => `<!ENTITY a${i} "b">`, '<!DOCTYPE a ['),
    'parameter entities': (size) => filled(size, '%p;', '<!DOCTYPE a ['),
    'quotes in the subset': (size) => filled(size, `"'"`, '<!DOCTYPE a [<!ENTITY a '),
    brackets: (size) => filled(size, ']', '<a>', '</a>'),
    lines: (size) => filled(size, '\n', '', 'x'),
    'lines of URLs': (size) => filled(size, 'https://site.example/a\n'),
    'lines of long URLs': (size) => filled(size, `https://site.example/${'a'.repeat(100_000)}\n`),
    'lines of white space': (size) => filled(size, ' \r', 'https://site.example/a\n'),
    'white space that ends a text': (size) => filled(size, '\t \n', '<a/>'),
    'a gzip bomb': () => gzipSync(Buffer.alloc(64 * 1024 ** 2, '<a/>')).toString('latin1'),
  },
};
