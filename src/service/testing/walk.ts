/** Everything that is in a store. */
import { isRecord } from '../../parse/json.ts';
import { CALLER_PREFIX } from '../allowance.ts';
import { budgetEnd, budgetSchema } from '../budget.ts';
import { DOMAIN_PREFIX, domainRecordEnd, domainRecordSchema } from '../domain-limit.ts';
import { INDEX } from '../expiry.ts';
import { DECLARED_PREFIX, LIVE_PREFIX, type LiveRecord, liveEnd } from '../live-records.ts';
import { QUOTA_PREFIX } from '../quota.ts';
import type { ConditionalStore } from '../store.ts';

const PAGE = 1_000;

/** The keys that begin with a prefix, however many there are. */
async function allKeys(store: ConditionalStore, prefix = ''): Promise<readonly string[]> {
  const keys = await store.keys(prefix);
  if (keys.length < PAGE) return keys;
  const folders = await store.folders(prefix);
  if (folders.length === 0) throw new Error(`more keys begin with ${prefix} than one answer has`);
  const deeper = await Promise.all(folders.map((folder) => allKeys(store, `${prefix}${folder}/`)));
  return deeper.flat();
}

interface Walked {
  /** Records by their key, with the time at which they are over, in milliseconds of the epoch. */
  readonly ends: ReadonlyMap<string, number>;
  /** Of each key the hours in which it is noted, as times of their ends. */
  readonly notes: ReadonlyMap<string, readonly number[]>;
}

/**
 * Walks a whole store.
 *
 * @throws Error where there is anything that has no end
 */
export async function walk(store: ConditionalStore): Promise<Walked> {
  const ends = new Map<string, number>();
  const notes = new Map<string, number[]>();
  for (const key of await allKeys(store)) {
    if (key.startsWith(INDEX)) {
      const [, hour = '', noted = ''] = /^ends\/([^/]+)\/(.+)$/.exec(key) ?? [];
      notes.set(noted, [...(notes.get(noted) ?? []), Date.parse(`${hour}:59:59.999Z`) + 1]);
    } else {
      ends.set(key, endOf(key, (await store.read(key))?.text ?? ''));
    }
  }
  for (const [key, end] of ends) {
    if (!(notes.get(key) ?? []).some((noted) => noted >= end)) throw new Error(`${key} has no end`);
  }
  return { ends, notes };
}

function endOf(key: string, text: string): number {
  const value: unknown = JSON.parse(text);
  // The mark of a removal that was not finished: it goes with the next sweep.
  if (isRecord(value) && 'removed' in value) return 0;
  if (key.startsWith(LIVE_PREFIX) || key.startsWith(DECLARED_PREFIX)) return liveEnd(value as LiveRecord);
  if (key.startsWith(DOMAIN_PREFIX)) return domainRecordEnd(domainRecordSchema.parse(value));
  if (key.startsWith(CALLER_PREFIX) || key.startsWith(QUOTA_PREFIX))
    return budgetEnd(budgetSchema.parse(value));
  throw new Error(`${key} is of no kind that is known`);
}
