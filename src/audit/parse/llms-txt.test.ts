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
      hasBareUrls: false,
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
    ['it is in a code block', '```\n# Site\n```'],
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

  it('has an index only when a link is in a list', () => {
    expect(read('1. a\n   - [x](/x)').hasIndex).toBe(true);
    expect(read('[x](/x)\n\n- y').hasIndex).toBe(false);
    expect(read('- https://site.example/x')).toMatchObject({ hasIndex: false, hasBareUrls: true });
    expect(read('- <https://site.example/x>')).toMatchObject({ hasIndex: false, hasBareUrls: true });
    expect(read('<https://site.example/x>')).toMatchObject({ hasIndex: false, hasBareUrls: false });
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

  // Forms in which hundreds of published files list URLs, each with the resulting link text and URL.
  it.each([
    ['a URL', 'https://a.example/x', 'https://a.example/x', 'https://a.example/x'],
    ['what it is behind it', 'https://a.example/x: the docs', 'https://a.example/x', 'https://a.example/x'],
    ['a sentence around it', 'https://a.example/x.', 'https://a.example/x', 'https://a.example/x'],
    ['a name before it', 'Docs: https://a.example/x', 'Docs', 'https://a.example/x'],
    ['a name in bold, and a dash', '**Docs** — https://a.example/x — all', 'Docs', 'https://a.example/x'],
    ['a name, and the URL in parentheses', 'Chat (https://a.example/+1)', 'Chat', 'https://a.example/+1'],
    ['parentheses of its own', 'Wiki: https://a.example/x_(y)', 'Wiki', 'https://a.example/x_(y)'],
    ['a name on a line of its own', 'Docs\n  https://a.example/x', 'Docs', 'https://a.example/x'],
    ['a mark before it', '📄 https://a.example/x', 'https://a.example/x', 'https://a.example/x'],
    ['punctuation of another script', '文档：https://a.example/x（中文）', '文档', 'https://a.example/x'],
    ['www', 'Site: www.a.example', 'Site', 'http://www.a.example/'],
    ['a list in the list', 'Docs\n  - API docs: https://a.example/x', 'API docs', 'https://a.example/x'],
    ['angle brackets', 'Docs: <https://a.example/x>', 'https://a.example/x', 'https://a.example/x'],
  ])('reads a bare URL in a list: %s', (_title, item, text, url) => {
    expect(read(`- ${item}`)).toMatchObject({ links: [{ text, url, bare: true }], hasBareUrls: true });
    expect(read(`1. ${item}`).links).toHaveLength(1);
  });

  it.each([
    ['code', '`https://a.example/x`'],
    ['a path', '/docs/x.md: the docs'],
    ['a path as code', '`/docs/x.md`'],
    ['a file', 'README.md'],
    ['an address of mail', 'x@a.example'],
    ['a request', 'POST https://a.example/x'],
    ['a URL in a sentence', 'Send what you find to https://a.example/x and wait'],
    ['a pattern', 'Users: https://a.example/users/{id}'],
    ['a pattern in angle brackets', 'Users: https://a.example/users/<id>'],
    ['a parameter', 'Users: https://a.example/users/:id'],
    ['a wild card', 'Pages: https://a.example/docs/*'],
    ['the beginning of many', 'API: https://a.example/v1/...'],
    ['another scheme', 'Files: ftp://a.example/x'],
    ['no host', 'https://'],
  ])('reads no bare URL in a list in %s', (_title, item) => {
    expect(read(`- ${item}`)).toMatchObject({ links: [], hasBareUrls: false });
  });

  it('reads no bare URL outside lists, nor one next to a link with a name', () => {
    expect(read('# S\n\nhttps://a.example/x')).toMatchObject({ links: [], summary: 'https://a.example/x' });
    expect(read('- [Docs](/x) https://a.example/y')).toMatchObject({ hasIndex: true, hasBareUrls: false });
    expect(read('- [Docs](/x)\n- Blog: https://a.example/y')).toMatchObject({
      links: [{ text: 'Docs' }, { text: 'Blog' }],
      hasIndex: true,
      hasBareUrls: true,
    });
  });

  it('does not count targets of other schemes, nor what is not a URL', () => {
    expect(
      urls('[a](mailto:x@y.example) [b](ftp://x.example/) [c](javascript:x) [d](http://[) ![e](/e.png)'),
    ).toEqual([]);
  });

  it('keeps 2000 links at most', () => {
    expect(urls(Array.from({ length: 3000 }, (_, i) => `- [x](/${i})`).join('\n'))).toHaveLength(2000);
  });
});
