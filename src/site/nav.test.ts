import { expect, it } from 'vitest';
import { documentLinks } from './nav.ts';

it('links to the code and the operator’s contact, if they are set', () => {
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

it('has at most twelve links with all settings and the two forms of a page', () => {
  const contact = { source: 'https://code.example/catalog', email: 'ops@catalog.example' };
  const links = documentLinks([], contact).flatMap((group) => group.links);
  expect(links.length + 2).toBeLessThanOrEqual(12);
});
