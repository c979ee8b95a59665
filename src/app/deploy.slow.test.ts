/** Runs the deployed function: its bundle and the built site, in a folder without packages, in a separate process. */
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { getDeployStore } from '@netlify/blobs';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServedBlobs, serveBlobs } from '../service/testing/blobs.ts';
import { builtSite } from '../site/testing/build.ts';
import { OF_OTHER_VERSIONS } from '../site/testing/catalog.ts';
import { DEMO_SITES } from './demo/index.ts';
import { neglected } from './demo/neglected.ts';
import { serveDemo } from './demo/server.ts';
import { BUNDLE, bundleFiles, bundleFunction, writeDeployFiles } from './deploy.ts';
import { type DeployedFunction, startFunction, toolCall } from './testing/deployed.ts';

/**
 * The maximum size of the bundle, in bytes. Three quarters of it is loaded only by the audit process: undici is 0.7 MB, of
 * which 0.25 MB is unused (fetch, WebSocket, caches, mocks), because it has only one entry point. `pg` is 0.1 MB and is
 * loaded only with an operator's database. The tables of html-encoding-sniffer are 0.05 MB. The tokenizer is 1 MB, and only
 * audits of a home page load it.
 */
const MOST = 3_240_000;
/** The maximum size of the code an instance loads before its first call, in bytes: less than the MCP SDK alone. */
const MOST_AT_START = 405_000;

const LISTED = DEMO_SITES.length + Object.keys(OF_OTHER_VERSIONS).length;

