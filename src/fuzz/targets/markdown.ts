/** llms.txt, Markdown pages, their links and front matter. */
import { MAX_URL_CHARS } from '../../limits.ts';
import { parseFrontMatter, splitFrontMatter } from '../../parse/front-matter.ts';
import { parseLlmsTxt } from '../../parse/llms-txt.ts';
import { pageLinks } from '../../parse/page-links.ts';
import { filled, hostile, numbered } from '../inputs.ts';
import { atMost, type FuzzTarget, must } from '../target.ts';
import { MARKDOWN, YAML_TEXTS } from './samples.ts';

const URL_OF_FILE = 'https://site.example/llms.txt';
const MOST_LINKS = 5_000;

const PIECES = [
  '# Title\n',
  '## Section\n',
  'Title\n===\n',
  '> Summary\n\n',
  '- [a](/b): c\n',
  '* [a](https://site.example/b)\n',
  '[a]: /b "c"\n',
  '[a][b]',
  '![a](b)',
  '<https://site.example>',
  '<h1>a</h1>\n',
  '<!-- a -->\n',
  '---\n',
  'title: a\n',
  '...\n',
  '```\n',
  '~~~',
  '|a|b|\n|-|-|\n',
  '**',
  '*',
  '_',
  '`',
  '[',
  ']',
  '](',
  '(',
  ')',
  '<',
  '>',
  '\\',
  '&copy;',
  '1. ',
  '    ',
  '\n',
  '/docs',
  'site.example/docs',
  'llms.txt',
];

export const markdownTarget: FuzzTarget = {
  name: 'markdown',
  inputs: hostile([...MARKDOWN, ...YAML_TEXTS.map((text) => `---\n${text}---\n# A\n`)], PIECES),
  run(input) {
    const { links, headings } = parseLlmsTxt(input, URL_OF_FILE);
    atMost('links', links.length, MOST_LINKS);
    atMost('headings', headings.length, MOST_LINKS);
    const urls = [...links.map(({ url }) => url), ...pageLinks(input, URL_OF_FILE)];
    atMost('links in all', urls.length, 2 * MOST_LINKS);
    for (const url of urls) {
      atMost('characters of a link', url.length, MAX_URL_CHARS);
      must(/^https?:\/\//.test(url), () => `a link that is ${url}`);
    }
    parseFrontMatter(input);
    const split = splitFrontMatter(input);
    must(
      split === undefined || split.block.length + (split.body?.length ?? 0) <= input.length,
      () => 'front matter and body are longer than the text',
    );
  },
  worst: {
    links: (size) => filled(size, '[](a)'),
    'links in a list': (size) => numbered(size, (i) => `- [a](${i})\n`),
    'long links': (size) => filled(size, `- [a](/${'b'.repeat(3_000)})\n`),
    'open brackets': (size) => filled(size, '['),
    brackets: (size) => filled(size, '[]'),
    'open links': (size) => filled(size, '[a]('),
    'open links with angles': (size) => filled(size, '[a](<'),
    'links with blanks': (size) => filled(size, '](   '),
    images: (size) => filled(size, '!['),
    stars: (size) => filled(size, '*a_'),
    'stars and words': (size) => filled(size, '**a *b '),
    backticks: (size) => numbered(size, (i) => `${'`'.repeat((i % 300) + 1)} `),
    quotes: (size) => filled(size, '> '),
    'quoted lines': (size) => filled(size, '> a\n'),
    'nested lists': (size) => filled(size, '- '),
    lists: (size) => filled(size, '- a\n'),
    'lists that are indented': (size) => numbered(size, (i) => `${' '.repeat(i % 80)}- a\n`),
    references: (size) => numbered(size, (i) => `[a${i}]: /b\n`),
    'references that are used': (size) =>
      filled(size / 2, '[a]', filled(size / 2, `[a]: /${'b'.repeat(1000)}\n`)),
    tables: (size) => filled(size, '|a|\n|-|\n'),
    'a wide table': (size) =>
      `${filled(size / 4, 'a|')}\n${filled(size / 4, '-|')}\n${filled(size / 2, 'a|\n')}`,
    angles: (size) => filled(size, '<a '),
    autolinks: (size) => filled(size, '<a:'),
    comments: (size) => filled(size, '<!-- '),
    entities: (size) => filled(size, '&copy;'),
    escapes: (size) => filled(size, '\\*'),
    headings: (size) => filled(size, '# a\n'),
    underlines: (size) => filled(size, 'a\n=\n'),
    fences: (size) => filled(size, '```\n'),
    words: (size) => filled(size, '/a '),
    'words of signs': (size) => filled(size, '.'),
    'front matter': (size) => filled(size, 'a: b\n', '---\n'),
    'front matter that ends often': (size) => filled(size, '---  x\n', '---\na: b\n'),
  },
};
