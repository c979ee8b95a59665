import { expect, it } from 'vitest';
import { documentLinks } from './nav.ts';

it('the foot of every page leads to each page of text, once', () => {
  const pages = ['methodology', 'mcp-skill', 'docs/new'].map((id) => ({ id, title: `Title of ${id}` }));
  const links = documentLinks(pages).flatMap((group) => group.links);
  const at = (href: string) => links.filter((link) => link.href === href);
  expect([at('/methodology').length, at('/mcp-skill').length]).toEqual([1, 1]);
  expect(at('/docs/new')).toEqual([{ href: '/docs/new', label: 'Title of docs/new' }]);
  expect(documentLinks(pages.slice(0, 2)).map(({ title }) => title)).not.toContain('More');
});

it('leads to the code and to a person where the operator names them', () => {
  const hrefs = (contact: Parameters<typeof documentLinks>[1]) =>
    documentLinks([], contact).flatMap(({ links }) => links.map(({ href }) => href));
  const source = 'https://code.example/catalog';
  expect(hrefs({ source, email: 'ops@catalog.example' })).toEqual(
    expect.arrayContaining([source, 'mailto:ops@catalog.example']),
  );
  expect(hrefs({ issueForm: 'https://code.example/issues/new' })).toContain(
    'https://code.example/issues/new',
  );
  expect(hrefs({}).every((href) => href.startsWith('/'))).toBe(true);
});
