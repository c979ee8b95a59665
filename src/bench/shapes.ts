/** The shapes that are hardest for what reads a site's text: many of one thing, deep, long, or never ended. */
import { parseHtml } from '../parse/html.ts';
import { parseJsonText } from '../parse/json.ts';
import { findResponse } from '../parse/json-rpc.ts';
import { parseLinkHeader } from '../parse/link-header.ts';
import { parseLlmsTxt } from '../parse/llms-txt.ts';
import { parseOpenApi } from '../parse/openapi.ts';
import { parseRobots } from '../parse/robots.ts';
import { parseSitemap } from '../parse/sitemap.ts';
import { plain } from '../parse/text.ts';

/** What makes an input of so many characters. */
type Shape = (size: number) => string;

export interface HardReader {
  readonly name: string;
  readonly read: (text: string) => unknown;
  readonly shapes: Readonly<Record<string, Shape>>;
}

const PAGE = 'https://site.example/';

/** One piece up to the size, after a beginning. */
function filled(piece: string, start = ''): Shape {
  return (size) => start + piece.repeat(Math.max(0, Math.floor((size - start.length) / piece.length)));
}

/** Numbered pieces up to the size, after a beginning: for what only many different things make slow. */
function numbered(piece: (i: number) => string, start = ''): Shape {
  return (size) => {
    const parts = [start];
    for (let i = 0, length = start.length; length < size; i++)
      length += parts[parts.push(piece(i)) - 1]?.length ?? 0;
    return parts.join('').slice(0, size);
  };
}

export const HARD_READERS: readonly HardReader[] = [
  {
    name: 'html',
    read: (text) => parseHtml(text, PAGE),
    shapes: {
      'void elements': filled('<br>'),
      attributes: numbered((i) => ` a${i}=b`, '<a '),
      'bodies with new attributes': numbered((i) => `<body a${i}>`),
      'different formatting in paragraphs': filled('<p>x', `<p>${'<font a><font b><font c>'.repeat(20)}</p>`),
      'formatting with long values': (size) =>
        filled('<p>x', `<p><font role="${'x '.repeat(size / 4)}"><b></p>`)(size),
      'closed in the wrong order': filled('<b><p></b>'),
      'links in links': filled('<a><div></div>'),
      'text before tables': filled('x<!---->', '<table>'.repeat(400)),
      'elements before a table': filled('<b></b>', '<table>'),
      'end tags, deep': filled('</x>', '<x>'.repeat(500)),
      'SVG and HTML in turns': filled('<svg><foreignObject></foreignObject></svg>', '<svg>'.repeat(400)),
      references: filled('&a;'),
      'long base, many links': numbered((i) => `<a href=${i}>`, `<base href="${PAGE}${'b'.repeat(2_000)}/">`),
    },
  },
  {
    name: 'xml',
    read: (text) => parseSitemap({ body: new TextEncoder().encode(text), truncated: false }, 2 ** 21),
    shapes: {
      'open comments': filled('<!--', '<a>'),
      'declared prefixes': numbered((i) => ` xmlns:p${i}="u"`, '<a'),
      entities: numbered((i) => `<!ENTITY a${i} "b">`, '<!DOCTYPE a ['),
      references: filled('&amp;', '<a>'),
      'undeclared prefixes, deep': filled('<a:b/>', '<a>'.repeat(60)),
      'lines of white space': filled(' \r', 'https://site.example/a\n'),
    },
  },
  {
    name: 'openapi',
    read: (text) => parseOpenApi(text, false),
    shapes: {
      'flow maps': filled('{a: ', 'openapi: 3.1.0\npaths: '),
      aliases: filled('*a, ', 'a: &a x\nb: ['),
      anchors: numbered((i) => `- &a${i} b\n`),
      merges: filled('- {<<: *a}\n', `- &a {${'k: 1, '.repeat(1_000)}}\n`),
      'plain lines': filled(' a\n', 'a:\n'),
    },
  },
  {
    name: 'json',
    read: parseJsonText,
    shapes: {
      arrays: filled('['),
      members: numbered((i) => `"k${i}":${i},`, '{'),
      escapes: filled('\\"', '"'),
    },
  },
  {
    name: 'markdown',
    read: (text) => parseLlmsTxt(text, PAGE),
    shapes: {
      'links in a list': numbered((i) => `- [a](${i})\n`),
      'open links': filled('[a](<'),
      stars: filled('**a *b '),
      backticks: numbered((i) => `${'`'.repeat((i % 300) + 1)} `),
      'nested lists': filled('- '),
    },
  },
  {
    name: 'headers and text',
    read: (text) => [parseLinkHeader(text, PAGE), parseRobots(text), plain(text)],
    shapes: {
      parameters: numbered((i) => `;a${i}=b`, '<a>'),
      'open quotes': filled('<a>;b="c\\",'),
      'white space': filled(' '),
      'agents of dots': filled('.', 'User-agent: a'),
      'sequences of a terminal': filled('\u001b[0'),
    },
  },
  {
    name: 'event streams',
    read: (text) => findResponse(text, 'sse', '1', false),
    shapes: {
      'empty events': filled('data:\n\n'),
      comments: filled(':\n'),
      'one line': filled('a', 'data: '),
    },
  },
];
