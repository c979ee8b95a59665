/** Reads the documents of the static build from a folder, or from the store to which the build uploaded them. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { definitions } from '../audit/check-texts/index.ts';
import { PRINCIPLES } from '../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../audit/scorecard/stored.ts';
import type { CheckRates } from '../catalog/results/downloads.ts';
import type { ListedTarget } from '../catalog/results/scored.ts';
import {
  type ChangesFile,
  changesFileOf,
  indexedHosts,
  SITE_INDEX,
  type SiteIndex,
  scoredHosts,
} from '../catalog/results/service-files.ts';
import { type ChangeTexts, TEXTS_FILE } from '../fix/brief-parts.ts';
import { stackNamed } from '../fix/stacks.ts';
import type { Library, Sites, Standard } from './api.ts';
import { ServiceError } from './errors.ts';
import { once } from './once.ts';
import { builtFiles, type PublishedRows, type ReadPublished, scorecardFile } from './published.ts';

/** The maximum size of a site index, in bytes; an index of 10,000 sites is 4 MB. */
const INDEX_BYTES = 48 * 1024 * 1024;
/** The maximum size of a scorecard, in bytes. It is twice what this release writes, because other releases may write more. */
const SCORECARD_BYTES = 1024 * 1024;
/** The maximum size of a target's record, in bytes. A record has two scorecards and a history. */
const RECORD_BYTES = 4 * SCORECARD_BYTES;
/** The maximum size of a file with recent changes, in bytes. The changes of all sites are divided among 256 such files. */
const CHANGES_BYTES = 48 * 1024 * 1024;
/** The maximum number of cached scorecards. A parsed scorecard takes three times the memory of its text. */
const CACHED_SCORECARDS = 500;
const CACHED_BYTES = 16 * 1024 * 1024;
/** Seconds before callers should retry a failed read. */
const AGAIN_S = 30;

/** Matches a host in lower case with an optional port. Other text is not looked up in the database. */
const HOST = /^[a-z0-9][a-z0-9.-]{0,252}(?::\d{1,5})?$/;

interface CachedRecord {
  readonly latest: Envelope | null;
  readonly listed: ListedTarget | undefined;
}

/** @throws Error if the file is missing */
function present(text: string | undefined): string {
  if (text === undefined) throw new Error('A file of the build is missing.');
  return text;
}

export interface LibraryOptions {
  /** Reads documents whose size grows with the catalog, from `folder` by default. */
  readonly published?: ReadPublished | undefined;
  readonly onFault?: (error: unknown) => void;
  /** Opens the database. It has the targets' records and, for a catalog too large for a static build, the site lists. */
  readonly rows?: (() => Promise<PublishedRows>) | undefined;
}

