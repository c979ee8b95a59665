/** Serves a catalog of small sites for a test, and reads the results of a run. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { storedSchema } from '../../../../audit/scorecard/record.ts';
import { smallSite } from '../../../../testing/cli.ts';
import { emptiedFolder, shared } from '../../../../testing/shared.ts';

/** Serves this many sites. At the start of each test, the list contains only these sites. */
export async function catalogOfSites(count: number) {
  const folder = emptiedFolder('catalog');
  const sites = (await Promise.all(Array.from({ length: count }, smallSite))).map(shared);
  const addTarget = (url: string) => {
    const { host } = new URL(url);
    const target = { host, name: host, description: 'A site for a test.', category: 'api', url };
    writeFileSync(join(folder, 'targets', `${host.replace(':', '%3a')}.json`), JSON.stringify(target));
  };
  beforeEach(() => {
    mkdirSync(join(folder, 'targets'));
    for (const { url } of sites) addTarget(url);
  });
  return {
    folder,
    sites,
    addTarget,
    args: (...more: string[]) => [
      ...['targets', 'recordings', 'results'].flatMap((name) => [`--${name}`, join(folder, name)]),
      ...['--network', 'any', ...more],
    ],
    /** Returns the stored results of the run by host. Fails if a file is incomplete. */
    results() {
      const path = join(folder, 'results');
      const names = readdirSync(path).filter((file) => file.endsWith('.json') && !file.startsWith('.'));
      const texts = names.map((name) => {
        const text = readFileSync(join(path, name), 'utf8');
        const { data, error } = storedSchema.safeParse(JSON.parse(text));
        expect(error, name).toBeUndefined();
        return [data?.host ?? name, text] as const;
      });
      return Object.fromEntries(texts);
    },
  };
}
