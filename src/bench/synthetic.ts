/**
 * Catalogs for benches: the demo sites, and as many targets as are needed, whose scorecards are those of the demo sites
 * stored under other hosts. They are real but for their names, and are never published.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { auditDemos } from '../app/demo-run.ts';
import { DEMO_SITES } from '../demo/index.ts';
import { makeFolder } from '../files.ts';
import { fileNameOf } from '../results/file-names.ts';
import { goodResult, mergeStored } from '../results/merge.ts';
import { storedText } from '../results/stored-text.ts';
import type { ListedHost, Stored } from '../scorecard/record.ts';
import { TARGET_CATEGORIES } from '../scorecard/record.ts';
import type { Envelope } from '../scorecard/schema.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** How long before its latest scorecard a target had another one, in milliseconds. */
const EARLIER = 7 * 24 * 3600 * 1000;

/** Audits the demo sites now, with the results in `folder`; gives their scorecards. */
export async function auditedDemos(folder: string): Promise<StoredEnvelope[]> {
  const audited = await auditDemos(DEMO_SITES, {
    list: join(ROOT, 'content/targets'),
    folder,
    baseUrl: DEFAULT_BASE_URL,
    signal: new AbortController().signal,
  });
  return audited.map((one) => {
    if ('envelope' in one) return one.envelope;
    throw new Error(`${one.site.title}: ${one.failure}`);
  });
}

/** Writes `targets/` and `scorecards/` with `count` targets. Every second one has changed since an earlier audit. */
export async function writeCatalog(
  folder: string,
  count: number,
  envelopes: readonly StoredEnvelope[],
): Promise<void> {
  for (const name of ['targets', 'scorecards']) await makeFolder(join(folder, name));
  for (let i = 0; i < count; i++) {
    const host = `site-${i}.example`;
    const file = `${fileNameOf(host)}.json`;
    await writeFile(join(folder, 'targets', file), JSON.stringify(targetOf(host, i)));
    await writeFile(join(folder, 'scorecards', file), storedText(storedOf(host, i, envelopes)));
  }
}

function targetOf(host: string, i: number): ListedHost {
  const category = TARGET_CATEGORIES[i % TARGET_CATEGORIES.length]?.id ?? 'demo';
  return { host, name: `Site ${i}`, description: `Site ${i} of the bench.`, category };
}

function storedOf(host: string, i: number, envelopes: readonly StoredEnvelope[]): Stored {
  const at = (index: number) => {
    const envelope = envelopes[index % envelopes.length];
    if (envelope === undefined) throw new Error('There is no scorecard to take.');
    return under(host, envelope);
  };
  const latest = goodResult(host, at(i));
  return i % 2 === 0 ? latest : mergeStored(latest, goodResult(host, earlier(at(i + 1))));
}

/** The scorecard as if the site had another name. */
export function under(host: string, envelope: StoredEnvelope): Envelope {
  return JSON.parse(JSON.stringify(envelope).replaceAll(envelope.target, host)) as Envelope;
}

function earlier(envelope: Envelope): Envelope {
  const before = (instant: string) => new Date(Date.parse(instant) - EARLIER).toISOString();
  const { scored_at, refresh_after } = envelope.freshness;
  return {
    ...envelope,
    freshness: { ...envelope.freshness, scored_at: before(scored_at), refresh_after: before(refresh_after) },
  };
}
