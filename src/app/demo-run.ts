/** The demo sites as a catalog of their own: `npm start` shows it, and builds the site from it. */
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNameOf } from '../catalog/file-names.ts';
import { Store } from '../catalog/store.ts';
import { readTargets } from '../catalog/targets.ts';
import type { DemoSite } from '../demo/site.ts';
import { AuditError } from '../errors.ts';
import { makeFolder } from '../files.ts';
import { LIMITS } from '../limits.ts';
import { runCatalog } from '../run/run.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { demoHost, serveNamedDemos } from './demos.ts';

/** Every name under `.demo` is answered here; it is what an audit asks to be given one. */
const RESOLVER = 'https://cloudflare-dns.com/dns-query';

export interface DemoRunOptions {
  /** The reviewed list, which has the demo sites. */
  readonly list: string;
  /** Where the catalog goes: `targets/`, `scorecards/`, `recordings/`. What is there is replaced. */
  readonly folder: string;
  /** The address that the catalog will have. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  readonly onDone?: (site: DemoSite) => void;
}

/** A demo site and what its audit found. */
export interface AuditedDemo {
  readonly site: DemoSite;
  readonly envelope: StoredEnvelope;
}

/**
 * Serves these demo sites on loopback, audits them at the same time, and stores the results.
 *
 * @throws AuditError
 */
export async function auditDemos(
  sites: readonly DemoSite[],
  { list, folder, baseUrl, signal, onDone }: DemoRunOptions,
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
  await using demos = await serveNamedDemos();
  const outcomes = await runCatalog(await readTargets(join(folder, 'targets')), {
    store,
    concurrency: sites.length,
    limits: LIMITS,
    network: 'auto',
    resolver: RESOLVER,
    baseUrl,
    keepRecordings: true,
    signal,
    places: demos.places,
    onOutcome: ({ host }) => {
      const site = byHost.get(host);
      if (site !== undefined) onDone?.(site);
    },
  });
  for (const outcome of outcomes) {
    if (outcome.outcome === 'failed') {
      throw new AuditError('internal', `The audit of ${outcome.host} failed: ${outcome.message}`);
    }
  }
  return Promise.all(sites.map(async (site) => ({ site, envelope: await latest(store, demoHost(site)) })));
}

async function latest(store: Store, host: string): Promise<StoredEnvelope> {
  const { latest } = await store.read(host);
  if (latest === null) throw new AuditError('internal', `Nothing is stored of ${host}.`);
  return latest;
}
