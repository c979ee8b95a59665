/** Reads all targets once, before the pages are built. Writes their pages, the downloads, and records for the service. */
import { mkdirSync } from 'node:fs';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import type { RowSource } from '../../catalog/database/open.ts';
import { areMadeOnRequest } from '../../catalog/results/published-record.ts';
import { type CatalogSource, folderSource, visitCatalog } from '../../catalog/results/scored.ts';
import { readChunk } from './chunk.ts';
import { removeOthers } from './previous-build.ts';
import { type Digest, firstPages, WholeCatalog } from './whole.ts';
import { type TargetOutput, TargetWriter } from './write.ts';

const CHUNK = 50;
/** The minimum time between progress reports, in milliseconds. */
const TELL_MS = 10_000;

export interface PassOrder {
  readonly place: CatalogPlace;
  /** Where to write `score/`, `public/` (which becomes part of the site) and `service/`. */
  readonly output: Omit<TargetOutput, 'writes'>;
  /** For each host, a hash of the inputs of its existing files. Files whose hash is unchanged are not written again. */
  readonly previous: Readonly<Record<string, string>>;
}

export interface Passed {
  readonly digest: Digest;
  /** For each host, a hash of the inputs of its files. The next build reuses files whose hash is unchanged. */
  readonly keys: Readonly<Record<string, string>>;
  /** The hosts whose files were written, not kept from the previous build. */
  readonly written: readonly string[];
}

/**
 * Reads the whole catalog. If a database has too many sites for this, reads only the first page of each list of sites.
 * @param say receives progress reports, and messages about results that cannot be read and are left out
 * @throws AuditError for an unreadable list
 */
export async function passCatalog(
  { place, output: options, previous }: PassOrder,
  say: (progress: string) => void,
): Promise<Passed> {
  const dir = new URL(options.dir);
  for (const name of ['score', 'public/catalog', 'public/dataset', 'service/changes', 'service/records'])
    mkdirSync(new URL(name, dir), { recursive: true });
  await using source = await openSource(place, say);
  if ('lists' in source && areMadeOnRequest(await source.count())) {
    removeOthers(dir, new Set());
    return { digest: await firstPages(source, dir, options.site), keys: {}, written: [] };
  }
  const targets = await source.targets();
  const isOnRequest = areMadeOnRequest(targets.length);
  const output: TargetOutput = { ...options, writes: isOnRequest ? 'records' : 'files' };
  const writer = await TargetWriter.open(source, output);
  const whole = new WholeCatalog(dir, output.site, isOnRequest);
  const keys: Record<string, string> = {};
  const written: string[] = [];
  let [done, lastReport] = [0, performance.now()];
  const waiting = await visitCatalog(targets, async (some) => {
    const visited = { scored: false, waiting: [] as ListedHost[] };
    for (let from = 0; from < some.length; from += CHUNK) {
      const chunk = await readChunk(source, writer, {
        targets: some.slice(from, from + CHUNK),
        previous,
      });
      whole.add(chunk);
      for (const { target, key, written: isNew } of chunk.targets) {
        if (key !== undefined) keys[target.host] = key;
        if (isNew) written.push(target.host);
      }
      visited.scored ||= chunk.scored;
      visited.waiting.push(...chunk.waiting);
      done += chunk.targets.length + chunk.waiting.length;
      if (performance.now() - lastReport < TELL_MS) continue;
      lastReport = performance.now();
      say(`${done} of ${targets.length} targets`);
    }
    return visited;
  });
  removeOthers(dir, new Set(Object.keys(keys)));
  return { digest: whole.finish(waiting), keys, written };
}

export interface CatalogPlace {
  readonly folder: string;
  /** The URL of a database to read instead of the folder. */
  readonly database: string | undefined;
}

/** @throws AuditError if the database cannot be opened */
async function openSource(
  { folder, database }: CatalogPlace,
  say: (message: string) => void,
): Promise<CatalogSource | RowSource> {
  if (database === undefined) return folderSource(folder, say);
  // Loaded on demand, because most catalogs are files.
  const { rowSource } = await import('../../catalog/database/open.ts');
  return rowSource(database, say);
}
