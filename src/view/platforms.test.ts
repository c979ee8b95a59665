/** The choice of a platform works without scripts: the sheet of styles names each. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLATFORMS } from './platforms.ts';

it('is in the sheet of styles, each platform once', () => {
  const sheet = readFileSync(new URL('../styles/guide.css', import.meta.url), 'utf8');
  const shown = Array.from(
    sheet.matchAll(/value="([^"]+)"\]:checked\)\s+\[data-platform\]:not\(\[data-platform="\1"/g),
  );
  expect(shown.map(([, id]) => id)).toEqual(PLATFORMS.map(({ id }) => id));
});

it('has ids that are different, and fit for an address', () => {
  const ids = PLATFORMS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
});
