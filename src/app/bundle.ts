/**
 * The function in few files, and the edge function in one. Netlify would ship the function as some 400 modules, which take
 * several times as long to load; what `functions/service.ts` loads is made here, at the end of a build. What only audits
 * need is in files of its own, which the first audit loads: an instance that only reads starts without them.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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
    entryPoints: { [PREFIX]: 'src/app/netlify.ts', [AUDITOR]: 'src/isolation/auditor.ts' },
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
    alias: { '@modelcontextprotocol/server/_shims': join(ROOT, 'src/mcp/sdk-shims.ts') },
    // As Node itself bundles undici: without the parser that is an experiment.
    define: { esbuildDetection: 'true', AUDITOR_FILE: JSON.stringify(`./${AUDITOR}.mjs`) },
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
