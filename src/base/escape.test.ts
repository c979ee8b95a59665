import MarkdownIt from 'markdown-it';
import { micromark } from 'micromark';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { html } from '../report/html/markup.ts';
import {
  csvCell,
  forTerminal,
  httpUrl,
  jsonForScript,
  jsonText,
  markdownCode,
  markdownCodeCell,
  markdownLink,
  markdownProse,
  markdownText,
  markdownUrl,
  ownProse,
} from './escape.ts';
import { plain } from './text.ts';

/** A Markdown parser that allows everything harmful: HTML, and links from bare addresses and hosts. */
const markdown = new MarkdownIt({ html: true, linkify: true, typographer: false });
markdown.linkify.set({ fuzzyLink: true, fuzzyEmail: true });

const MAX = 2000;

/** Parts of hostile texts: markup, links and commands. */
const PARTS = [
  ...'` `` ``` ~~~ \\ | \\| \\\\| * _ ** __ ~~ [ ] ]( ( ) ![ < > <script> </code> <!-- --> &lt; &#60; & : ://'.split(
    ' ',
  ),
  ...'--- === https://evil.example/ www.evil.example a@evil.example // //evil.example evil.com .com www.'.split(
    ' ',
  ),
  ...'::add-mask:: ##[ ##vso[ javascript:alert(1) " \' $ $$ { } {{ {% ! = a'.split(' '),
  ...['# ', '## ', '- ', '+ ', '1. ', '1) ', '> ', '\n', '\n\n', '\t', '    ', ' ', '\r', '\b', '\u0007'],
  ...[
    '\u00ad',
    '\u3164',
    '\u{e0041}',
    '\u202e',
    '\u200b',
    '\u001b[31m',
    '\u001b]8;;https://evil.example\u0007',
  ],
  ...['\0', '\u{10ffff}', '\ud800', '\u0301', '日本'],
];

/** Texts with each part alone, and with each pair of parts in both orders. */
const HOSTILE = PARTS.flatMap((a, i) => {
  const others = PARTS.slice(i);
  const lines = Array.from({ length: Math.ceil(others.length / 6) }, (_, at) =>
    others
      .slice(6 * at, 6 * at + 6)
      .map((b) => a + b)
      .join(''),
  );
  return [a, ...lines.map((line) => line + a)];
});
/** The hostile texts that `plain` does not empty. */
const SHOWN = HOSTILE.filter((text) => plain(text, MAX) !== '');

/** Expects `judge` to return the `wanted` value for every text; lists the texts for which it does not. */
function all(
  texts: readonly string[],
  judge: (text: string, shown: string) => unknown,
  wanted: (shown: string) => unknown,
) {
  const wrong = texts.flatMap((text) => {
    const shown = plain(text, MAX);
    const [is, should] = [JSON.stringify(judge(text, shown)), JSON.stringify(wanted(shown))];
    return is === should ? [] : [{ text, is, should }];
  });
  expect(wrong).toEqual([]);
}

/** Returns the tokens of Markdown that is a single paragraph, heading or cell. */
function inline(source: string) {
  const tokens = markdown.parse(source, {});
  const children = tokens.filter(({ type }) => type === 'inline').flatMap((token) => token.children ?? []);
  return {
    blocks: tokens.map(({ type }) => type),
    cells: tokens.filter(({ type }) => type === 'td_open').length,
    kinds: children.map(({ type }) => type),
    texts: children.map(({ content }) => content),
    children,
  };
}

const PARAGRAPH = ['paragraph_open', 'inline', 'paragraph_close'];
const inCell = (cell: string) => inline(`| a | b |\n| --- | --- |\n| ${cell} | end |`);

