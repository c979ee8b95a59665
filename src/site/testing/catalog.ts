/** A catalog with a history: the demo sites, audited, stored and merged by the production code. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_SITES } from '../../app/demo/index.ts';
import { neglected } from '../../app/demo/neglected.ts';
import type { DemoSite } from '../../app/demo/site.ts';
import { spa } from '../../app/demo/spa.ts';
import { auditDemos } from '../../app/demo-run.ts';
import { serveNamedDemos } from '../../app/demos.ts';
import { audit } from '../../audit/audit.ts';
import { ioOf } from '../../audit/io/source.ts';
import { runningHere } from '../../audit/isolation/run-job.ts';
import { type ListedHost, targetSchema } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { AuditError } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { goodResult, mergeStored } from '../../catalog/results/merge.ts';
import { Store } from '../../catalog/results/store.ts';
import { located, readTargets } from '../../catalog/results/targets.ts';
import { waitForClaim } from '../../catalog/results/testing/claim.ts';
import { completeEnvelope, runCatalog } from '../../catalog/run/run.ts';
import { fileText, GENERATIONS, type Generation } from '../../testing/generations.ts';

/** A site with a history in which both the site and the rules have changed. */
export const HISTORIC = 'docs.demo';
/** A site that had other verdicts under the earlier rules, and waives two checks. */
export const WAIVING = 'api.demo';
export const WAIVED = [
  { check: 'mcp-initialize', reason: 'The API is for other programs; an MCP server is not planned.' },
  { check: 'sitemap', reason: 'There are no pages to list, only <documents> & data.' },
] as const;
/** A site that its latest audit could not reach. */
export const UNREACHABLE = 'spa.demo';

/** A site that refuses the auditor, and was never scored. */
export const WALLED = 'walled.demo';
/** A site that refuses the auditor, but was scored before. */
export const REFUSING = 'refusing.demo';
/** The name of the product that refuses. */
export const WALL = 'a <wall> & "challenge"';

/** Hosts whose files were written by other versions, without an audit since. */
export const OF_OTHER_VERSIONS: Readonly<Record<Generation, string>> = {
  earlier: 'earlier.demo',
  later: 'later.demo',
};

/** Past audits: the site that was at a host, the time, and the rules. */
const PAST: readonly (readonly [host: string, site: DemoSite, at: string, rules: string])[] = [
  [HISTORIC, spa, '2026-06-02T06:12:00.000Z', '0.4.0'],
  [HISTORIC, neglected, '2026-07-14T06:12:00.000Z', '0.4.0'],
  [HISTORIC, neglected, '2026-09-01T06:12:00.000Z', '0.5.0'],
  [WAIVING, neglected, '2026-08-20T06:12:00.000Z', '0.4.0'],
];

const RESOLVER = 'https://resolver.invalid/dns-query';

interface CatalogOptions {
  /** The folder of the reviewed list, which has the demo sites. */
  readonly list: string;
  /** The folder of the catalog: `targets/`, `scorecards/` and `recordings/`. */
  readonly folder: string;
  readonly baseUrl: string;
}

