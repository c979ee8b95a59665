import { expect, test } from 'vitest';
import { definitions } from '../audit/check-texts/index.ts';
import { otherToolPages } from './other-tools.ts';

const [index, ...tools] = otherToolPages();
const linksOf = (text = '') => [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path);

test('each check of ours stands in the index once, with the same counterparts as on their pages', () => {
  const [, from = '', alone = ''] = index?.body.split(/^## (?:From our checks|Only we ask)$/m) ?? [];
  const ours = linksOf(from + alone).filter((path) => path.startsWith('/fix/'));
  expect(ours.toSorted()).toEqual(definitions.map(({ id }) => `/fix/${id}`).toSorted());
  const paired = new Set(
    tools.flatMap(({ body }) => linksOf(body).filter((path) => path.startsWith('/fix/'))),
  );
  expect(new Set(linksOf(from).filter((path) => path.startsWith('/fix/')))).toEqual(paired);
});

test('a check of theirs is told with what of ours corresponds, or why nothing does', () => {
  for (const { body } of tools) {
    const [, ...checks] = body.split(/^### /m);
    for (const text of checks)
      expect(text).toMatch(/\n\n\S.*\n\n(?:- Our \[`[a-z0-9-]+`\]\(\/fix\/|We have no such check\. \S)/);
  }
});
