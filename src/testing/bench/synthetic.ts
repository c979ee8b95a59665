/** Catalogs of any size, with the scorecards of the demo sites stored under other hosts. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DEMO_SITES } from '../../app/demo/index.ts';
import { auditDemos } from '../../app/demo-run.ts';
import { entryOf } from '../../audit/scorecard/history.ts';
import type { HistoryEntry, ListedHost, RecordedChange, Stored } from '../../audit/scorecard/record.ts';
import { TARGET_CATEGORIES } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { scoredAgain } from '../../audit/scorecard/stored.ts';
import { makeFolder } from '../../base/files.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';
import { goodResult } from '../../catalog/results/merge.ts';
import { fileNameOf } from '../../catalog/results/store.ts';
import { storedText } from '../../catalog/results/stored-text.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Audits the demo sites, with the results in `folder`; returns their scorecards. */
export async function auditedDemos(folder: string): Promise<Envelope[]> {
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

/** @param points the number of points of each history */
export async function writeCatalog(
  folder: string,
  count: number,
  envelopes: readonly Envelope[],
  points = 1,
): Promise<void> {
  for (const name of ['targets', 'scorecards']) await makeFolder(join(folder, name));
  for (let i = 0; i < count; i++) {
    const host = `site-${i}.example`;
    const file = `${fileNameOf(host)}.json`;
    await writeFile(join(folder, 'targets', file), JSON.stringify(targetOf(host, i)));
    const stored = storedOf(host, envelopes[i % envelopes.length]);
    await writeFile(join(folder, 'scorecards', file), storedText(withPast(stored, points)));
  }
}

function targetOf(host: string, i: number): ListedHost {
  const category = TARGET_CATEGORIES[i % TARGET_CATEGORIES.length]?.id ?? 'demo';
  return { host, name: `Site ${i}`, description: `Site ${i} of the bench.`, category };
}

/** The scorecard of a demo site as if the site had another name. */
function storedOf(host: string, envelope: Envelope | undefined): Stored {
  if (envelope === undefined) throw new Error('There is no scorecard to copy.');
  return goodResult(host, JSON.parse(JSON.stringify(envelope).replaceAll(envelope.target, host)) as Envelope);
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** Returns the state after weekly audits, each with other scores and two other verdicts. */
function withPast(stored: Stored, points: number): Stored {
  const { latest, history } = stored;
  if (latest === null || points === 1) return stored;
  const { scored_at } = latest.freshness;
  const past = Array.from({ length: points - 1 }, (_, i): HistoryEntry => {
    const weeks = points - 1 - i;
    const changed = [weeks, weeks * 7].map((n): RecordedChange => {
      const id = latest.scorecard.results[n % latest.scorecard.results.length]?.id ?? '';
      return { id, from: n % 2 === 0 ? 'pass' : 'absent', to: n % 2 === 0 ? 'absent' : 'pass' };
    });
    const at = new Date(Date.parse(scored_at) - weeks * WEEK_MS - weeks * 997).toISOString();
    const [relative, global] = [(weeks * 37) % 101, (weeks * 17) % 101];
    return { ...entryOf(latest), scored_at: at, relative, global, changed };
  });
  const before = new Date(Date.parse(scored_at) - WEEK_MS - 997).toISOString();
  return { ...stored, previous: scoredAgain(latest, before), history: [...past, ...history] };
}
