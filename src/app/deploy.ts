/**
 * Builds what Netlify needs in addition to the site: the function, the edge function, and the files of the deploy's store.
 *
 * The edge function becomes one file. The function is bundled so that a start reads two files. Without bundling, Netlify
 * would ship about 400 modules, which take several times as long to load. `functions/service.ts` loads the bundle, which is
 * written at the end of a build. Code that only audits need is in separate files, which the first audit loads.
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

/** The bundle's entry file, next to the page template. The names of the bundle's other files begin with `PREFIX`, too. */
export const BUNDLE = 'function.mjs';
const PREFIX = 'function';
/** The name of the audit process's file. Calls of the function that run no audit do not load it. */
const AUDITOR = `${PREFIX}-auditor`;
const START = join(ROOT, 'src/app/netlify.ts');

const LICENSES_ONLY = { legal: true, annotation: false, jsdoc: false };
/** Turns off the warning about dynamic imports of modules that other code imports statically. Such imports are intended. */
const QUIET = { logLevel: 'warn', checks: { ineffectiveDynamicImport: false } } as const;

/**
 * Writes the minified bundle, replacing an earlier one.
 * @param folder `dist/service` or another folder
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
 * Writes the edge function as one file without imports, because the platform's Deno rejects package names.
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

/** Returns the names of the bundle's files in `folder`; empty if there is no bundle. */
export async function bundleFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(PREFIX));
}

/** The folder of the deploy's store in the repository. It is empty when Netlify starts a build. */
export const DEPLOY_STORE = '.netlify/v1/blobs/deploy';
/** The name of the file with the content of a key. Each key is a folder with one such file. */
const CONTENT = 'blob';
/** The maximum number of files written at the same time. */
const AT_ONCE = 16;

/**
 * Replaces the deploy's store with the files that the function reads and whose size grows with the catalog. These are the
 * site index, each site's changes, and every scorecard (or every target's record, if the function renders the pages). Netlify
 * uploads the files of this folder to Blobs (https://docs.netlify.com/build/frameworks/frameworks-api/, "Netlify Blobs"). The
 * store lives as long as the deploy, so a rollback finds its own files. The files add nothing to the size of the function's
 * bundle or to its startup time.
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

/** Returns the names in a folder; empty if it is missing, because a build that reads a database writes no records. */
async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}
