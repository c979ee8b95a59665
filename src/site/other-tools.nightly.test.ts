/** Lighthouse as it is installed: what is said of it must be of this version, and of all its audits for agents. */
import { readFileSync } from 'node:fs';
import { defaultConfig } from 'lighthouse';
import { expect, test } from 'vitest';
import { otherToolPages } from './other-tools.ts';

test('every audit of the category has its place, and the version is the one that was read', () => {
  const page = otherToolPages().find(({ id }) => id.endsWith('/lighthouse'))?.body;
  const told = [...(page ?? '').matchAll(/^### (.*)$/gm)].map(([, id]) => id);
  const audits = defaultConfig.categories?.['agentic-browsing']?.auditRefs.map(({ id }) => id);
  expect(audits?.length).toBeGreaterThan(0);
  expect(told).toEqual(expect.arrayContaining(audits ?? []));
  const manifest = new URL('../package.json', import.meta.resolve('lighthouse'));
  expect(page).toContain(`lighthouse ${JSON.parse(readFileSync(manifest, 'utf8')).version} `);
});