/** Matches an entity other than those that `markdownText` writes. */
const OTHER_ENTITY = /&(?!(?:lt|gt|amp);)[#a-z]/i;

it('forTerminal removes everything that a terminal would interpret', () => {
  all(
    HOSTILE,
    (text) => /\p{Cc}|\p{Cf}|\p{DI}|##\w*\[|(?:^|\s)::/u.test(forTerminal(text)),
    () => false,
  );
  all(HOSTILE, forTerminal, (shown) => shown);
});

describe('as Markdown text', () => {
  it('creates no links in GitHub, which links bare addresses that begin with www', () => {
    expect(markdownText('see WWW.evil.example, www.a')).toBe('see WWW\\.evil.example, www\\.a');
    expect(markdownText('node:test, a: b, a:8080')).toBe('node:test, a: b, a:8080');
    expect(markdownText('a::b :100: :a_b: mailto:a')).toBe('a\\:\\:b \\:100: \\:a_b: mailto\\:a');
  });

  it('creates no links in renderers that detect them', () => {
    const texts = [
      ...[
        '//evil.example',
        'see //evil.example/x, (//localhost)',
        '///evil.example',
        'http:////evil.example',
      ],
      ...[
        'evil.com',
        'see sub.evil.co.uk/path.',
        'EVIL.COM',
        'index.md',
        'пример.рф',
        'ｅvil.com',
        'evil.xn--p1ai',
      ],
      ...['//8.8.8.8/x', 'a@evil.com', 'mailto:a@evil.com', 'ftp://evil.com', 'www.evil.com'],
    ];
    for (const markup of [markdownText, markdownProse]) {
      all(
        texts,
        (text) => [inline(markup(text)).kinds, inline(markup(text)).texts],
        (shown) => [['text'], [shown]],
      );
    }
  });

  it('renders as written, without markup', () => {
    all(
      SHOWN,
      (text) => {
        const { blocks, kinds, texts } = inline(markdownText(text));
        return [blocks, kinds, texts.join('')];
      },
      (shown) => [PARAGRAPH, ['text'], shown],
    );
  });

  it('renders as written, without markup, in another renderer', () => {
    all(
      SHOWN,
      (text) => {
        const page = parse(micromark(`x ${markdownText(text)}`, { allowDangerousHtml: true }));
        return [page.querySelectorAll('*').map(({ rawTagName }) => rawTagName), page.textContent.trim()];
      },
      (shown) => [['p'], `x ${shown}`],
    );
  });

  it('escapes a dot once, even if two rules apply to it', () => {
    const texts = ['www.AA', 'WWW.de', 'see www.evil.com and www.a.b', '(www.xn--p1ai)', 'www..md'];
    all(
      texts,
      (text) => inline(markdownText(text)).texts,
      (shown) => [shown],
    );
  });

  it('has no tag, comment or entity for renderers that do not support an escaped < or &', () => {
    expect(markdownText('&<lt;')).toBe('&&lt;lt;');
    expect(markdownText('&>#60;')).toBe('&&gt;\\#60;');
    all(
      HOSTILE,
      (text) => /[<>]/.test(markdownText(text)) || OTHER_ENTITY.test(markdownText(text)),
      () => false,
    );
  });

  it('is escaped no more than necessary', () => {
    const texts = ['0.5.0', 'Bot & crawl policy', 'robots.txt is published', 'A (b), c - d'];
    for (const text of [...texts, '127.0.0.1:8190', 'at 01:42 UTC', '2027-01-31T00:00:00Z'])
      expect(markdownText(text)).toBe(text);
  });

  it('stays inside a cell of a table, in a heading and in a list', () => {
    all(
      SHOWN,
      (text) => {
        const cell = inCell(markdownText(text));
        const item = inline(`- **x:** ${markdownText(text)}`).texts.join('');
        return [cell.cells, cell.texts, inline(`# ${markdownText(text)}`).texts, item];
      },
      (shown) => [2, ['a', 'b', shown, 'end'], [shown], `x: ${shown}`],
    );
  });
});

describe('as Markdown code', () => {
  it('is one code span with the unchanged text', () => {
    all(
      SHOWN,
      (text) => {
        const { kinds, texts } = inline(`Seen: ${markdownCode(text)}.`);
        return [kinds, texts];
      },
      (shown) => [
        ['text', 'code_inline', 'text'],
        ['Seen: ', shown, '.'],
      ],
    );
    expect(markdownCode('\u200b')).toBe('');
  });

  it('stays inside a table cell', () => {
    all(
      SHOWN,
      (text) => [inCell(markdownCodeCell(text)).cells, inCell(markdownCodeCell(text)).texts],
      (shown) => [2, ['a', 'b', shown, 'end']],
    );
  });
});

describe('as a Markdown link', () => {
  it('has the label and links to the URL', () => {
    expect(markdownLink('RFC 9309 [robots]', 'https://www.rfc-editor.org/rfc/rfc9309.html')).toBe(
      '[RFC 9309 \\[robots\\]](<https://www.rfc-editor.org/rfc/rfc9309.html>)',
    );
  });

  it('leaves a host name unescaped, because links do not nest', () => {
    const link = markdownLink('www.evil.com', 'https://a.example/');
    expect(link).toBe('[www.evil.com](<https://a.example/>)');
    expect(inline(link).kinds).toEqual(['link_open', 'text', 'link_close']);
  });

  it('is text if the URL is not http(s)', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/relative', '', 'mailto:a@b.example']) {
      expect(inline(markdownLink('label', url)).kinds).toEqual(['text']);
      expect(markdownUrl(url)).toBe(markdownText(url));
    }
  });

  it('is one link to the URL, even in a table cell', () => {
    const LINK = ['link_open', 'text', 'link_close'];
    all(
      SHOWN,
      (text) => {
        const { href } = new URL(`https://a.example/?${text}#${text}`);
        const { cells, kinds, texts, children } = inCell(markdownLink(text, href));
        const bare = inline(`See ${markdownUrl(href)}.`);
        const hosts = [children[2], bare.children[1]].map(
          (link) => new URL(String(link?.attrGet('href'))).host,
        );
        return [cells, kinds, texts[3], bare.kinds, hosts];
      },
      (shown) => [
        2,
        ['text', 'text', ...LINK, 'text'],
        shown,
        ['text', ...LINK, 'text'],
        ['a.example', 'a.example'],
      ],
    );
  });
});

