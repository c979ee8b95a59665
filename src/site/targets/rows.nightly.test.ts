/** A build reads the rows of a real PostgreSQL as it reads files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { writeDeployFiles } from '../../app/deploy.ts';
import { openDatabase } from '../../catalog/database/open.ts';
import { newCatalog, startPostgres } from '../../catalog/database/testing/postgres.ts';
import { goodResult } from '../../catalog/results/merge.ts';
import { storedText } from '../../catalog/results/stored-text.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { passCatalog } from './pass.ts';

const HOSTS = ['a.example', 'b.example', 'c.example'];
const folder = mkdtempSync(join(tmpdir(), 'rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function written(name: string, database: string | undefined, said: string[] = []) {
  const dir = pathToFileURL(join(folder, name, '/'));
  const output = { dir: dir.href, site: 'https://catalog.example', maker: 'test' };
  await passCatalog({ place: { folder, database }, output, previous: {} }, (message) => said.push(message));
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [pathToFileURL(path).href.slice(dir.href.length), readFileSync(path, 'base64')];
    }),
  );
}

async function openAndImport(url: string): Promise<void> {
  const options = { auditMs: 60_000, worker: false, onFault: () => undefined };
  await using database = await openDatabase(url, options);
  await database.importFiles({ targets: join(folder, 'targets'), results: join(folder, 'scorecards') });
}

it('builds the same files from rows, or, above the limit, leaves them to the function', async () => {
  await using postgres = await startPostgres();
  const url = await newCatalog(postgres, 'catalog');
  for (const name of ['targets', 'scorecards']) await mkdir(join(folder, name));
  for (const host of HOSTS) {
    const target = { host, name: host, description: 'A site of the test.', category: 'news' };
    writeFileSync(join(folder, `targets/${host}.json`), JSON.stringify(target));
    const stored = goodResult(host, envelopeFor({ target: host }));
    writeFileSync(join(folder, `scorecards/${host}.json`), storedText(stored));
  }
  await openAndImport(url);
  const ofFiles = await written('files', undefined);
  expect(Object.keys(ofFiles)).toEqual(expect.arrayContaining(HOSTS.map((host) => `score/${host}.html`)));
  expect(await written('rows', url)).toEqual(ofFiles);

  await postgres.sql('catalog', "UPDATE catalog.targets SET body = '{}' WHERE host = 'a.example'");
  await postgres.sql('catalog', "UPDATE catalog.results SET body = '{}' WHERE host = 'b.example'");
  const said: string[] = [];
  const readable = await written('readable', url, said);
  expect(Object.keys(readable).filter((path) => /^score\/[^/]+$/.test(path))).toEqual([
    'score/c.example.html',
  ]);
  expect(said).toEqual([
    expect.stringMatching(/a\.example.* is left out\.$/),
    expect.stringMatching(/b\.example.* is left out\.$/),
  ]);
  await postgres.sql('catalog', 'DELETE FROM catalog.results');
  await openAndImport(url);

  vi.stubEnv('CATALOG_STATIC_TARGETS', '2');
  onTestFinished(() => void vi.unstubAllEnvs());
  const left = await written('left', url);
  expect(Object.keys(left).filter((path) => /^(?:score|service\/records)\//.test(path))).toEqual([]);
  const index = JSON.parse(Buffer.from(left['service/site-index.json'] ?? '', 'base64').toString());
  expect(index).toEqual({ sites: [], apart: [], made_on_request: true, sitemaps: [] });
  expect(Object.keys(left).toSorted()).toEqual(['public/catalog.json', 'service/site-index.json']);
  rmSync(join(folder, 'left/service/records'), { recursive: true });
  const site = join(folder, 'left/public');
  expect(await writeDeployFiles(site, join(folder, 'store'))).toBeGreaterThan(0);
}, 120_000);