export async function makeCatalog({ list, folder, baseUrl }: CatalogOptions): Promise<void> {
  const { signal } = new AbortController();
  // In this process: further processes would cost more than the audits.
  const audited = await auditDemos(DEMO_SITES, { list, folder, baseUrl, signal, runAudit: runningHere() });
  for (const one of audited) if ('failure' in one) fail(one.failure);
  const target = join(folder, 'targets', `${WAIVING}.json`);
  const waiving: ListedHost = {
    ...targetSchema.parse(JSON.parse(await readFile(target, 'utf8'))),
    waivers: [...WAIVED],
  };
  await writeFile(target, JSON.stringify(waiving));

  const targets = new Map((await readTargets(join(folder, 'targets'))).map((one) => [one.host, one]));
  const named = (host: string) => targets.get(host) ?? fail(`${host} is not in the list`);
  const store = new Store({ results: join(folder, 'scorecards'), recordings: join(folder, 'recordings') });
  for (const [host, site, at, rules] of PAST) {
    const envelope = underRules(await auditAs(named(host), site, new Date(at), baseUrl), rules);
    using claim = await waitForClaim(store, host);
    await claim.update((stored) => mergeStored(stored, goodResult(host, envelope)));
  }
  await failToReach(named(UNREACHABLE), store, baseUrl);

  const [walled, refusing] = [WALLED, REFUSING].map(
    (host): ListedHost => ({
      host,
      name: host === WALLED ? 'Walled' : 'Refusing',
      description: 'A site of the tests that refuses automated clients.',
      category: 'demo',
      demo: true,
    }),
  ) as [ListedHost, ListedHost];
  for (const one of [walled, refusing]) {
    await writeFile(join(folder, 'targets', `${one.host}.json`), JSON.stringify(one));
  }
  const before = await auditAs(refusing, neglected, new Date('2026-09-01T06:12:00.000Z'), baseUrl);
  {
    using claim = await waitForClaim(store, refusing.host);
    await claim.update((stored) => mergeStored(stored, goodResult(refusing.host, before)));
  }
  await beRefused([walled, refusing], store, baseUrl);
  for (const generation of GENERATIONS) await putOtherVersion(generation, folder, baseUrl);
}

/** Writes a file of results in the format of another version. */
async function putOtherVersion(generation: Generation, folder: string, baseUrl: string): Promise<void> {
  const host = OF_OTHER_VERSIONS[generation];
  const target: ListedHost = {
    host,
    name: `Of ${generation}`,
    description: 'A site of the tests whose results another version has written.',
    category: 'demo',
    demo: true,
  };
  await writeFile(join(folder, 'targets', `${host}.json`), JSON.stringify(target));
  await writeFile(join(folder, 'scorecards', `${host}.json`), fileText(generation, { host, baseUrl }));
}

/** Records a failed audit of sites behind a firewall. */
async function beRefused(targets: readonly ListedHost[], store: Store, baseUrl: string): Promise<void> {
  const outcomes = await runCatalog(targets, {
    store,
    concurrency: 1,
    limits: LIMITS,
    network: 'auto',
    resolver: RESOLVER,
    baseUrl,
    keepRecordings: false,
    runAudit: async ({ target: { name } }) => {
      throw new AuditError('target_blocked', `${name} refuses automated clients.`, {
        quote: `https://${name}/ -> 403`,
        details: { wall: WALL, requests: 8 },
      });
    },
  });
  if (outcomes.some(({ outcome }) => outcome !== 'failed')) fail('a site behind a wall was seen');
}

async function auditAs(target: ListedHost, site: DemoSite, at: Date, baseUrl: string): Promise<Envelope> {
  const place = located(target);
  const sites = new Map([[target.host, site]]);
  await using demos = await serveNamedDemos(sites);
  const source = { kind: 'network', network: 'auto', resolver: RESOLVER, places: demos.places } as const;
  const io = { ...ioOf(source, { target: place, limits: LIMITS }), now: () => at };
  try {
    const outcome = await audit({ target: place, baseUrl, siteType: null, publicListing: true }, { io });
    return completeEnvelope(outcome, place);
  } finally {
    await io.close();
  }
}

/** Imitates an older scorecard by its version, because the code has only the current rules. */
function underRules(envelope: Envelope, spec_version: string): Envelope {
  return {
    ...envelope,
    spec_version,
    site_spec_version: spec_version,
    scorecard: { ...envelope.scorecard, spec_version },
  };
}

/** Records a failed audit of a site whose server has just been stopped. */
async function failToReach(target: ListedHost, store: Store, baseUrl: string): Promise<void> {
  const demos = await serveNamedDemos();
  await demos[Symbol.asyncDispose]();
  const [outcome] = await runCatalog([target], {
    store,
    concurrency: 1,
    limits: LIMITS,
    network: 'auto',
    resolver: RESOLVER,
    baseUrl,
    keepRecordings: true,
    places: demos.places,
  });
  if (outcome?.outcome !== 'failed') fail(`${target.host} was reached`);
}

function fail(why: string): never {
  throw new Error(`The catalog for the tests cannot be made: ${why}.`);
}