describe('prose that marks code by backticks', () => {
  it('keeps code, text and the spaces between them', () => {
    const { kinds, texts } = inline(markdownProse('Serve `/a|b` with *no* `X: <y>` at 1. all'));
    expect(kinds).toEqual(['text', 'code_inline', 'text', 'code_inline', 'text']);
    expect(texts).toEqual(['Serve ', '/a|b', ' with *no* ', 'X: <y>', ' at 1. all']);
  });

  it('leaves host names of this project unescaped', () => {
    expect(ownProse('At isitagentready.com, `a|b` and https://a.example/x_y')).toBe(
      'At isitagentready.com, `a|b` and https://a.example/x_y',
    );
  });

  it('has no other markup, whatever its source', () => {
    all(
      SHOWN,
      (text) => {
        const { blocks, kinds } = inline(`x ${markdownProse(text)}`);
        return [blocks, kinds.filter((kind) => kind !== 'text' && kind !== 'code_inline')];
      },
      () => [PARAGRAPH, []],
    );
  });
});

describe('as HTML', () => {
  it('is text, in an element and in an attribute', () => {
    all(
      HOSTILE,
      (_, shown) => {
        const markup = String(html`<p title="${shown}" class="${shown}">${shown}</p>`);
        const page = parse(markup);
        const [p] = page.querySelectorAll('*');
        const entities = /&(?!(?:amp|lt|gt|quot|#39);)/.test(markup);
        return [
          page.childNodes.length,
          page.querySelectorAll('*').length,
          p?.text,
          p?.getAttribute('title'),
          entities,
        ];
      },
      (shown) => [1, 1, shown, shown, false],
    );
  });

  it('links to http(s) only', () => {
    expect(httpUrl('https://a.example')).toBe('https://a.example/');
    expect(httpUrl('java\nscript:alert(1)')).toBeUndefined();
    expect(httpUrl('not a url')).toBeUndefined();
  });
});

describe('as JSON', () => {
  it('is the same document, without anything that a terminal or CI log would interpret', () => {
    for (const indent of [undefined, 2]) {
      const json = jsonText({ HOSTILE }, indent);
      expect(JSON.parse(json)).toEqual({ HOSTILE });
      expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|##\w*\[|^\s*::/mu);
    }
  });

  it('cannot end a script element, and parses to the same value', () => {
    for (const text of [...HOSTILE, '</script><script>alert(1)</script><!--\u2028&']) {
      const json = jsonForScript({ text });
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(json)).toEqual({ text });
    }
  });
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['a\nb', '"a\nb"'],
  ['https://a.example/=1', 'https://a.example/=1'],
])('as a cell of CSV, %j is %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});
