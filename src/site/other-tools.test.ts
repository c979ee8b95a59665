import { expect, test } from 'vitest';
import { definitions } from '../audit/check-texts/index.ts';
import { otherToolsPage } from './other-tools.ts';

const [, table = '', alone = ''] = otherToolsPage().body.split(
  /^## (?:Check by check|Checks found only here)$/m,
);
const oursIn = (text: string) => [...text.matchAll(/\]\(\/fix\/([^)]*)\)/g)].map(([, id = '']) => id);

test('each of our checks is in the table, or in the list of those found only here', () => {
  expect([...new Set(oursIn(table)), ...oursIn(alone)].toSorted()).toEqual(
    definitions.map(({ id }) => id).toSorted(),
  );
});

test('each row has three cells: our check, their audit, and its question', () => {
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  expect(rows.length).toBeGreaterThan(definitions.length);
  for (const row of rows)
    expect(row).toMatch(/^\| (?:\[.*\]\(\/fix\/[a-z0-9-]+\)|none) \| \S.* \| It asks: .*\. \|$/);
});
