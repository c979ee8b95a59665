/** Tests `<noscript>` and `<base>` in markup that only the HTML standard explains. parse5 has its own test suites. */
import { describe, expect, it } from 'vitest';
import { hasMarkup, parseHtml } from './html.ts';

const URL_OF_PAGE = 'https://site.example/dir/page';
const read = (html: string) => parseHtml(html, URL_OF_PAGE);

describe('markup that only the standard says how to read', () => {
  it('what the head cannot hold ends it, and ends a noscript in it', () => {
    const page = read('<head><noscript><img src=x></noscript><link rel=help href=/h><title>yes</title>');
    expect(page.links).toHaveLength(1);
    expect(page.title).toBe('yes');
    expect(page.noscripts).toEqual([[]]);
  });

  it('a noscript ends at its end tag, whatever is open in it: else the rest of the page would be part of it', () => {
    const page = read(
      '</noscript><body><noscript><div></noscript><h1>yes</h1><noscript></div></noscript><a href="/x">x</a>',
    );
    expect(page.h1).toEqual(['yes']);
    expect(page.anchors).toEqual(['https://site.example/x']);
    expect(page.noscripts).toEqual([[], []]);
  });

  it.each([
    ['a select', '<body><noscript><select></noscript></select><a href=x>', [['https://site.example/dir/x']]],
    ['a cell', '<body><noscript><table><td></noscript><a href=x>', [['https://site.example/dir/x']]],
    ['SVG', '<body><noscript><svg><g></noscript><a href=x>', [[]]],
  ])('a noscript that ends in %s', (_, html, noscripts) => {
    expect(read(html).noscripts).toEqual(noscripts);
  });

  it('the first base that has a target counts, and none in a template or in SVG', () => {
    const bases =
      '<template><base href=/t/></template><svg><base href=/s/></svg><base target=x><base href=/b/>';
    expect(read(`${bases}<a href=x>`).anchors).toEqual(['https://site.example/b/x']);
  });
});

describe('whether a text has markup', () => {
  it.each([...['<p>x', 'x<br>', '<!doctype html>x', '<HTML>', '<svg/>', 'a < b <i>c</i>', '<!-- --><div>']])(
    '%j has',
    (text) => {
      expect(hasMarkup(text)).toBe(true);
    },
  );

  it.each([
    ...[
      '',
      'Hello World!',
      '1 < 2',
      'a <b',
      '</p>',
      '<!-- <p> -->',
      '<https://site.example>',
      '<me@site.example>',
    ],
    ...['<your-name>', '{"a":1}', '<?xml version="1.0"?><urlset/>', '&lt;p>', '<p title="'],
  ])('%j has none', (text) => {
    expect(hasMarkup(text)).toBe(false);
  });
});
