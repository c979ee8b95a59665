/** The comparison matches the installed Lighthouse, and covers all its audits for agents. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nightlyFile, nightlyModule } from '../testing/nightly/packages.ts';
import { otherToolsPage } from './other-tools.ts';

interface Lighthouse {
  readonly defaultConfig: {
    readonly categories?: Readonly<
      Record<string, { readonly auditRefs: readonly { readonly id: string }[] }>
    >;
  };
}

test('the table has every audit of the category, from the recorded version', async () => {
  const { defaultConfig } = await nightlyModule<Lighthouse>('lighthouse');
  const page = otherToolsPage().body;
  const told = [...page.matchAll(/\| Lighthouse [`[]([A-Za-z0-9-]+)[`\]]/g)].map(([, id]) => id);
  const audits = defaultConfig.categories?.['agentic-browsing']?.auditRefs.map(({ id }) => id);
  expect(audits?.length).toBeGreaterThan(0);
  expect(told).toEqual(expect.arrayContaining(audits ?? []));
  const manifest = nightlyFile('lighthouse/package.json');
  expect(page).toContain(`lighthouse ${JSON.parse(readFileSync(manifest, 'utf8')).version} `);
});
