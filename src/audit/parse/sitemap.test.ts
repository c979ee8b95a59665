import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_LOCATIONS, parseSitemap, type Sitemap } from './sitemap.ts';

const LIMIT = 512 * 1024;
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function read(content: string | Uint8Array, truncated = false) {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return parseSitemap({ body, truncated }, LIMIT);
}
const urls = (content: string | Uint8Array, truncated = false) => {
  const parsed = read(content, truncated);
  return parsed.ok ? parsed.value.locations : parsed.why;
};
const entry = (path: string) => `<url><loc>https://site.example/${path}</loc></url>`;

describe('sitemaps', () => {
  it('reads locations, with entities, CDATA and white space', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet type="text/xsl" href="/s.xsl"?>
<!-- pages -->
<urlset ${NS}>
  <url><loc> https://site.example/?a=1&amp;b=%20&#38;c&#x3D;2 </loc><lastmod>2026-01-01</lastmod></url>
  <url><loc><![CDATA[https://site.example/b]]></loc></url>
</urlset>
`;
    expect(read(xml)).toEqual({
      ok: true,
      value: {
        kind: 'urlset',
        locations: ['https://site.example/?a=1&b=%20&c=2', 'https://site.example/b'],
        more: false,
      },
    });
  });

  it('reads an index, a prefix, and an empty one', () => {
    expect(
      read('<sitemapindex><sitemap><loc>https://site.example/1.xml</loc></sitemap></sitemapindex>'),
    ).toEqual({
      ok: true,
      value: { kind: 'sitemapindex', locations: ['https://site.example/1.xml'], more: false },
    });
    expect(
      urls('<s:urlset xmlns:s="x"><s:url><s:loc>https://site.example/p</s:loc></s:url></s:urlset>'),
    ).toEqual(['https://site.example/p']);
    expect(urls(`<urlset ${NS}/>`)).toEqual([]);
  });

  it('leaves out images, what is not an absolute http(s) URL, and entities of the document', () => {
    const xml = `<!DOCTYPE urlset [<!ENTITY x "https://site.example/x">]><urlset xmlns:image="i"><url><loc>https://site.example/a</loc>
      <image:image><image:loc>https://site.example/a.png</image:loc></image:image></url>
      <url><loc>/relative</loc></url><url><loc>javascript:1</loc></url><url><loc>&x;</loc></url></urlset>`;
    expect(urls(xml)).toEqual(['https://site.example/a']);
  });

  it('reads the text form', () => {
    expect(read('https://site.example/a\r\nhttps://site.example/b\n')).toEqual({
      ok: true,
      value: {
        kind: 'text list',
        locations: ['https://site.example/a', 'https://site.example/b'],
        more: false,
      },
    });
    expect(urls('\ufeffhttps://site.example/a')).toEqual(['https://site.example/a']);
    expect(urls('https://site.example/a\nand more')).toMatch(/neither XML nor/);
    expect(urls('https://site.example/a\nhttps://site.exam', true)).toEqual(['https://site.example/a']);
  });

  it('reads feeds', () => {
    const rss = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://site.example/</link>
      <atom:link href="https://site.example/feed" rel="self"/><item><link>https://site.example/a</link>
      <atom:link href="https://site.example/not"/></item></channel></rss>`;
    expect(read(rss)).toEqual({
      ok: true,
      value: { kind: 'RSS feed', locations: ['https://site.example/a'], more: false },
    });
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://site.example/"/><entry>
      <link rel="enclosure" href="https://site.example/a.mp3"/><link href="https://site.example/a"/></entry></feed>`;
    expect(read(atom)).toEqual({
      ok: true,
      value: { kind: 'Atom feed', locations: ['https://site.example/a'], more: false },
    });
    expect(read('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>')).toMatchObject({
      value: { kind: 'RSS feed' },
    });
    expect(urls('<feed/>')).toMatch(/root is <feed>/);
  });

  it('reads gzip, and of too much gzip the beginning', () => {
    expect(urls(gzipSync(`<urlset>${entry('a')}</urlset>`))).toEqual(['https://site.example/a']);
    const many = Array.from({ length: MAX_LOCATIONS + 1 }, (_, i) => entry(String(i)));
    expect(urls(gzipSync(`<urlset>${many.join('')}</urlset>`))).toHaveLength(MAX_LOCATIONS);
    expect(urls(gzipSync(`${' '.repeat(LIMIT)}<urlset>${entry('a')}</urlset>`))).toMatch(/^longer/);
    expect(urls(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255))).toBe(
      'gzip that cannot be decompressed',
    );
  });

  it.each([
    ['white space', ' '.repeat(LIMIT)],
    ['a comment', `<!-- ${'x'.repeat(LIMIT)}`],
    ['one line', `https://site.example/${'x'.repeat(LIMIT)}`],
  ])('says nothing of what was cut off and shows only %s', (_title, text) => {
    expect(read(text, true)).toMatchObject({ ok: false, isLimit: true });
    expect(read(text)).not.toHaveProperty('isLimit');
  });

  it('says nothing of elements nested deeper than is read', () => {
    expect(read('<urlset>'.repeat(300))).toMatchObject({ ok: false, isLimit: true });
  });

  it.each([
    ['another root', '<books version="2.0"><book/></books>', /root is <books>/],
    ['another root with a prefix', '<x:books xmlns:x="y"/>', /root is <books>/],
    ['text', 'Not a sitemap', 'neither XML nor a list of URLs'],
    ['nothing', ' \n', 'empty'],
    ['a comment only', '<!-- x -->', 'document must contain a root element'],
    ['a document that stops', `<urlset>${entry('a')}`, 'unclosed tag: urlset'],
    [
      'a large document that stops',
      `<urlset>${entry('a').repeat(MAX_LOCATIONS + 1)}`,
      'unclosed tag: urlset',
    ],
    [
      'a large document with a bare ampersand',
      `<urlset><url>&</url>${entry('a').repeat(MAX_LOCATIONS + 1)}</urlset>`,
      /bare “&”/,
    ],
  ])('refuses %s', (_title, content, why) => {
    if (typeof why === 'string') expect(urls(content)).toContain(why);
    else expect(urls(content)).toMatch(why);
  });

  it('reads what there is of a document that was cut off', () => {
    expect(urls(`<urlset>${entry('a')}<url><loc>https://site.ex`, true)).toEqual(['https://site.example/a']);
    expect(urls(`<?xml version="1.0"?><urlset ${NS}><url><lo`, true)).toEqual([]);
    const prefixed = `<s:urlset>${'<s:url><s:loc>https://site.example/a</s:loc></s:url>'.repeat(MAX_LOCATIONS + 1)}<s:u`;
    expect(urls(prefixed, true)).toHaveLength(MAX_LOCATIONS);
    expect(urls('<books><book>a</book><bo', true)).toMatch(/root is <books>/);
    expect(urls(`<urlset>${entry('a?x&y')}${entry('b')}<url><loc>https://site.ex`, true)).toMatch(/bare/);
    expect(read(`<urlset>${entry('a')}<url>`, true)).toMatchObject({ value: { more: true } });
  });

  it('keeps 5,000 locations of a complete one', () => {
    const { value } = read(`<urlset>${entry('a').repeat(MAX_LOCATIONS + 1)}</urlset>`) as { value: Sitemap };
    expect(value.locations).toHaveLength(MAX_LOCATIONS);
    expect(value.more).toBe(true);
  });

  it('reads a document whose entities would grow without end', () => {
    const entities = Array.from({ length: 25 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
    const xml = `<!DOCTYPE urlset [<!ENTITY e0 "ha">${entities.join('')}]><urlset><url><loc>https://site.example/&e25;</loc></url></urlset>`;
    expect(urls(xml)).toEqual(['https://site.example/&e25;']);
  });
});
