import { describe, expect, it } from 'vitest';
import { pageLinks } from './dead-links.ts';

const PAGE = 'https://site.example/docs/gone';
const read = (text: string) => [...new Set(pageLinks(text, PAGE))];
const at = (path: string) => `https://site.example${path}`;

describe('links in a text', () => {
  it.each([
    ['[Home](/)', [at('/')]],
    ['[Guide](intro.md "Title")', [at('/docs/intro.md')]],
    ['[Guide](<intro.md>)', [at('/docs/intro.md')]],
    ['[guide]: /guide', [at('/guide')]],
    ['See <https://other.example/x>.', ['https://other.example/x']],
    ['See https://site.example/map, or not', [at('/map')]],
    ['Try /sitemap.xml.', [at('/sitemap.xml')]],
    ['- `/llms.txt`: the index', [at('/llms.txt')]],
    ['Read llms.txt, please', [at('/llms.txt')]],
    ['Read site.example/docs', [at('/docs')]],
    ['**/docs**', [at('/docs')]],
    ['| /docs | Docs |', [at('/docs')]],
  ])('finds those of %j', (text, links) => {
    expect(read(text)).toEqual(links);
  });

  it.each([
    '404 page not found',
    'and / or',
    'and/or, text/markdown, 1/2',
    '// comment',
    'Error: x\n    at /app/server.js:10:3',
    '[mail](mailto:a@site.example)',
    'other.example/docs',
    '',
  ])('finds none in %j', (text) => {
    expect(read(text)).toEqual([]);
  });
});
