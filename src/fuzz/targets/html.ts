/** Pages: their tree and facts, their encoding, and whose refusal they are. */

import { MAX_URL_CHARS } from '../../limits.ts';
import { challengeMark } from '../../parse/challenge.ts';
import { hasMarkup, parseHtml } from '../../parse/html.ts';
import { parseJsonLd } from '../../parse/json-ld.ts';
import { samePage } from '../../parse/same-page.ts';
import { decodeText, looksLikeHtml } from '../../parse/text.ts';
import { presenceOf } from '../../parse/walls/refusal.ts';
import { sameForm } from '../../parse/walls/same-form.ts';
import { bytesOf, filled, hostile, numbered } from '../inputs.ts';
import { atMost, type FuzzTarget, must, mustBePlain } from '../target.ts';
import { PAGES } from './samples.ts';

const URL_OF_PAGE = 'https://site.example/dir/page';
const MOST = 5_000;

const PIECES = [
  ...'html head body base title noscript script style template svg math table tr td th tbody caption colgroup'.split(
    ' ',
  ),
  ...'select option a b i p div font nobr h1 h2 form li dd ul ruby rt textarea plaintext frameset frame'.split(
    ' ',
  ),
  ...'link meta img br input button object iframe annotation-xml foreignObject desc mi'.split(' '),
].flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} `, `<${name}/>`]);
const ATTRIBUTES = [
  ...'href src rel type content name role hreflang hidden toolname xlink:href encoding alt'.split(' '),
].flatMap((name) => [` ${name}="`, ` ${name}='`, ` ${name}=`, ` ${name}`]);
const WORDS = [
  '<!doctype html>',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Frameset//EN">',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[',
  ']]>',
  '<?xml version="1.0" encoding="utf-8"?>',
  '&amp;',
  '&amp',
  '&#x41;',
  '&#0;',
  '&#xD800',
  '&notin;',
  '&notit;',
  '&nosuch;',
  '&',
  '"',
  "'",
  '=',
  '>',
  '<',
  '</',
  'text',
  'alternate',
  'stylesheet service-desc',
  'text/markdown',
  'application/ld+json',
  '{"@context":"https://schema.org"}',
  'description',
  'charset=utf-16',
  'navigation main',
  '/llms.txt',
  'Just a moment...',
  'cf-chl',
  '_Incapsula_Resource?',
  'access denied',
  'nonce="abc"',
];

function read(input: string): void {
  const page = parseHtml(input, URL_OF_PAGE);
  for (const [what, list] of [
    ['anchors', page.anchors],
    ['links', page.links.map(({ href }) => href)],
    ['targets in noscripts', page.noscripts.flat()],
    ['scripts', page.scripts.map(({ src }) => src ?? '')],
  ] as const) {
    atMost(what, list.length, MOST);
    for (const url of list) atMost(`characters of a URL of ${what}`, url.length, MAX_URL_CHARS);
  }
  atMost('headings', page.h1.length, MOST);
  atMost('noscripts', page.noscripts.length, MOST);
  // A reference of three characters stands for one or two.
  atMost('characters of text', page.textLength, input.length + 1);
  must(new Set(page.anchors).size === page.anchors.length, () => 'a target twice');
  for (const { type, text } of page.scripts.slice(0, 20)) {
    if (type === 'application/ld+json') parseJsonLd(text);
  }
}

function look(input: string): void {
  hasMarkup(input);
  looksLikeHtml(input);
  decodeText(bytesOf(input), 'text/html');
  decodeText(bytesOf(input), undefined);
  for (const status of [200, 403]) {
    const headers = [['content-type', 'text/html']] as const;
    const mark = challengeMark({ status, headers, text: input });
    if (mark !== undefined) mustBePlain('a mark', mark, 400);
    presenceOf({ status, headers, type: undefined, text: input });
  }
  const page = { url: URL_OF_PAGE, text: input };
  must(samePage(page, { ...page }), () => 'a page is not the same as itself');
  sameForm(
    { ...page, status: 403, type: undefined },
    { ...page, url: `${URL_OF_PAGE}2`, text: `${input}2`, status: 403, type: undefined },
  );
}

