/**
 * Builds the parts of a Netlify deploy other than the site: the Netlify function, the edge function and the files for Blobs.
 *
 * The edge function becomes one file. The Netlify function becomes a bundle of several files: two load at startup, the others
 * at the first audit. Without bundling, there would be about 400 modules, which take several times as long to load.
 * `functions/service.ts` loads the bundle.
 */
import { link, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { build, type ChunkingContext } from 'rolldown';
import { isMissing } from '../base/files.ts';
import {
  changesFileOf,
  indexedHosts,
  SITE_INDEX,
  type SiteIndex,
  scoredHosts,
} from '../catalog/results/service-files.ts';
import { toolList } from '../service/mcp/server.ts';
import { scorecardFile } from '../service/published.ts';
import { QUICK_BUILTINS, reachedFrom } from '../site/command-line/bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The entry file of the Netlify function's bundle. The names of all files of the bundle begin with `PREFIX`. */
export const BUNDLE = 'function.mjs';
const PREFIX = 'function';
/** The name of the bundle's file that runs an audit in a separate process. */
const AUDITOR = `${PREFIX}-auditor`;
const START = join(ROOT, 'src/app/netlify.ts');

const LICENSES_ONLY = { legal: true, annotation: false, jsdoc: false };
/** Turns off the warning about dynamic imports of modules that other code imports statically. Such imports are intended. */
const QUIET = { logLevel: 'warn', checks: { ineffectiveDynamicImport: false } } as const;

/**
 * Writes the minified bundle of the Netlify function. Removes an earlier bundle first.
 * @param folder the folder for the bundle; `dist/service` in a build
 */
export async function bundleFunction(folder: string): Promise<void> {
  for (const file of await bundleFiles(folder)) await rm(join(folder, file));
  await build({
    cwd: ROOT,
    input: { [PREFIX]: START, [AUDITOR]: join(ROOT, 'src/audit/isolation/auditor.ts') },
    platform: 'node',
    resolve: { alias: { '@modelcontextprotocol/server/_shims': join(ROOT, 'src/service/mcp/sdk-shims.ts') } },
    transform: {
      target: 'node24',
      define: {
        // Omits undici's experimental parser, as Node's own bundle of undici does.
        esbuildDetection: 'true',
        AUDITOR_FILE: JSON.stringify(`./${AUDITOR}.mjs`),
        TOOL_LIST: JSON.stringify(toolList()),
      },
    },
    plugins: [QUICK_BUILTINS],
    ...QUIET,
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: `${PREFIX}-[hash].mjs`,
      minify: true,
      comments: LICENSES_ONLY,
      codeSplitting: { groups: [{ debugName: 'start', name: startOf }] },
    },
  });
}

/** Puts all code that is loaded at startup into one chunk. The bundler alone would split it into 45 files. */
function startOf(id: string, context: ChunkingContext): string | null {
  return id !== START && reachedFrom(START, context).has(id) ? 'start' : null;
}

const EDGE = 'markdown';

/**
 * Writes the edge function as one file without imports, because Netlify's Deno rejects imports of npm packages.
 * @param folder `dist/edge` or another folder; every file in it becomes an edge function
 * @returns the path of the file
 */
export async function bundleEdge(folder: string): Promise<string> {
  const outfile = join(folder, `${EDGE}.js`);
  await rm(folder, { recursive: true, force: true });
  await build({
    cwd: ROOT,
    input: join(ROOT, `functions/edge/${EDGE}.ts`),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    transform: { target: 'es2024' },
    ...QUIET,
    output: { file: outfile, format: 'esm', codeSplitting: false, comments: LICENSES_ONLY },
  });
  return outfile;
}

/** Returns the names of the files in `folder` that belong to the Netlify function's bundle; empty if there are none. */
export async function bundleFiles(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return names.filter((name) => name.startsWith(PREFIX));
}

/** The folder whose files Netlify uploads to Blobs with each deploy. It is empty when Netlify starts a build. */
export const DEPLOY_STORE = '.netlify/v1/blobs/deploy';
/** Each key in Blobs is a folder with one file, which has this name and contains the value. */
const CONTENT = 'blob';
/** The maximum number of files written at the same time. */
const AT_ONCE = 16;

/**
 * Fills the folder `store` with the files that grow with the catalog and that the Netlify function reads: the site index, each
 * site's changes and every scorecard. If the Netlify function renders the pages, it reads each target's record instead of the
 * scorecards. Netlify uploads the folder to Blobs (https://docs.netlify.com/build/frameworks/frameworks-api/). Each deploy has
 * its own files there, so a rollback restores them too. Files in Blobs do not slow the startup of the Netlify function.
 * @param site the folder of the built site; `service/` next to it has all files except the scorecards
 * @param store the folder to create, on the same disk
 * @returns the number of files
 * @throws Error if the folder has no build
 */
export async function writeDeployFiles(site: string, store: string): Promise<number> {
  const service = join(site, '../service');
  const index = JSON.parse(await readFile(join(service, SITE_INDEX), 'utf8')) as SiteIndex;
  const listed = [...indexedHosts(index)];
  const changes = new Set(listed.map(changesFileOf));
  const isMadeOnRequest = index.made_on_request === true;
  const records = isMadeOnRequest
    ? (await namesIn(join(service, 'records'))).map((name) => `records/${name}`)
    : [];
  const scorecards = isMadeOnRequest ? [] : [...scoredHosts(index)].map(scorecardFile);
  const files = [
    ...[SITE_INDEX, ...changes, ...records].map((key) => ({ key, file: join(service, key) })),
    ...scorecards.map((key) => ({ key, file: join(site, key) })),
  ];
  await rm(store, { recursive: true, force: true });
  await pLimit(AT_ONCE).map(files, async ({ key, file }) => {
    const content = join(store, key, CONTENT);
    await mkdir(dirname(content), { recursive: true });
    // Use a hard link, which needs no copy.
    await link(file, content);
  });
  return files.length;
}

/** Returns the names in a folder; empty if it is missing, as `records` is after a build from a database. */
async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}
