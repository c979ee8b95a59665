/** Audits the demo sites and stores the results as a catalog. `npm start` shows this catalog and builds the site from it. */

import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAudit } from '../audit/isolation/run-audit.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { AuditError } from '../base/errors.ts';
import { makeFolder } from '../base/files.ts';
import { LIMITS, type Limits } from '../base/limits.ts';
import { fileNameOf, Store } from '../catalog/results/store.ts';
import { readTargets } from '../catalog/results/targets.ts';
import { runCatalog } from '../catalog/run/run.ts';
import type { DemoSite } from './demo/site.ts';
import { demoHost, serveNamedDemos } from './demos.ts';

/** A DNS resolver. Audits require one but never query it here, because this machine serves all names under `.demo`. */
const RESOLVER = 'https://cloudflare-dns.com/dns-query';
/** Long time limits, because a demo site on this machine is slow only if the machine is busy. */
const PATIENT: Limits = { ...LIMITS, auditMs: 600_000, requestMs: 120_000 };

interface DemoRunOptions {
  /** The folder of the target list, which includes the demo sites. */
  readonly list: string;
  /** The catalog's folder: `targets/`, `scorecards/`, `recordings/`. Existing content is replaced. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  readonly onDone?: (site: DemoSite) => void;
  readonly runAudit?: RunAudit;
}

/** A demo site with the result of its audit or the reason for its failure. */
export type AuditedDemo = { readonly site: DemoSite } & (
  | { readonly envelope: Envelope }
  | { readonly failure: string }
);

/**
 * Serves demo sites on loopback, audits them at the same time, and stores the results and failures.
 * @throws AuditError if nothing can be audited or stored
 */
export async function auditDemos(
  sites: readonly DemoSite[],
  { list, folder, baseUrl, signal, onDone, runAudit }: DemoRunOptions,
): Promise<AuditedDemo[]> {
  const store = new Store({ results: join(folder, 'scorecards'), recordings: join(folder, 'recordings') });
  const byHost = new Map(sites.map((site) => [demoHost(site), site]));
  await rm(folder, { recursive: true, force: true });
  await makeFolder(join(folder, 'targets'));
  for (const host of byHost.keys()) {
    const name = `${fileNameOf(host)}.json`;
    await copyFile(join(list, name), join(folder, 'targets', name));
  }
  await store.open();
  await using demos = await serveNamedDemos(byHost);
  const outcomes = await runCatalog(await readTargets(join(folder, 'targets')), {
    store,
    concurrency: sites.length,
    limits: PATIENT,
    network: 'auto',
    resolver: RESOLVER,
    baseUrl,
    keepRecordings: true,
    signal,
    places: demos.places,
    runAudit,
    onOutcome: ({ host }) => {
      const site = byHost.get(host);
      if (site !== undefined) onDone?.(site);
    },
  });
  const failures = new Map(
    outcomes.flatMap((one) => (one.outcome === 'failed' ? [[one.host, one.message] as const] : [])),
  );
  return Promise.all(
    sites.map(async (site) => {
      const failure = failures.get(demoHost(site));
      return failure === undefined
        ? { site, envelope: await latest(store, demoHost(site)) }
        : { site, failure };
    }),
  );
}

async function latest(store: Store, host: string): Promise<Envelope> {
  const { latest } = await store.read(host);
  if (latest === null) throw new AuditError('internal', `No result is stored for ${host}.`);
  return latest;
}
