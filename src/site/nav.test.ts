import { expect, it } from 'vitest';
import { documentLinks } from './nav.ts';

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
