/** Clients receive the same responses from the records of a large catalog as from the files of a build. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeDeployFiles } from '../app/deploy.ts';
import { recordFile, recordText } from '../catalog/results/published-record.ts';
import { indexedHosts, SITE_INDEX, type SiteIndex } from '../catalog/results/service-files.ts';
import { Store } from '../catalog/results/store.ts';
import { readTargets } from '../catalog/results/targets.ts';
import { CACHE_TAG, SHARED_CACHE } from '../service/http/caching.ts';
import { openLibrary } from '../service/library.ts';
import { addresses } from '../service/testing/addresses.ts';
import type { TestServer } from '../testing/servers.ts';
import { builtSite, SITE_CONTACT } from './testing/build.ts';
import { HISTORIC, REFUSING, WALLED } from './testing/catalog.ts';
import { serveBuilt } from './testing/serve.ts';

const FILES = ['.html', '/md', '/json', '/badge.svg'];

let root: string;
/** The site with files, and the site whose function has records instead. */
let built: string;
let lean: string;
let hosts: readonly string[];
const servers: TestServer[] = [];

beforeAll(async () => {
  built = await builtSite();
  root = await mkdtemp(join(tmpdir(), 'agent-readiness-on-request-'));
  lean = join(root, 'site');
  const service = join(root, 'service');
  await cp(built, lean, { recursive: true });
  await cp(join(built, '../service'), service, { recursive: true });
  const index = JSON.parse(await readFile(join(service, SITE_INDEX), 'utf8')) as SiteIndex;
  await writeFile(join(service, SITE_INDEX), JSON.stringify({ ...index, made_on_request: true }));
  hosts = [...indexedHosts(index)];
  const results = join(built, '../results');
  const store = new Store({
    results: join(results, 'scorecards'),
    recordings: join(results, 'recordings'),
    dryRun: true,
  });
  await mkdir(join(service, 'records'));
  for (const target of await readTargets(join(results, 'targets'))) {
    const { host } = target;
    if (!hosts.includes(host)) continue;
    const record = recordText({ target, stored: await store.read(host) });
    await writeFile(join(service, recordFile(host)), record);
    for (const file of FILES) await rm(join(lean, `score/${host}${file}`), { force: true });
  }
  const nextAddress = addresses();
  const on = { service: true, liveAudits: true } as const;
  const settings = { ...on, network: 'any', resolver: '', contact: SITE_CONTACT } as const;
  for (const folder of [built, lean])
    servers.push(await serveBuilt(folder, { settings, caller: nextAddress }));
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

/** Headers that depend on the connection or the time, and headers for caches only. */
const NOT_COMPARED = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  SHARED_CACHE.toLowerCase(),
  CACHE_TAG.toLowerCase(),
]);

/** Requests a path from both sites: with files, and without. */
async function answers(path: string, init: RequestInit = {}) {
  return Promise.all(
    servers.map(async ({ url }) => {
      const response = await fetch(url + path, { redirect: 'manual', ...init });
      const headers = Object.fromEntries([...response.headers].filter(([name]) => !NOT_COMPARED.has(name)));
      // The local file server adds a charset to SVG images, and sends no ETag in response to HEAD.
      const type = headers['content-type']?.replace(/^(image\/svg\+xml);.*/, '$1');
      const etag = init.method === 'HEAD' ? undefined : headers.etag;
      return {
        status: response.status,
        headers: { ...headers, 'content-type': type, etag },
        text: (await response.text()).replaceAll(url, ''),
      };
    }),
  );
}

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0' };
const CALLERS: readonly (readonly [string, RequestInit])[] = [
  ['a browser', { headers: BROWSER }],
  ['one that asks for the head only', { method: 'HEAD', headers: BROWSER }],
  ['curl', { headers: { accept: '*/*', 'user-agent': 'curl/8.14.1' } }],
  ['one that asks for Markdown', { headers: { accept: 'text/markdown' } }],
  ['one that asks for text', { headers: { accept: 'text/plain' } }],
  ['one that asks for JSON', { headers: { accept: 'application/json' } }],
];

const ENDINGS = ['', ...FILES, '/', '?utm_source=x', '?site_type=shop', '/shield.json', '/live', '/evidence'];

it.each(CALLERS)('every format is identical, for %s', async (name, init) => {
  expect(hosts.length).toBeGreaterThan(8);
  // Differences between clients are the same for every site, so only one client reads all sites.
  for (const host of name === 'a browser' ? hosts : hosts.slice(0, 3)) {
    for (const ending of ENDINGS) {
      const path = `/score/${host}${ending}`;
      const [file, made] = await answers(path, init);
      expect(made, path).toEqual(file);
    }
  }
});

it.each([
  '/score/never.example',
  '/score/never.example/md',
  '/score/never.example/badge.svg',
  `/score/${HISTORIC.toUpperCase()}`,
  `/score/${HISTORIC.toUpperCase()}/json`,
  `/score/${HISTORIC.toUpperCase()}/badge.svg`,
  `/score/${HISTORIC.replace('.', '%2E')}`,
  `/score/${HISTORIC}/md/`,
  `/score/${HISTORIC}/other`,
  `/score/${WALLED.toUpperCase()}`,
  `/score/${HISTORIC}%zz`,
  '/score/%2e%2e%2fspec.json',
])('serves %s the same as the built file', async (path) => {
  const [file, made] = await answers(path, { headers: BROWSER });
  expect(made).toEqual(file);
});

it('generates pages in the function, cached by the platform', async () => {
  for (const host of hosts) {
    const [file, made] = await Promise.all(servers.map(({ url }) => fetch(`${url}/score/${host}`)));
    expect(file?.headers.get(SHARED_CACHE), host).toBeNull();
    expect(made?.headers.get(SHARED_CACHE), host).toMatch(/^public, durable, s-maxage=\d+$/);
  }
});

it('returns 304 for a current copy, and refuses other methods', async () => {
  for (const ending of ['', '/md', '/json', '/badge.svg']) {
    const path = `/score/${REFUSING}${ending}`;
    const [file] = await answers(path, { headers: BROWSER });
    const [known, again] = await answers(path, {
      headers: { ...BROWSER, 'if-none-match': file?.headers.etag ?? '' },
    });
    expect([again?.status, again?.text, again?.headers.etag]).toEqual([304, '', known?.headers.etag]);
    const [refused, also] = await answers(path, { method: 'POST', headers: BROWSER });
    expect(also).toEqual(refused);
  }
});

it('the store of a deploy gives the service the same scorecards', async () => {
  const folder = join(root, 'store');
  await writeDeployFiles(lean, folder);
  const paths: string[] = [];
  const stored = await openLibrary(lean, {
    published: (path) => {
      paths.push(path);
      return readFile(join(folder, path, 'blob'), 'utf8');
    },
  });
  const library = await openLibrary(built);
  for (const host of hosts) {
    expect(await stored.scorecard(host), host).toEqual(await library.scorecard(host));
    expect(await (await stored.listed(host))?.read()).toMatchObject({ target: { host } });
    expect(await library.listed(host)).toBeUndefined();
  }
  expect(paths.toSorted()).toEqual([...hosts.map(recordFile), SITE_INDEX].toSorted());
});