/** A tag whose attribute has that many characters. */
const long = (tag: string, name: string, size: number) => `<${tag} ${name}="${'x '.repeat(size / 2)}">`;

export const htmlTarget: FuzzTarget = {
  name: 'html',
  inputs: hostile(PAGES, [...PIECES, ...ATTRIBUTES, ...WORDS]),
  run(input) {
    read(input);
    look(input);
  },
  worst: {
    elements: (size) => filled(size, '<div>'),
    'open brackets': (size) => filled(size, '<'),
    references: (size) => filled(size, '&a;'),
    'references without end': (size) => filled(size, '&amp'),
    'known references': (size) => filled(size, '&lt;'),
    'different references': (size) => numbered(size, (i) => `&#${i};`),
    'unknown references': (size) => numbered(size, (i) => `&x${i.toString(36)};`),
    ampersands: (size) => filled(size, '&'),
    'references in values': (size) => filled(size, '&a=', '<a href="', '">'),
    'formatting in paragraphs': (size) => filled(size, '<p>x', '<p><font a><font b><font c></p>'),
    'formatting with long values': (size) =>
      filled(size, '<p>x', `<p>${long('font', 'role', size / 2)}<b></p>`),
    'links with long values': (size) => filled(size, '<p>x', `<p>${long('a', 'href', size / 2)}</p>`),
    'different formatting, closed': (size) =>
      filled(
        size,
        '</b>',
        numbered(6_000, (i) => `<font x=${i}>`),
      ),
    'different formatting, reopened': (size) =>
      filled(size, '<p>x', `${numbered(6_000, (i) => `<font x=${i}>`)}</body>`),
    'closed in the wrong order': (size) => filled(size, '<b><p></b>'),
    'anchors in anchors': (size) => filled(size, '<a><div>'),
    bodies: (size) => filled(size, '<body x>', `<body ${numbered(size / 2, (i) => `a${i} `)}>`),
    'bodies with new attributes': (size) => numbered(size, (i) => `<body a${i}>`),
    attributes: (size) => numbered(size, (i) => ` a${i}=b`, '<a '),
    'text before a table': (size) => filled(size, 'x<!---->', '<table>'.repeat(400)),
    tables: (size) => filled(size, '<table><td>'),
    'templates with tables': (size) =>
      filled(size, 'x<!---->', `<template>${'<table><td>'.repeat(150)}<table>`),
    'words in an ended body': (size) => filled(size, 'a ', '<body></body>'),
    'words in a column group': (size) => filled(size, ' \u00a0', '<table><colgroup>'),
    selects: (size) => filled(size, '<select><option>'),
    SVG: (size) => filled(size, '<svg><p>'),
    'SVG that is closed': (size) => filled(size, '</x>', '<svg>'.repeat(400)),
    comments: (size) => filled(size, '<!-- '),
    'scripts in scripts': (size) => filled(size, '<script>', '<script><!--'),
    titles: (size) => filled(size, '<title>'),
    'end tags': (size) => filled(size, '</p>'),
    'end tags, deep': (size) => filled(size, '</x>', '<x>'.repeat(500)),
    'long base, many links': (size) =>
      numbered(size, (i) => `<a href=${i}>`, `<base href="https://site.example/${'b'.repeat(2_000)}/">`),
    'base over the bound, many links': (size) =>
      numbered(size, (i) => `<a href=${i}>`, `<base href="https://site.example/${'b'.repeat(4_000)}/">`),
    'long base, many noscripts': (size) =>
      numbered(
        size,
        (i) => `<noscript><a href=${i}></noscript>`,
        `<base href="https://site.example/${'b'.repeat(2_000)}/">`,
      ),
    'one long link': (size) => `<a href="${'/'.repeat(size - 12)}">`,
    'links of slashes': (size) => filled(size, `<noscript><a href="${'/'.repeat(1_900)}x"></noscript>`),
    nonces: (size) => filled(size, 'nonce="'),
    'scripts before a declaration': (size) => filled(size, '<!--x-->'),
  },
};
