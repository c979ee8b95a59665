import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { micromark } from 'micromark';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { plain } from '../parse/text.ts';
import {
  csvCell,
  forTerminal,
  httpUrl,
  jsonForScript,
  jsonText,
  markdownBlock,
  markdownCode,
  markdownCodeCell,
  markdownLink,
  markdownProse,
  markdownText,
  markdownUrl,
} from './escape.ts';
import { html } from './html/markup.ts';

/** A reader that allows all that could do harm: HTML, and links from bare addresses and hosts. */
const markdown = new MarkdownIt({ html: true, linkify: true, typographer: false });
markdown.linkify.set({ fuzzyLink: true, fuzzyEmail: true });

const MAX = 2000;

/** Text that tries to be markup. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '`',
          '``',
          '```',
          '~~~',
          '\\',
          '|',
          '\\|',
          '\\\\|',
          '*',
          '_',
          '**',
          '__',
          '~~',
          '[',
          ']',
          '](',
          '(',
          ')',
        ],
        ...[
          '![',
          '<',
          '>',
          '<script>',
          '</code>',
          '<!--',
          '-->',
          '&lt;',
          '&#60;',
          '&',
          '# ',
          '## ',
          '- ',
          '+ ',
          '1. ',
        ],
        ...[
          '1) ',
          '> ',
          '---',
          '===',
          ':',
          '://',
          'https://evil.example/',
          'www.evil.example',
          'a@evil.example',
          '//',
          '//evil.example',
          'evil.com',
          '.com',
          'www.',
        ],
        ...[
          '::add-mask::',
          '##[',
          '##vso[',
          '\u00ad',
          '\u3164',
          '\u{e0041}',
          'javascript:alert(1)',
          '"',
          "'",
          '$',
          '$$',
          '{',
          '}',
          '{{',
          '{%',
          '!',
          '=',
          '\n',
          '\n\n',
          '\t',
          '    ',
        ],
        ...[
          '\u001b[31m',
          '\u001b]8;;https://evil.example\u0007',
          '\u0007',
          '\r',
          '\b',
          '\u202e',
          '\u200b',
          ' ',
          'a',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

/** The tokens of the one paragraph, heading or cell that a text makes. */
function inline(source: string) {
  const tokens = markdown.parse(source, {});
  return {
    tokens,
    children: tokens.filter(({ type }) => type === 'inline').flatMap(({ children }) => children ?? []),
  };
}

/** An entity that is not one of those that `markdownText` writes. */
const OTHER_ENTITY = /&(?!(?:lt|gt|amp);)[#a-z]/i;

const runs = { numRuns: 1000 };

describe('for a terminal', () => {
  it('nothing is left that it would interpret', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(forTerminal(text)).not.toMatch(/\p{Cc}|\p{Cf}|\p{DI}|##\w*\[|(?:^|\s)::/u);
        expect(forTerminal(text)).toBe(plain(text, MAX));
      }),
      runs,
    );
  });
});

