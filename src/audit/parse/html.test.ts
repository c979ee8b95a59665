import { describe, expect, it } from 'vitest';
import { parseHtml } from './html.ts';

const URL_OF_PAGE = 'https://site.example/dir/page';
const read = (html: string) => parseHtml(html, URL_OF_PAGE);

describe('an HTML page', () => {
  it('has its title and description decoded and folded', () => {
    const page = read(
      '<HTML><HEAD><TITLE>\n Tom &amp; Jerry </TITLE><META NAME=" Description " CONTENT="A &quot;b&quot;\n &#233;&eacute;"></HEAD>',
    );
    expect(page.title).toBe('Tom & Jerry');
    expect(page.description).toBe('A "b" éé');
  });

  it('takes the first description that is not empty, and no other property for it', () => {
    expect(
      read(
        '<meta name=description content=""><meta name=description content=one><meta name=description content=two>',
      ).description,
    ).toBe('one');
    expect(read('<meta name=description content=" ">').description).toBe('');
    expect(read('<meta property="og:description" content="x"><meta content=y>').description).toBeUndefined();
  });

  // The forms of a refresh in the HTML standard ("shared declarative refresh steps").
  it.each([
    ['0; url=/en/', 0, 'https://site.example/en/'],
    ['0;URL=en/', 0, 'https://site.example/dir/en/'],
    ["5 ; url = '/en/?a=b;c'", 5, 'https://site.example/en/?a=b;c'],
    ['0;url="/en/"x', 0, 'https://site.example/en/'],
    ['0, /en/', 0, 'https://site.example/en/'],
    ['0 /en/', 0, 'https://site.example/en/'],
    ['1.9;url=/en/', 1, 'https://site.example/en/'],
    ['.5;url=/en/', 0, 'https://site.example/en/'],
  ])('has where a refresh leads: %s', (content, seconds, href) => {
    expect(read(`<meta HTTP-EQUIV=Refresh content="${content.replaceAll('"', '&quot;')}">`).refresh).toEqual({
      seconds,
      href,
    });
  });

  it.each(['5', '', 'url=/en/', '0;', '0;url=', '0;url=javascript:x', '-1;url=/en/', '0x/en/'])(
    'has no refresh in %j',
    (content) => {
      expect(read(`<meta http-equiv=refresh content="${content}">`).refresh).toBeUndefined();
    },
  );

  it('takes a refresh from a noscript, and none from a template or a comment', () => {
    const meta = '<meta http-equiv="refresh" content="0;url=/en/">';
    expect(read(`<head><noscript>${meta}</noscript>`).refresh?.href).toBe('https://site.example/en/');
    expect(read(`<template>${meta}</template><!-- ${meta} -->`).refresh).toBeUndefined();
  });

  it('takes no title from an svg, a template, a noscript or a later title', () => {
    expect(read('<svg><title>Icon</title></svg><title>Page</title><title>2</title>').title).toBe('Page');
    expect(
      read('<body><noscript><title>x</title></noscript><template><title>y</title></template>').title,
    ).toBeUndefined();
    expect(read('<title>a <b>c</b> &lt;</title>').title).toBe('a <b>c</b> <');
  });

  it.each([
    ['a comment', '<!-- <h1>no</h1> -->'],
    ['a script', '<script>document.write("<h1>no</h1><main>")</script>'],
    ['a template', '<template><div><h1>no</h1><main>x</main></div></template>'],
    ['a noscript', '<noscript><h1>no</h1></noscript>'],
    ['an attribute', '<p title="<h1>no</h1>"></p>'],
    ['a hidden element', '<div hidden><span><h1>no</h1></div>'],
    ['a hidden heading', '<h1 HIDDEN="">no</h1>'],
  ])('has no heading in %s', (_, html) => {
    const page = read(`<h1>yes</h1>${html}`);
    expect([...new Set(page.h1)]).toEqual(['yes']);
    expect(page.textLength).toBeLessThanOrEqual(6);
    expect(page.landmarks).toEqual([]);
  });

  it('has nothing of what is in a template', () => {
    const page = read(
      '<template><title>x</title><meta name=description content=x><a href=/x>x</a><link href=/x><script>x</script><form toolname=x></form><noscript><a href=/y>y</a></noscript></template>',
    );
    expect(page).toEqual(read(''));
  });

  it('goes on after markup that is quoted in an attribute', () => {
    expect(read('<div data-a="<script src=x>" data-b=\'<!-- <title>\'><h1>yes</h1></div>').h1).toEqual([
      'yes',
    ]);
  });

  it('reads a heading of several elements, a line break and an image', () => {
    expect(read('<h1>One<br>two <em>three</em> <img alt="four"></h1><h1><img></h1>').h1).toEqual([
      'One two three four',
    ]);
  });

  it.each([
    ['whole', '<!doctype html><html><head><title>Title</title></head><body><p>12345</p></body></html>'],
    ['without head and body', '<!DOCTYPE html><title>Title</title><p>12345'],
    ['with an unclosed head', '<html><head><title>Title</title><body><p>12345'],
    [
      'XHTML',
      '<?xml version="1.0"?><!DOCTYPE html><html><head><title>Title</title></head><body>12345</body></html>',
    ],
    ['folded', '<p>  12\n\t <b> </b>   45 </p>\n<!-- x -->  <script>1</script> '],
    ['with entities', '<p>1&amp;3&nbsp;5</p>'],
  ])('counts visible text only: a page %s', (_, html) => {
    expect(read(html).textLength).toBe(5);
  });

  it('counts the white space between inline elements', () => {
    expect(read('<p>ab <b>cd</b> ef</p>').textLength).toBe('ab cd ef'.length);
  });

  it('closes what the author left open', () => {
    const page = read('<div hidden><span></div><p>seen<option>a<option>b<main>x');
    expect(page.textLength).toBe('seenabx'.length);
    expect(page.landmarks).toEqual(['main']);
  });

  it('resolves links against the page, or against its base, wherever that stands', () => {
    expect(read('<a href="../x#f">x</a><a href=" /y ">y</a><a href="../x#f">x</a>').anchors).toEqual([
      'https://site.example/x#f',
      'https://site.example/y',
    ]);
    const based = read(
      '<link rel="Alternate  NEXT" type="Text/Markdown" href="a.md"><base href="/b/"><base href="/c/">',
    );
    expect(based.links).toEqual([
      {
        rel: ['alternate', 'next'],
        href: 'https://site.example/b/a.md',
        type: 'text/markdown',
        hreflang: undefined,
      },
    ]);
    expect(read('<base href="javascript:1"><a href="x">').anchors).toEqual(['https://site.example/dir/x']);
    expect(read('<a>1</a><a href="http://[">2</a>').anchors).toEqual([]);
  });

  it('keeps the links of a noscript apart: those of its anchors, and of link elements that lead somewhere', () => {
    const page = read(
      '<head><noscript><link rel="stylesheet" href="a.css"><link rel=manifest href=/m.json><link rel="alternate" href="/i.md"></noscript></head>' +
        '<noscript><p><a href="/llms.txt">x</a></noscript><link rel=icon href=/i>',
    );
    expect(page.noscripts).toEqual([['https://site.example/i.md'], ['https://site.example/llms.txt']]);
    expect(page.anchors).toEqual([]);
    expect(page.links).toHaveLength(1);
  });

  it('keeps scripts as they are written', () => {
    const text = '{"a": "<b>&quot;</b> <!-- <script> </script> -->"}';
    expect(read(`<script type=" Application/LD+JSON " src="/s.js">${text}</script>`).scripts).toEqual([
      { type: 'application/ld+json', src: 'https://site.example/s.js', text },
    ]);
  });

  it('finds landmarks and roles, but not hidden ones', () => {
    expect(
      read('<HEADER></HEADER><div role="none Navigation main"></div><nav hidden></nav><section>').landmarks,
    ).toEqual(['header', 'role=navigation', 'section']);
  });

  it.each([
    ['the text of a drawing', '<svg><title>a</title><text>b</text></svg>', 0],
    ['HTML in a drawing', '<svg><g><foreignObject><p>four</p></foreignObject></g></svg>', 4],
    ['text in a drawing, without an element', '<svg><foreignObject>four</foreignObject></svg>', 4],
    [
      'a drawing in HTML in a drawing',
      '<svg><foreignObject>x<svg><text>b</text></svg></foreignObject></svg>',
      1,
    ],
    ['what a drawing has for later use', '<svg><defs><foreignObject>a</foreignObject></defs></svg>', 0],
    ['a clip path', '<svg><clipPath><foreignObject>a</foreignObject></clipPath></svg>', 0],
    ['a drawing that is hidden', '<svg hidden><foreignObject>a</foreignObject></svg>', 0],
    ['a drawing in a template', '<template><svg><foreignObject>a</foreignObject></svg></template>', 0],
  ])('counts the visible text of %s', (_title, html, length) => {
    expect(read(`<body>${html}`).textLength).toBe(length);
  });

  it('reads headings and landmarks of HTML in a drawing, and none of the drawing', () => {
    const page = read('<svg role=main><foreignObject><main><h1>Home</h1></main></foreignObject></svg>');
    expect(page).toMatchObject({ h1: ['Home'], landmarks: ['main'] });
  });

  it('counts forms that are tools', () => {
    expect(read('<form toolname="search"></form><form toolname=" "></form><form></form>').toolForms).toBe(1);
  });
});

describe('hostile HTML', () => {
  it('is read up to where it nests deeper than browsers nest', () => {
    expect(read(`<h1>yes</h1>${'<div>'.repeat(600)}<h1>no</h1>`).h1).toEqual(['yes']);
    expect(read(`${'<div>'.repeat(400)}<h1>yes</h1>`).h1).toEqual(['yes']);
    expect(read(`<svg>${'<path d=""/>'.repeat(600)}</svg><h1>yes</h1>`).h1).toEqual(['yes']);
  });

  it('is read up to where it has more elements than pages have', () => {
    expect(read(`<h1>yes</h1>${'<br>'.repeat(40_000)}<h1>no</h1>`).h1).toEqual(['yes']);
  });

  it('whose values are not addresses or names is read without them', () => {
    const long = 'x'.repeat(9_000);
    expect(read(`<a href="${long}"></a><a href=y></a>`).anchors).toEqual(['https://site.example/dir/y']);
    expect(read(`<link rel="${'a '.repeat(4_500)}" href=/x>`).links[0]?.rel).toHaveLength(128);
  });
});
