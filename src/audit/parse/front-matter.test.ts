import { describe, expect, it } from 'vitest';
import { parseFrontMatter, splitFrontMatter } from './front-matter.ts';

describe('front matter', () => {
  it.each([
    ['plain', '---\ntitle: Home\n---\n# Home'],
    ['after a byte order mark', '\ufeff---\ntitle: Home\n---\n'],
    ['with CRLF', '---\r\ntitle: Home\r\n---\r\n'],
    ['with CR alone', '---\rtitle: Home\r---\r# Home\r'],
    ['with lines that end in different ways', '---\rtitle: Home\r\n---\n# Home'],
    ['with spaces after the hyphens', '---  \ntitle: Home\n--- \n'],
    ['closed by three dots', '---\ntitle: Home\n...\n'],
    ['with a comment and a quoted key', '---\n# made by hand\n\n"title": Home\n---'],
  ])('is read: %s', (_, text) => {
    expect(parseFrontMatter(text)).toEqual({ ok: true, value: { title: 'Home' } });
  });

  it.each([
    ['nothing', ''],
    ['a heading', '# Home'],
    ['a space before the hyphens', ' ---\ntitle: Home\n---'],
    ['four hyphens', '----\ntitle: Home\n----'],
    ['prose between thematic breaks', '---\n\nHello, world.\n\n---\n'],
    ['a thematic break alone', '---\n\n# Home\n\nNote: this.'],
    ['an empty block', '---\n---\n# Home'],
    ['a list', '---\n- a\n- b\n---\n'],
  ])('is not there: %s', (_, text) => {
    expect(parseFrontMatter(text)).toBeUndefined();
  });

  it.each([
    ['never closed', '---\ntitle: Home\n\n# Home', /not closed/],
    ['not YAML', '---\ntitle: "Home\n---\n', /not YAML/],
    ['bad indentation', '---\ntitle: Home\n  url: x\n---\n', /not YAML/],
  ])('does not work: %s', (_, text, why) => {
    expect(parseFrontMatter(text)).toEqual({ ok: false, why: expect.stringMatching(why) });
  });

  it('is taken off the text that follows', () => {
    expect(splitFrontMatter('---\na: b\n---\n\n# Home\n---\n')).toEqual({
      block: 'a: b\n',
      body: '# Home\n---\n',
    });
  });
});
