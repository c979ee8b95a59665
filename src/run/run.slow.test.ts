/** The scheduled run as it is: each audit in a process of its own, of the demo sites, and judged again from its recordings. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveNamedDemos } from '../app/demos.ts';
import { DEMO_SITES } from '../demo/index.ts';
import { said } from '../demo/site.ts';
import { LIMITS } from '../limits.ts';
import { Store } from '../results/store.ts';
import type { ListedHost } from '../scorecard/record.ts';
import { BASE_URL } from '../testing/envelopes.ts';
import { rejudgeCatalog } from './rejudge.ts';
import { runCatalog } from './run.ts';

it('audits the demo sites under their own names, with the verdicts that they have under their addresses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'run-'));
  try {
    const store = new Store({ results: join(folder, 'results'), recordings: join(folder, 'recordings') });
    await store.open();
    await using demos = await serveNamedDemos();
    const targets = DEMO_SITES.map(
      ({ name }): ListedHost => ({
        host: `${name}.demo`,
        name,
        description: 'A demo site.',
        category: 'demo',
        demo: true,
      }),
    );
    await runCatalog(targets, {
      store,
      concurrency: 2,
      // However busy the machine is: what a deadline does is tested elsewhere.
      limits: { ...LIMITS, auditMs: 120_000 },
      network: 'public',
      places: demos.places,
      resolver: 'http://127.0.0.1:9/dns-query',
      baseUrl: BASE_URL,
      keepRecordings: true,
    });
    for (const { name, verdicts } of DEMO_SITES) {
      const { latest } = await store.read(`${name}.demo`);
      expect(latest).toMatchObject({ target: `${name}.demo`, target_url: `https://${name}.demo/` });
      expect(JSON.stringify(latest)).not.toContain('127.0.0.1');
      const different = latest?.scorecard.results.filter((result) => said(result) !== verdicts[result.id]);
      // An address has no DNS-AID records; a name may have them.
      expect(different?.map(({ id }) => id)).toEqual(['dns-aid']);
    }
    const outcomes = await rejudgeCatalog(targets, { store, limits: LIMITS });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(targets.map(() => 'unchanged'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