describe('as Markdown text', () => {
  it('links nothing by itself: GitHub links bare addresses that begin with www', () => {
    expect(markdownText('see WWW.evil.example, www.a')).toBe('see WWW\\.evil.example, www\\.a');
  });

  it.each([
    '//evil.example',
    'see //evil.example/x, (//localhost)',
    '///evil.example',
    'http:////evil.example',
    'evil.com',
    'see sub.evil.co.uk/path.',
    'EVIL.COM',
    'index.md',
    'пример.рф',
    'ｅvil.com',
    'evil.xn--p1ai',
    '//8.8.8.8/x',
    'a@evil.com',
    'mailto:a@evil.com',
    'ftp://evil.com',
    'www.evil.com',
  ])('links nothing in a reader that looks for links: %s', (text) => {
    for (const source of [markdownText(text), markdownProse(text)]) {
      expect(inline(source).children.map(({ type }) => type)).toEqual(['text']);
      expect(inline(source).children[0]?.content).toBe(plain(text));
    }
  });

  it('reads as written and is no markup', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = plain(text, MAX);
        fc.pre(shown !== '');
        const { tokens, children } = inline(markdownText(text));
        expect(tokens.map(({ type }) => type)).toEqual(['paragraph_open', 'inline', 'paragraph_close']);
        expect(children.map(({ type }) => type)).toEqual(['text']);
        expect(children.map(({ content }) => content).join('')).toBe(shown);
      }),
      runs,
    );
  });

  it('reads as written and is no markup in a reader of another make', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = plain(text, MAX);
        fc.pre(shown !== '');
        const page = parse(micromark(`x ${markdownText(text)}`, { allowDangerousHtml: true }));
        expect(page.querySelectorAll('*').map(({ rawTagName }) => rawTagName)).toEqual(['p']);
        expect(page.textContent.trim()).toBe(`x ${shown}`);
      }),
      runs,
    );
  });

  it.each(['www.AA', 'WWW.de', 'see www.evil.com and www.a.b', '(www.xn--p1ai)', 'www..md'])(
    'escapes a dot once, also where it is one for two reasons: %s',
    (text) => {
      expect(inline(markdownText(text)).children.map(({ content }) => content)).toEqual([text]);
    },
  );

  it.each([
    ['&<lt;', '&&lt;lt;'],
    ['&>#60;', '&&gt;\\#60;'],
  ])('makes entities of its own only, whatever stands around them: %s', (text, markup) => {
    expect(markdownText(text)).toBe(markup);
    expect(markup).not.toMatch(OTHER_ENTITY);
    expect(inline(markup).children.map(({ content }) => content)).toEqual([text]);
  });

  it('has no tag, comment or entity of the text for readers that know no escape before < or &', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markup = markdownText(text);
        expect(markup).not.toMatch(/[<>]/);
        expect(markup).not.toMatch(OTHER_ENTITY);
      }),
      runs,
    );
  });

  it('is escaped no more than it must be', () => {
    for (const text of ['0.5.0', 'Bot & crawl policy', 'robots.txt is published', 'A (b), c - d']) {
      expect(markdownText(text)).toBe(text);
    }
  });

  it('stays inside a cell of a table, in a heading and in a list', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = plain(text, MAX);
        fc.pre(shown !== '');
        const cell = markdownText(text);
        const table = inline(`| a | b |\n| --- | --- |\n| ${cell} | ${cell} |`);
        expect(table.tokens.filter(({ type }) => type === 'td_open')).toHaveLength(2);
        expect(table.children.map(({ content }) => content)).toEqual(['a', 'b', shown, shown]);
        expect(inline(`# ${cell}`).children.map(({ content }) => content)).toEqual([shown]);
        expect(
          inline(`- **x:** ${cell}`)
            .children.map(({ content }) => content)
            .join(''),
        ).toBe(`x: ${shown}`);
      }),
      runs,
    );
  });
});

describe('as Markdown code', () => {
  it('is one code span with the text as it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = plain(text, MAX);
        fc.pre(shown !== '');
        const { tokens, children } = inline(`Seen: ${markdownCode(text)}.`);
        expect(tokens).toHaveLength(3);
        expect(children.map(({ type, content }) => [type, content])).toEqual([
          ['text', 'Seen: '],
          ['code_inline', shown],
          ['text', '.'],
        ]);
      }),
      runs,
    );
  });

  it('in a block is one block with the text as it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tokens = markdown.parse(`Before\n\n${markdownBlock(text)}\n\nAfter`, {});
        expect(tokens.map(({ type }) => type)).toEqual([
          ...['paragraph_open', 'inline', 'paragraph_close'],
          'fence',
          ...['paragraph_open', 'inline', 'paragraph_close'],
        ]);
        expect(tokens[3]?.content).toBe(`${plain(text, MAX)}\n`);
      }),
      runs,
    );
  });

  it('in a cell stays there', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = plain(text, MAX);
        fc.pre(shown !== '');
        const cell = markdownCodeCell(text);
        const { tokens, children } = inline(`| a | b |\n| --- | --- |\n| ${cell} | end |`);
        expect(tokens.filter(({ type }) => type === 'td_open')).toHaveLength(2);
        expect(children.map(({ content }) => content)).toEqual(['a', 'b', shown, 'end']);
      }),
      runs,
    );
  });

  it('is nothing where there is nothing to show', () => {
    expect(markdownCode('\u200b')).toBe('');
  });
});

