#!/usr/bin/env node
/**
 * Bundles the command line for `npx` (`npm run build:cli [folder]`, default `dist/bin`): Node does not run TypeScript that
 * lies under node_modules, and a bundle needs no dependencies to be installed. The rooms that a command does not need
 * stay in files of their own, which are loaded when they are needed.
 */
import { chmod, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param folder where the bundle goes; what is there is replaced */
export async function buildCli(folder: string): Promise<void> {
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
    define: { AUDITOR_FILE: '"./auditor.js"' },
    legalComments: 'linked',
    // Packages that are still CommonJS ask for Node's own modules with require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  await cp(join(root, 'content/skill'), join(folder, 'skill'), { recursive: true });
  await chmod(join(folder, 'cli.js'), 0o755);
}

if (import.meta.main) await buildCli(process.argv[2] ?? join(root, 'dist/bin'));
