import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { builtSite } from './testing/build.ts';

/** The part of a picture that has the score as text, above the bar. */
const FIGURE = { left: 0, top: 150, width: 700, height: 200 };

it('each score has its own picture, with letters from the font', { timeout: 240_000 }, async () => {
  const folder = join(await builtSite(), 'preview');
  const names = await readdir(folder);
  expect(names.toSorted()).toEqual(
    ['none', ...Array.from({ length: 101 }, (_, score) => `${score}`)]
      .map((name) => `${name}.png`)
      .toSorted(),
  );
  // Without the font, each letter is the same box.
  const figures = new Set<string>();
  for (const name of names) {
    const picture = sharp(join(folder, name));
    const { format, width, height } = await picture.metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    figures.add((await picture.extract(FIGURE).raw().toBuffer()).toString('base64'));
  }
  expect(figures.size).toBe(102);
});
