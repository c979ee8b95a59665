/** Markup that only the HTML standard says how to read, a case for each fault that was found on real pages. */
import { describe, expect, it } from 'vitest';
import { hasMarkup, parseHtml } from './html.ts';

const URL_OF_PAGE = 'https://site.example/dir/page';
const read = (html: string) => parseHtml(html, URL_OF_PAGE);

describe('markup that only the standard says how to read', () => {
  it.each([
    ['a comment that is only its ends', '<!--><h1>yes</h1><!--->'],
    ['a comment that ends in --!>', '<!-- <h1>no</h1> --!><h1>yes</h1><!-- --!>'],
    ['a slash after a quoted value', '<p class="a"/><h1>yes</h1><p title="<h1>no</h1>"/>'],
    ['a slash after a value in single quotes', "<p class='a'/><h1>yes</h1><p title='<h1>no</h1>'/>"],
    ['values without space between', '<p a="1"b="<h1>"c=\'2\'><h1>yes</h1>'],
    ['an XHTML line break', '<h1>yes<br/></h1>'],
    ['a line break in an end tag', '<h1>yes</br></h1>'],
    ['a heading that another heading ends', '<h1>yes<h2>no</h2>'],
    ['a heading that is closed as another', '<h1>yes</h2>no'],
    ['a heading in a link that is never closed', '<a href=x><h1>yes</h1><a href=y>no</a>'],
    ['a script that writes a script', '<script><!-- "<script></script><h1>no</h1>" --></script><h1>yes</h1>'],
    ['a script whose comment is never closed', '<h1>yes</h1><script><!-- <script> </script><h1>no</h1>'],
    ['NUL in a name and a text', '<h1>y\0es</h1><h\0>no</h\0>'],
    ['CDATA in HTML', '<h1>yes<![CDATA[no]]></h1>'],
    ['CDATA in SVG', '<svg><![CDATA[<h1>no</h1>]]></svg><h1>yes</h1>'],
    ['an element that ends SVG', '<svg><g><h1>yes</h1>'],
    ['a title in SVG that holds HTML', '<svg><title><h1>no</h1></title></svg><h1>yes</h1>'],
    ['text that goes before its table', '<h1><table><tr><td>s</td>ye</table></h1>'],
    ['text after which there are no tags', '<h1>yes</h1><plaintext><h1>no</h1></plaintext>'],
    ['a select', '<h1>yes<select><h1><option></select></h1>'],
    ['a text area that begins with a line break', '<textarea>\n<h1>no</h1></textarea><h1>yes</h1>'],
    ['references without semicolon', '<h1>&#121es</h1>'],
    ['what is no tag', '</><? <h1>no</h1><h1>yes</h1>'],
  ])('%s', (_, html) => {
    expect(read(html).h1).toEqual(['yes']);
  });

  it.each([
    ['<a href=/a/>x</a>', ['/a/']],
    ['<a href=1 href=2>x</a>', ['/dir/1']],
    [`<a href='"a"><a href="/no">'>x</a>`, ['/dir/%22a%22%3E%3Ca%20href=%22/no%22%3E']],
    ['<a href="?a=1&ltid=2&lt=3&amp;b&lt">x</a>', ['/dir/page?a=1&ltid=2&lt=3&b%3C']],
    ['<a href=1><a href=2>x</a></a>', ['/dir/1', '/dir/2']],
    ['<a href="x', []],
    ['<a\nhref\n=\n"x">x</a>', ['/dir/x']],
    ['<table><a href=1><tr><td><a href=2>', ['/dir/1', '/dir/2']],
    ['<frameset><a href=1></frameset><noframes><a href=2></noframes>', []],
    ['<svg><a href=1></a><a xlink:href=2></a><a xlink:href=no href=3></svg>', ['/dir/1', '/dir/2', '/dir/3']],
  ])('the links of %j', (html, paths) => {
    expect(read(html).anchors).toEqual(paths.map((path) => `https://site.example${path}`));
  });

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

  it('a form in a form is none', () => {
    expect(read('<form toolname=a><form toolname=b></form></form><form toolname=c>').toolForms).toBe(2);
  });

  it('a table ends a paragraph, but not in quirks mode', () => {
    const html = '<p hidden>a<table><tr><td>b</table>c';
    expect(read(`<!doctype html>${html}`).textLength).toBe('bc'.length);
    expect(read(html).textLength).toBe(0);
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
