import { expect, it } from 'vitest';
import { documentLinks } from './nav.ts';

it('the foot of every page leads to each page of text, once', () => {
  const pages = ['methodology', 'mcp-skill', 'docs/new'].map((id) => ({ id, title: `Title of ${id}` }));
  const links = documentLinks(pages).flatMap((group) => group.links);
  const at = (href: string) => links.filter((link) => link.href === href);
  expect([at('/methodology').length, at('/mcp-skill.md').length]).toEqual([1, 1]);
  expect(at('/docs/new')).toEqual([{ href: '/docs/new', label: 'Title of docs/new' }]);
  expect(documentLinks(pages.slice(0, 2)).map(({ title }) => title)).not.toContain('More');
});
