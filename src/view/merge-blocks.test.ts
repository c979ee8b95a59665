import { describe, expect, it } from 'vitest';
import { type Block, blocksIn, mergeBlocks, printBlocks } from './merge-blocks.ts';

const merged = (...texts: string[]) =>
  printBlocks(texts.map(blocksIn).reduce<readonly Block[]>(mergeBlocks, []), '    ');

describe('two snippets', () => {
  it.each([
    [
      'a block once, with all of both',
      ['location / {\n    a 1;\n}\n', 'location / {\n    b 2;\n    a 1;\n}\n'],
      ['location / {', '    b 2;', '    a 1;', '}'],
    ],
    [
      'what is new before what it comes before',
      ['rewrite;\nserve;', 'a;\nheader;\nserve;\nlast;'],
      ['rewrite;', 'a;', 'header;', 'serve;', 'last;'],
    ],
    [
      'comments with what they are of',
      ['# why\na;', '# else\nb;\n# why\na;'],
      ['# else', 'b;', '# why', 'a;'],
    ],
    [
      'an empty block, and one of one line',
      ['types {\n}\nx { y; }', 'x { y; }'],
      ['types {', '}', '', 'x { y; }'],
    ],
    [
      'conditions of Apache with their rule',
      [
        'RewriteEngine On\nRewriteCond a\nRewriteRule ^ - [F]',
        'RewriteEngine On\nRewriteCond b\nRewriteRule ^ - [F]',
      ],
      ['RewriteEngine On', 'RewriteCond a', 'RewriteRule ^ - [F]', 'RewriteCond b', 'RewriteRule ^ - [F]'],
    ],
    [
      'sections of Apache',
      ['<If "a">\n    x\n</If>\n<Else>\n    y\n</Else>', '<If "a">\n    z\n</If>'],
      ['<If "a">', '    x', '    z', '</If>', '', '<Else>', '    y', '</Else>'],
    ],
    [
      'the fuller of two try_files',
      ['try_files $uri =404;', 'try_files $uri.md $uri =404;'],
      ['try_files $uri.md $uri =404;'],
    ],
    [
      'tables of TOML, and their lists',
      ['a = "b"\n[x]\nhome = ["p"]\n[y]\nz = 1', '[y]\nw = 2\n[x]\nhome = ["p", "q"]'],
      ['a = "b"', '', '[x]', 'home = ["p", "q"]', '', '[y]', 'z = 1', 'w = 2'],
    ],
    [
      'imports by their module',
      ["import { cp } from 'fs';\nimport x from 'x';", "import { a, cp } from 'fs';\nimport x from 'x';"],
      ["import { cp, a } from 'fs';", "import x from 'x';"],
    ],
  ])('have %s', (_, texts, expected) => expect(merged(...texts)).toEqual(expected));

  it('are the same in either order, but for their order', () => {
    const [a, b] = ['map $a $b {\n    x 1;\n}\n', 'map $a $b {\n    y 2;\n}\nmap $c $d {\n    z 3;\n}\n'];
    expect(merged(b, a).toSorted()).toEqual(merged(a, b).toSorted());
    expect(merged(a, b, b, a)).toEqual(merged(a, b));
  });
});
