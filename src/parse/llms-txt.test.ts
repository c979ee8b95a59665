import { describe, expect, it } from 'vitest';
import { parseLlmsTxt } from './llms-txt.ts';

const read = (text: string) => parseLlmsTxt(text, 'https://site.example/docs/llms.txt');
const urls = (text: string) => read(text).links.map(({ url }) => url);

describe('llms.txt', () => {
  it('has title, summary, sections and links', () => {
    expect(
      read(
        '# FastHTML\n\n> A library for\n> web apps.\n\nNotes.\n\n## Docs\n\n- [Quick *start*](https://a.example/q.md#top): how\n- [API](/api.md)\n\n## Optional\n',
      ),
    ).toEqual({
      title: 'FastHTML',
      summary: 'A library for web apps.',
      headings: ['Docs', 'Optional'],
      links: [
        { text: 'Quick start', url: 'https://a.example/q.md' },
        { text: 'API', url: 'https://site.example/api.md' },
      ],
      hasIndex: true,
    });
  });

  it.each([
    ['a number sign', '# Site'],
    ['an underline', 'Site\n===='],
    ['a byte order mark before it', '\ufeff# Site'],
    ['front matter before it', '---\ntitle: x\nurl: y\n---\n\n# Site'],
    ['a comment before it', '<!-- made by a tool -->\n\n# Site'],
    ['an HTML element', '<h1 align="center">\n  Site\n</h1>'],
    ['a paragraph before it', 'Hello.\n\n# Site'],
  ])('has a title that is written with %s', (_, text) => {
    expect(read(text).title).toBe('Site');
  });

  it.each([
    ['an H2 comes first', '## Docs\n\n# Site'],
    ['it is a comment of a shell', '    # Site'],
    ['it stands in a code block', '```\n# Site\n```'],
    ['there is none', 'Site'],
  ])('has no title when %s', (_, text) => {
    expect(read(text).title).toBeUndefined();
  });

  it('keeps a heading that comes before the title or in its place', () => {
    expect(read('## When to use\n\n# Site').headings).toEqual(['When to use', 'Site']);
  });

  it.each([
    ['a blockquote', '# S\n\n> What', 'What'],
    ['a paragraph', '# S\n\nWhat [it](/x) is', 'What it is'],
    ['a paragraph before another H1', '# S\n# T\nWhat', 'What'],
  ])('has a summary: %s', (_, text, summary) => {
    expect(read(text).summary).toBe(summary);
  });

  it.each([
    ['only after the first H2', '# S\n\n## Docs\n\nWhat'],
    ['only in a list', '# S\n\n- What'],
    ['only a link', '# S\n\n[What](/x)'],
    ['only badges', '# S\n\n[![What](/b.svg)](/x) ![That](/y.png)'],
    ['only a comment', '# S\n\n<!-- What -->'],
  ])('has no summary when there is text %s', (_, text) => {
    expect(read(text).summary).toBeUndefined();
  });

  it('has an index only when a link stands in a list', () => {
    expect(read('1. a\n   - [x](/x)').hasIndex).toBe(true);
    expect(read('[x](/x)\n\n- y').hasIndex).toBe(false);
    expect(read('- https://site.example/x').hasIndex).toBe(false);
    expect(read('- [x](#section)\n- [y](mailto:a@b.example)').hasIndex).toBe(false);
    expect(read('```\n- [x](/x)\n```').hasIndex).toBe(false);
  });

  it('reads every form of Markdown link, each target once', () => {
    expect(
      urls(
        '- [a](a.md "Title") <https://b.example/>\n- [c][ref] [ref]\n- [d](</d e.md>)\n- [again](./a.md#x)\n\n| [f](/f) |\n|--|\n\n[ref]: ../c.md',
      ),
    ).toEqual([
      'https://site.example/docs/a.md',
      'https://b.example/',
      'https://site.example/c.md',
      'https://site.example/d%20e.md',
      'https://site.example/f',
    ]);
  });

  it('does not count targets of other schemes, nor what is no URL', () => {
    expect(
      urls('[a](mailto:x@y.example) [b](ftp://x.example/) [c](javascript:x) [d](http://[) ![e](/e.png)'),
    ).toEqual([]);
  });

  it('keeps 2000 links at most', () => {
    expect(urls(Array.from({ length: 3000 }, (_, i) => `- [x](/${i})`).join('\n'))).toHaveLength(2000);
  });
});