/** @throws Error if `folder` has no build (`npm run build` creates it) */
export async function openLibrary(
  folder: string,
  { published = builtFiles(folder), onFault, rows }: LibraryOptions = {},
): Promise<Library> {
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const rates = once(async () => JSON.parse(await read('checks.json')) as CheckRates);
  const standard = JSON.parse(await read('spec.json')) as Standard;
  const { origin } = new URL(standard.url);
  const changeTexts = once(async () => JSON.parse(await read(join('../service', TEXTS_FILE))) as ChangeTexts);
  const texts = new Map<string, Promise<string>>();
  const text = (path: string) => {
    const known = texts.get(path) ?? read(path);
    texts.set(path, known);
    return known;
  };
  const fetched = <T>(path: string, most: number, parse: (text: string | undefined) => T): Promise<T> =>
    reported(published(path, most).then(parse));
  const reported = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      onFault?.(cause);
      throw new ServiceError(
        'service_unavailable',
        'The catalog’s stored results cannot be read right now.',
        {
          retryAfterS: AGAIN_S,
          cause,
        },
      );
    }
  };
  const index = once(() =>
    fetched(SITE_INDEX, INDEX_BYTES, (found) => {
      const sites = JSON.parse(present(found)) as SiteIndex;
      return { ...sites, hosts: indexedHosts(sites), scored: scoredHosts(sites) };
    }),
  );
  const listsOf = async () => {
    const { sitemaps } = await index();
    return sitemaps === undefined || rows === undefined
      ? undefined
      : { lists: (await rows()).lists, sitemaps };
  };
  const sites = once(async (): Promise<Sites> => {
    const stored = await listsOf();
    const { indexedSites, storedSites } = await import('./sites.ts');
    return stored === undefined ? indexedSites(index) : storedSites(stored.lists, origin);
  });
  // With a database, the list of sites may change after the build. Listed hosts may be gone, and others may have been added.
  const hasRecord = async (host: string) => {
    const { made_on_request, hosts } = await index();
    return hosts.has(host) ? made_on_request === true : rows !== undefined && HOST.test(host);
  };
  // With a database, the key contains the version of the host's row, so a changed row is read again. Concurrent reads of one
  // key share a request. A read succeeds even if its cache entry is evicted meanwhile.
  const stored = new LRUCache<string, CachedRecord>({
    max: CACHED_SCORECARDS,
    maxSize: CACHED_BYTES,
    ignoreFetchAbort: true,
    fetchMethod: async (key, _, { options }) => {
      const [host = ''] = key.split(' ', 1);
      const sized = (found: string) => {
        options.size = found.length;
        return found;
      };
      if (await hasRecord(host)) {
        if (rows !== undefined) {
          const found = await reported(rows().then(({ target }) => target(host)));
          options.size = found?.chars ?? 1;
          return { latest: found?.listed.latest ?? null, listed: found?.listed };
        }
        // Load this code on demand, because only large catalogs need it.
        const { listedIn, recordFile } = await import('../catalog/results/published-record.ts');
        const listed = await fetched(recordFile(host), RECORD_BYTES, (found) =>
          listedIn(sized(present(found)), host),
        );
        return { latest: listed.latest, listed };
      }
      const read = (found: string | undefined) =>
        storedEnvelopeSchema.parse(JSON.parse(sized(present(found))));
      return { latest: await fetched(scorecardFile(host), SCORECARD_BYTES, read), listed: undefined };
    },
  });
  /** Returns the key of a host in the cache `stored`; `undefined` if the database has no row for the host. */
  const keyOf = async (host: string) => {
    if (rows === undefined || !(await hasRecord(host))) return host;
    const version = await reported(rows().then((opened) => opened.version(host)));
    return version && `${host} ${version}`;
  };
  const recordOf = async (host: string) => {
    const key = await keyOf(host);
    return key === undefined ? undefined : stored.fetch(key);
  };
  const guides = new Set<string>(definitions.map(({ id }) => id));
  const principles: ReadonlySet<string> = new Set(PRINCIPLES);
  return {
    origin,
    site: async (host) => (await sites()).site(host),
    ranked: async (query) => (await sites()).ranked(query),
    apart: async (limit, category) => (await sites()).apart(limit, category),
    categories: async () => (await sites()).categories(),
    hosts: async (start) => (await sites()).hosts(start),
    place: async (envelope) => (await sites()).place(envelope),
    summary: async () => (await sites()).summary(),
    lists: listsOf,
    async scorecard(host) {
      // Without a database, read only files of listed hosts, so that no other text becomes part of a file path or request.
      const { scored, hosts } = await index();
      const isRead = scored.has(host) || (!hosts.has(host) && (await hasRecord(host)));
      return isRead ? ((await recordOf(host))?.latest ?? undefined) : undefined;
    },
    async listed(host) {
      const key = (await hasRecord(host)) ? await keyOf(host) : undefined;
      return key === undefined
        ? undefined
        : {
            host,
            version: key,
            isOfBuild: rows === undefined,
            read: async () => (await stored.fetch(key))?.listed,
          };
    },
    async changes(host) {
      if ((await listsOf()) !== undefined) {
        const [listed, { changesOf }, { FEED_ITEMS }] = await Promise.all([
          recordOf(host).then((record) => record?.listed),
          import('../report/changes.ts'),
          import('../report/feed.ts'),
        ]);
        return listed === undefined
          ? []
          : changesOf(listed.target, listed, listed.listingState).slice(0, FEED_ITEMS);
      }
      if (!(await index()).hosts.has(host)) return [];
      const read = (found: string | undefined) => JSON.parse(present(found)) as ChangesFile;
      return (await fetched(changesFileOf(host), CHANGES_BYTES, read))[host] ?? [];
    },
    guide: async (id) => (guides.has(id) ? text(`fix/${id}.md`) : undefined),
    changeTexts,
    stack: async (id) => (stackNamed(id) === undefined ? undefined : text(`fix/on/${id}.md`)),
    principle: async (id) => (principles.has(id) ? text(`principles/${id.toLowerCase()}.md`) : undefined),
    spec: () => text('spec.md'),
    standard: async () => standard,
    checks: rates,
  };
}
