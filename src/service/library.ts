/** The documents of the static build, as the function finds them beside itself (netlify.toml, `included_files`). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Catalog, CheckRates } from '../catalog/downloads.ts';
import type { Library, Standard } from '../catalog/services.ts';
import { catalogue } from '../catalogue/index.ts';
import { PRINCIPLES } from '../catalogue/vocabulary.ts';
import { type StoredEnvelope, storedEnvelopeSchema } from '../scorecard/stored.ts';
import { once } from './once.ts';

/** Scorecards that are kept parsed, about 100 kB each. */
const KEPT = 100;

/**
 * The library in `folder`, the build's output.
 *
 * @throws Error where the folder holds no build; it is made by `npm run build`
 */
export async function openLibrary(folder: string): Promise<Library> {
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const catalog = once(
    async () => JSON.parse(await read('catalog.json')) as Pick<Catalog, 'sites' | 'apart'>,
  );
  const rates = once(async () => JSON.parse(await read('checks.json')) as CheckRates);
  const standard = JSON.parse(await read('spec.json')) as Standard;
  const texts = new Map<string, Promise<string>>();
  const text = (path: string) => {
    const known = texts.get(path) ?? read(path);
    texts.set(path, known);
    return known;
  };
  const scorecards = new LRUCache<string, StoredEnvelope>({ max: KEPT });
  const guides = new Set<string>(catalogue.map(({ id }) => id));
  const principles: ReadonlySet<string> = new Set(PRINCIPLES);
  return {
    origin: new URL(standard.url).origin,
    sites: async () => (await catalog()).sites,
    apart: async () => (await catalog()).apart,
    async scorecard(host) {
      // Only what the catalog lists becomes part of a path.
      const { sites, apart } = await catalog();
      const scored = [...sites, ...apart.filter(({ last_scorecard }) => last_scorecard !== null)];
      if (!scored.some((site) => site.host === host)) return undefined;
      const known = scorecards.get(host);
      if (known !== undefined) return known;
      const envelope = storedEnvelopeSchema.parse(JSON.parse(await read(`score/${host}/json`)));
      scorecards.set(host, envelope);
      return envelope;
    },
    guide: async (id) => (guides.has(id) ? text(`fix/${id}.md`) : undefined),
    principle: async (id) => (principles.has(id) ? text(`principles/${id.toLowerCase()}.md`) : undefined),
    spec: () => text('spec.md'),
    standard: async () => standard,
    checks: rates,
  };
}
