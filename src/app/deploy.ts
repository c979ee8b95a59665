/**
 * What a build makes for Netlify, besides the site: the function, the edge function, and the files of the deploy's store.
 *
 * The function in few files, and the edge function in one. Netlify would ship the function as some 400 modules, which take
 * several times as long to load; what `functions/service.ts` loads is made here, at the end of a build. What only audits
 * need is in files of its own, which the first audit loads: an instance that only reads starts without them.
 */
import { link, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pLimit from 'p-limit';
import {
  changesFileOf,
  indexedHosts,
  SITE_INDEX,
  type SiteIndex,
  scoredHosts,
} from '../catalog/results/service-files.ts';
import { toolList } from '../service/mcp/server.ts';
import { scorecardFile } from '../service/published.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The file that is loaded, beside the template of pages. The names of the others begin with the same word. */
export const BUNDLE = 'function.mjs';
const PREFIX = 'function';
/** The process that audits; calls that audit nothing load nothing of it. */
const AUDITOR = `${PREFIX}-auditor`;

/**
 * Writes the bundle, minified, in place of an earlier one.
 *
 * @param folder `dist/service`, or another one
 */
export async function bundleFunction(folder: string): Promise<void> {
  for (const file of await bundleFiles(folder)) await rm(join(folder, file));
  await build({
    absWorkingDir: ROOT,
    entryPoints: { [PREFIX]: 'src/app/netlify.ts', [AUDITOR]: 'src/audit/isolation/auditor.ts' },
    outdir: folder,
    entryNames: '[name]',
    chunkNames: `${PREFIX}-[hash]`,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    charset: 'utf8',
    legalComments: 'linked',
    alias: { '@modelcontextprotocol/server/_shims': join(ROOT, 'src/service/mcp/sdk-shims.ts') },
    // As Node itself bundles undici: without the parser that is an experiment.
    define: {
      esbuildDetection: 'true',
      AUDITOR_FILE: JSON.stringify(`./${AUDITOR}.mjs`),
      TOOL_LIST: JSON.stringify(toolList()),
    },
    // Packages that are still CommonJS ask for Node's own modules with require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

/** The edge function; its name is that of netlify.toml. */
const EDGE = 'markdown';

/**
 * Writes the edge function as one file that imports nothing: the platform's Deno refuses names of packages, and need look
 * nothing up.
 *
 * @param folder `dist/edge`, or another one; every file in it becomes an edge function
 * @returns the path of the file
 */
export async function bundleEdge(folder: string): Promise<string> {
  const outfile = join(folder, `${EDGE}.js`);
  await rm(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: [`functions/edge/${EDGE}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2024',
    charset: 'utf8',
    legalComments: 'inline',
    logLevel: 'warning',
  });
  return outfile;
}

/** The names of the files of the bundle in `folder`; none where there is none. */
export async function bundleFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.startsWith(PREFIX));
}

/** In the repository's folder; empty when Netlify begins a build. */
export const DEPLOY_STORE = '.netlify/v1/blobs/deploy';
/** The name of the file that has a key's content, in a folder named by the key. */
const CONTENT = 'blob';
/** Files that are made at the same time. */
const AT_ONCE = 16;

/**
 * Fills the deploy's store, in place of what was there, with the files that grow with the catalog and that the function reads:
 * the index of sites, every scorecard (or the record of every target, where its files are left to the function), and what
 * changed. Netlify puts the files of this folder into Blobs. The store lives as long as the deploy, so a rollback finds its own
 * files again (https://docs.netlify.com/build/frameworks/frameworks-api/, "Netlify Blobs"). The files add nothing to the size of
 * the function's bundle or to the time of its start.
 *
 * @param site the folder of the built site; `service/` beside it has all but the scorecards
 * @param store the folder that is made; on the same disk
 * @returns how many files it has
 * @throws Error where the folder holds no build
 */
export async function writeDeployFiles(site: string, store: string): Promise<number> {
  const service = join(site, '../service');
  const index = JSON.parse(await readFile(join(service, SITE_INDEX), 'utf8')) as SiteIndex;
  const listed = [...indexedHosts(index)];
  const changes = new Set(listed.map(changesFileOf));
  const isMadeOnRequest = index.made_on_request === true;
  // None where the function has the database that the build has read.
  const records = isMadeOnRequest
    ? (await readdir(join(service, 'records'))).map((name) => `records/${name}`)
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
    // A second name of the same bytes.
    await link(file, content);
  });
  return files.length;
}
