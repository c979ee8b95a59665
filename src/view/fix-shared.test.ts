import { expect, it } from 'vitest';
import { sharedFiles } from './fix-shared.ts';

const files = (...names: string[]) => ({ stacks: [{ files: names }] });

it.each([
  [
    'a file',
    [files('next.config.ts'), files('app/page.tsx', 'next.config.ts')],
    [[], [{ number: 1, files: ['next.config.ts'] }]],
  ],
  ['nothing', [files('b'), files(), files('a')], [[], [], []]],
  ['what a plan has once, for all', [files('once'), files('once')], [[], []]],
])('says that %s is shared', (_, fixes, expected) =>
  expect(sharedFiles(fixes, new Set(['once']))).toEqual(expected),
);