describe('as a Markdown link', () => {
  it('has the label and leads to the URL', () => {
    expect(markdownLink('RFC 9309 [robots]', 'https://www.rfc-editor.org/rfc/rfc9309.html')).toBe(
      '[RFC 9309 \\[robots\\]](<https://www.rfc-editor.org/rfc/rfc9309.html>)',
    );
  });

  it('is text where the URL is not http(s)', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/relative', '', 'mailto:a@b.example']) {
      expect(inline(markdownLink('label', url)).children.map(({ type }) => type)).toEqual(['text']);
      expect(markdownUrl(url)).toBe(markdownText(url));
    }
  });

  it('is one link to that URL, in a cell too', () => {
    fc.assert(
      fc.property(hostile, hostile, (label, path) => {
        fc.pre(plain(label) !== '' && URL.canParse(path, 'https://a.example/'));
        const url = new URL(path, 'https://a.example/');
        // markdown-it decodes Punycode before it encodes the address again, which not every such host survives.
        fc.pre(url.protocol === 'https:' && !url.host.includes('xn--'));
        const { tokens, children } = inline(
          `| a | b |\n| --- | --- |\n| ${markdownLink(label, url.href)} | end |`,
        );
        expect(tokens.filter(({ type }) => type === 'td_open')).toHaveLength(2);
        expect(children.map(({ type }) => type)).toEqual([
          'text',
          'text',
          'link_open',
          'text',
          'link_close',
          'text',
        ]);
        const href = children.find(({ type }) => type === 'link_open')?.attrGet('href') ?? '';
        expect(new URL(String(href)).host).toBe(url.host);
        expect(children[3]?.content).toBe(plain(label, MAX));
        const bare = inline(`See ${markdownUrl(url.href)}.`).children;
        expect(bare.map(({ type }) => type)).toEqual(['text', 'link_open', 'text', 'link_close', 'text']);
        expect(new URL(String(bare[1]?.attrGet('href'))).host).toBe(url.host);
      }),
      runs,
    );
  });
});

describe('prose that marks code by backticks', () => {
  it('keeps code and text apart, and the spaces between', () => {
    const { children } = inline(markdownProse('Serve `/a|b` with *no* `X: <y>` at 1. all'));
    expect(children.map(({ type, content }) => [type, content])).toEqual([
      ['text', 'Serve '],
      ['code_inline', '/a|b'],
      ['text', ' with *no* '],
      ['code_inline', 'X: <y>'],
      ['text', ' at 1. all'],
    ]);
  });

  it('has no other markup, whoever wrote it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        fc.pre(plain(text, MAX) !== '');
        const { tokens, children } = inline(`x ${markdownProse(text)}`);
        expect(tokens).toHaveLength(3);
        for (const { type } of children) expect(['text', 'code_inline']).toContain(type);
      }),
      runs,
    );
  });
});

describe('as HTML', () => {
  it('is text, in an element and in an attribute', () => {
    fc.assert(
      fc.property(hostile, (given) => {
        const text = plain(given, MAX);
        const markup = String(html`<p title="${text}" class="${text}">${text}</p>`);
        const page = parse(markup);
        const [p] = page.childNodes;
        expect(page.childNodes).toHaveLength(1);
        expect(page.querySelectorAll('*')).toHaveLength(1);
        expect(p?.text).toBe(text);
        expect(page.querySelector('p')?.getAttribute('title')).toBe(text);
        expect(markup).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
      runs,
    );
  });

  it('links to http(s) only', () => {
    expect(httpUrl('https://a.example')).toBe('https://a.example/');
    expect(httpUrl('java\nscript:alert(1)')).toBeUndefined();
    expect(httpUrl('not a url')).toBeUndefined();
  });
});

describe('as JSON', () => {
  it('is the same document, with nothing in it that a terminal or the log of a CI system obeys', () => {
    fc.assert(
      fc.property(fc.array(hostile), fc.constantFrom(undefined, 2), (texts, indent) => {
        const json = jsonText({ texts }, indent);
        expect(JSON.parse(json)).toEqual({ texts });
        expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]|##\w*\[|^\s*::/mu);
      }),
      runs,
    );
  });
});

describe('as JSON in a script element', () => {
  it('cannot end the element, and reads back the same', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.constant('</script><script>alert(1)</script><!--\u2028&')), (text) => {
        const json = jsonForScript({ text });
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual({ text });
        const page = parse(`<script type="application/ld+json">${json}</script>`);
        expect(page.querySelectorAll('*')).toHaveLength(1);
      }),
      runs,
    );
  });
});

describe('as a cell of CSV', () => {
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
  ])('is %j as %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});
