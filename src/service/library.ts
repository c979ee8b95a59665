/**
 * The documents of the static build. Those that are the same size whatever the catalog holds the function has beside
 * itself (netlify.toml, `included_files`); what grows with the catalog it reads where the build has published it, once in
 * an instance, or as often as its memory makes it.
 */

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
import type { Library, Standard } from './api.ts';
import { ServiceError } from './errors.ts';
import { once } from './once.ts';
import { builtFiles, type ReadPublished, scorecardFile } from './published.ts';

/** The most bytes of an index of sites: that of 10,000 has 4 MB. */
const INDEX_BYTES = 48 * 1024 * 1024;
/** The most bytes of a scorecard: twice what is written at most, for those of other versions. */
const SCORECARD_BYTES = 1024 * 1024;
/** The most bytes of a target's record: two such scorecards, and a history. */
const RECORD_BYTES = 4 * SCORECARD_BYTES;
/** The most bytes of a file of changes: with 50,000 sites it has those of 200, at most 50 of each. */
const CHANGES_BYTES = 48 * 1024 * 1024;
/** Scorecards that are kept parsed; of their texts, which take a third of the memory, so many bytes in all. */
const KEPT = 500;
const KEPT_BYTES = 16 * 1024 * 1024;
/** After how long what cannot be read now may be there again, in seconds. */
const AGAIN_S = 30;

/** What is stored of a target, as far as it has been read. */
interface Kept {
  readonly latest: Envelope | null;
  /** Where its files are left to the function. */
  readonly listed: ListedTarget | undefined;
}

export interface LibraryOptions {
  /** Where what grows with the catalog is; with the other files where left out. */
  readonly published?: ReadPublished | undefined;
  /** Told why something cannot be read; callers are told that it cannot. */
  readonly onFault?: (error: unknown) => void;
  /** For how long, in milliseconds; as long as the instance lives where left out, as the files of a build never change. */
  readonly keptMs?: number | undefined;
}

/**
 * The library in `folder`, the build's output.
 *
 * @throws Error where the folder holds no build; it is made by `npm run build`
 */
export async function openLibrary(
  folder: string,
  { published = builtFiles(folder), onFault, keptMs = 0 }: LibraryOptions = {},
): Promise<Library> {
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const rates = once(async () => JSON.parse(await read('checks.json')) as CheckRates);
  const standard = JSON.parse(await read('spec.json')) as Standard;
  const changeTexts = once(async () => JSON.parse(await read(join('../service', TEXTS_FILE))) as ChangeTexts);
  const texts = new Map<string, Promise<string>>();
  const text = (path: string) => {
    const known = texts.get(path) ?? read(path);
    texts.set(path, known);
    return known;
  };
  const fetched = async <T>(path: string, most: number, parse: (text: string) => T): Promise<T> => {
    try {
      const found = await published(path, most);
      if (found === undefined) throw new Error(`${path} is listed, and not there`);
      return parse(found);
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
      const sites = JSON.parse(found) as SiteIndex;
      return { ...sites, hosts: indexedHosts(sites), scored: scoredHosts(sites) };
    }),
  );
  // Equal requests under way are one. What is pushed out while it is under way is answered all the same.
  const stored = new LRUCache<string, Kept>({
    max: KEPT,
    maxSize: KEPT_BYTES,
    ttl: keptMs,
    ignoreFetchAbort: true,
    fetchMethod: async (host, _, { options }) => {
      const sized = (found: string) => {
        options.size = found.length;
        return found;
      };
      if ((await index()).made_on_request === true) {
        // Of a large catalog alone.
        const { listedIn, recordFile } = await import('../catalog/results/published-record.ts');
        const listed = await fetched(recordFile(host), RECORD_BYTES, (found) => listedIn(sized(found), host));
        return { latest: listed.latest, listed };
      }
      const read = (found: string) => storedEnvelopeSchema.parse(JSON.parse(sized(found)));
      return { latest: await fetched(scorecardFile(host), SCORECARD_BYTES, read), listed: undefined };
    },
  });
  const guides = new Set<string>(definitions.map(({ id }) => id));
  const principles: ReadonlySet<string> = new Set(PRINCIPLES);
  return {
    origin: new URL(standard.url).origin,
    sites: async () => (await index()).sites,
    apart: async () => (await index()).apart,
    async scorecard(host) {
      // Only what the catalog lists becomes part of a path; of all others nothing is asked.
      return (await index()).scored.has(host) ? ((await stored.fetch(host))?.latest ?? undefined) : undefined;
    },
    async listed(host) {
      const { made_on_request, hosts } = await index();
      return made_on_request === true && hosts.has(host) ? (await stored.fetch(host))?.listed : undefined;
    },
    async changes(host) {
      if (!(await index()).hosts.has(host)) return [];
      const read = (found: string) => JSON.parse(found) as ChangesFile;
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
