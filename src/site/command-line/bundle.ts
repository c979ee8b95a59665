/**
 * Bundles the command line for `npx`: Node does not run TypeScript that lies under node_modules, and a bundle needs no
 * dependencies to be installed. What a command does not need stays in files of their own, which are loaded when they are
 * needed.
 */
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { catalogue } from '../../catalogue/index.ts';
import { DEFAULT_BASE_URL } from '../../versions.ts';
import { FIX, sectionOf } from '../../view/guide-text.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * @param folder where the bundle goes; what is there is replaced
 * @param origin of the catalog that it names unless it is told another; no slash at the end
 */
export async function buildCli(folder: string, origin = DEFAULT_BASE_URL): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    // The second is the process that audits, which the first starts.
    entryPoints: { cli: 'scripts/audit.ts', auditor: 'src/isolation/auditor.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    chunkNames: '[name]-[hash]',
    // As Node itself bundles undici: without the parser that is an experiment.
    define: { esbuildDetection: 'true', AUDITOR_FILE: '"./auditor.js"' },
    legalComments: 'linked',
    // Packages that are still CommonJS ask for Node's own modules with require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    plugins: [ofCatalog(origin)],
    logLevel: 'warning',
  });
  await writeFile(join(folder, 'guides.json'), JSON.stringify(await fixGuides()));
  await cp(join(root, 'content/skill'), join(folder, 'skill'), { recursive: true });
  await chmod(join(folder, 'cli.js'), 0o755);
}

/** How to fix each check, by its id: what `explain --for` and `fix --plan` read. The rest of the guides would double the package. */
async function fixGuides(): Promise<Record<string, string>> {
  const guides = catalogue.map(async ({ id }) => {
    const text = await readFile(join(root, 'content/checks', `${id}.mdx`), 'utf8');
    return [id, sectionOf(text, FIX)] as const;
  });
  return Object.fromEntries(await Promise.all(guides));
}

/** The catalog at `origin` in place of the default one, which is written in one file. */
function ofCatalog(origin: string): Plugin {
  return {
    name: 'of-catalog',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]versions\.ts$/ }, async ({ path }) => ({
        contents: (await readFile(path, 'utf8')).replaceAll(DEFAULT_BASE_URL, origin),
        loader: 'ts',
      }));
    },
  };
}
