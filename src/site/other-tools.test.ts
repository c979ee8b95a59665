import { expect, test } from 'vitest';
import { definitions } from '../audit/check-texts/index.ts';
import { otherToolsPage } from './other-tools.ts';

const [, table = '', alone = ''] = otherToolsPage().body.split(
  /^## (?:Check by check|Checks that only we have)$/m,
);
const oursIn = (text: string) => [...text.matchAll(/\]\(\/fix\/([^)]*)\)/g)].map(([, id = '']) => id);

test('each of our checks is in the table, or in the list of checks that only we have', () => {
  expect([...new Set(oursIn(table)), ...oursIn(alone)].toSorted()).toEqual(
    definitions.map(({ id }) => id).toSorted(),
  );
});

test('each row has three cells: our check, their check, and its rule', () => {
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  expect(rows.length).toBeGreaterThan(definitions.length);
  for (const row of rows)
    expect(row).toMatch(/^\| (?:\[.*\]\(\/fix\/[a-z0-9-]+\)|none) \| \S.* \| Their rule: .*\. \|$/);
});
