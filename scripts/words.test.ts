import { expect, it } from 'vitest';
import { vaguePhrases } from './words.ts';

it.each([
  ['// A sign stands beside the road', ['1: "beside": write "next to", "in addition to", "compared with"']],
  ['There is no file.\nIt is no file.', ['2: "is no": write "is not a", "is missing"']],
  [
    'a\nb\nWhoever asks is told',
    [expect.stringContaining('3: "Whoever"'), expect.stringContaining('3: "is told"')],
  ],
  ['const besides = somebodys; // it is no longer standing', []],
])('finds vague phrases and their lines in %j', (text, found) => {
  expect(vaguePhrases(text)).toEqual(found);
});