let root: string;
let folder: string;
let blobs: ServedBlobs;
/** Paths of the files shipped with the function. */
const shipped: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'agent-readiness-function-'));
  folder = join(root, 'dist/service');
  const site = await builtSite();
  await cp(site, join(root, 'dist/site'), { recursive: true });
  await cp(join(site, '../service'), folder, { recursive: true });
  // A file of an earlier build, which must disappear.
  await writeFile(join(folder, 'function-OLD.mjs'), '');
  await bundleFunction(folder);
  blobs = await serveBlobs();
  await deployed(site, join(root, 'store'));
});
afterAll(async () => {
  await blobs?.[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

/** Fills the deploy's store as Netlify does at the end of a build, and removes files that are not shipped. */
async function deployed(site: string, store: string): Promise<void> {
  const count = await writeDeployFiles(site, store);
  const { getBlobs } = (await import(
    new URL('../../node_modules/@netlify/build/lib/utils/frameworks_api.js', import.meta.url).href
  )) as { getBlobs: (folder: string) => Promise<{ key: string; contentPath: string }[]> };
  const files = await getBlobs(store);
  expect(files).toHaveLength(count);
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context);
  for (const { key, contentPath } of files)
    await getDeployStore().set(key, await readFile(contentPath, 'utf8'));
  vi.unstubAllEnvs();
  const { functions } = await configuration();
  const isShipped = (path: string) => functions.included_files.some((glob) => matchesGlob(path, glob));
  const entries = await readdir(join(root, 'dist'), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (isShipped(relative(root, path))) shipped.push(relative(root, path));
    else await rm(path);
  }
}

interface Configuration {
  readonly functions: { readonly included_files: readonly string[] };
}

async function configuration(): Promise<Configuration> {
  const toml = await readFile(new URL('../../netlify.toml', import.meta.url), 'utf8');
  return parse(toml) as unknown as Configuration;
}

const scripts = async () => (await bundleFiles(folder)).filter((name) => name.endsWith('.mjs'));

it('is small', async () => {
  const sizes = await Promise.all(
    (await scripts()).map(async (name) => (await stat(join(folder, name))).size),
  );
  expect(sizes.length).toBeGreaterThan(1);
  expect(await scripts()).not.toContain('function-OLD.mjs');
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST);
});

it('loads only the code that every call needs when it starts, without audits or MCP', async () => {
  const loaded = await loadedWith(BUNDLE);
  const sizes = await Promise.all(loaded.map(async (name) => (await stat(join(folder, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_AT_START);
});

/** Returns a file of the bundle and all its static imports. */
async function loadedWith(first: string): Promise<string[]> {
  const loaded = new Set([first]);
  for (const name of loaded) {
    const text = await readFile(join(folder, name), 'utf8');
    for (const [, imported = ''] of text.matchAll(/(?:\bfrom|\bimport)"\.\/([\w-]+\.mjs)"/g))
      loaded.add(imported);
  }
  return [...loaded];
}

it('is shipped with all its files', async () => {
  const { functions } = await configuration();
  for (const name of await scripts()) {
    expect(
      functions.included_files.some((glob) => matchesGlob(`dist/service/${name}`, glob)),
      name,
    ).toBe(true);
  }
});

it('is shipped without files that grow with the catalog', async () => {
  const listed = (await readFile(join(root, 'store/site-index.json/blob'), 'utf8')).match(/"host":"[^"]+"/g);
  expect(listed?.length).toBeGreaterThanOrEqual(LISTED);
  expect(shipped).toContain('dist/site/spec.json');
  expect(shipped.filter((path) => /^dist\/site\/(?:score|catalog)|site-index/.test(path))).toEqual([]);
  const hosts = DEMO_SITES.map(({ name }) => `${name}.demo`);
  for (const path of shipped.filter((name) => name.startsWith('dist/site/'))) {
    const text = await readFile(join(root, path), 'utf8');
    expect(
      hosts.filter((host) => text.includes(host)),
      path,
    ).toEqual([]);
  }
});

describe('the function in a folder without packages', () => {
  let instance: DeployedFunction;
  beforeAll(async () => {
    instance = await startFunction(root, { NETLIFY_BLOBS_CONTEXT: blobs.context });
  });
  afterAll(() => instance?.[Symbol.dispose]());

  const ask: DeployedFunction['ask'] = (...call) => instance.ask(...call);
  const called = async (name: string, args: object) => {
    const { status, text } = await ask('/mcp', toolCall(name, args));
    expect(status).toBe(200);
    return (JSON.parse(text) as { result: { structuredContent: Record<string, unknown> } }).result
      .structuredContent;
  };

  it('serves the published catalog', async () => {
    const { status, text } = await ask('/health');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: 'ok', live_audits: 'on', catalog: { sites: LISTED } });
    expect(await called('get_scorecard', { target: 'docs.demo' })).toMatchObject({ found: true });
    expect(await called('list_checks', { category: 'mcp' })).toMatchObject({ checks: expect.any(Array) });
  });

  it.each([
    ['a preview of a pull request', { context: 'deploy-preview', published: true }],
    ['a deploy that another has replaced', { context: 'production', published: false }],
  ])('serves no audits and no production records as %s', async (_, deploy) => {
    const score = await ask('/mcp', toolCall('score_cli', { target: 'site.example' }), deploy);
    expect(score.text).toContain('a preview or an earlier deploy');
    expect(JSON.parse((await ask('/health', {}, deploy)).text)).toMatchObject({ live_audits: 'off' });
    expect((await ask('/score/docs.demo', {}, deploy)).status).toBe(200);
  });

  it('runs a live audit, stores it, and serves it from the store', async () => {
    await using demo = await serveDemo(neglected);
    const { text, later } = await ask('/mcp', toolCall('score_cli', { target: demo.url }));
    expect(JSON.parse(text)).toMatchObject({ result: { structuredContent: { tier: 'live' } } });
    // The function registers the audit with the platform, because the audit may outlast the call.
    expect(later).toBeGreaterThan(0);
    expect(await called('score_cli', { target: demo.url })).toMatchObject({ tier: 'cache' });
    const { host } = new URL(demo.url);
    expect(await called('get_scorecard', { target: demo.url })).toMatchObject({ found: true, target: host });
    const preview = { context: 'deploy-preview', published: true };
    expect((await ask(`/score/${host}`, {}, preview)).status).toBe(404);
    for (const [ending, part] of [
      ['', '<h1'],
      ['/md', '# '],
      ['/json', `"target":"${host}"`],
    ] as const) {
      const { status, text } = await ask(`/score/${host}${ending}`);
      expect(status).toBe(200);
      expect(text).toContain(part);
    }
  });
});
