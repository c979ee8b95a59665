import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generatedFiles } from './generate.ts';

const generated = [...(await generatedFiles())];

it.each(generated)('%s is identical to the output of npm run generate', async (path, text) => {
  expect(await readFile(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(text);
});
