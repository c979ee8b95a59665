/**
 * The function as one file. Netlify would ship it as some 400 modules, which take several times as long to load; what
 * `functions/service.ts` loads is made here, at the end of a build.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The name of the file, beside the shell of pages. */
export const BUNDLE = 'function.mjs';

/**
 * Writes the bundle, minified.
 *
 * @param folder `dist/service`, or another one
 */
export async function bundleFunction(folder: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/service/netlify.ts'],
    outfile: join(folder, BUNDLE),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    charset: 'utf8',
    legalComments: 'linked',
    alias: { '@modelcontextprotocol/server/_shims': join(ROOT, 'src/mcp/sdk-shims.ts') },
    // As Node itself bundles undici: without the parser that is an experiment.
    define: { esbuildDetection: 'true' },
    // Packages that are still CommonJS ask for Node's own modules with require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
}
