/**
 * What a build makes beside Astro's pages: the files of each target and the downloads, made of one pass over the catalog, as a
 * route costs more than they do; and, in the folder `service` beside that of the pages, what the service reads of the build.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { TEXTS_FILE } from '../fix/changes.ts';
import { originOf } from './respond.ts';

/** The folder with `targets/`, `scorecards/` and `recordings/`, unless CATALOG_RESULTS names another one. */
const CATALOG_FOLDER = 'content';

export function afterBuild(): AstroIntegration {
  let site = '';
  let outDir: URL | undefined;
  return {
    name: 'after-build',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = originOf(config.site === undefined ? undefined : new URL(config.site));
        outDir = config.outDir;
      },
      // Loaded where they are needed: every command reads the configuration.
      'astro:build:start': async () => {
        const { beginPass } = await import('./targets/build.ts');
        const { CATALOG_RESULTS: folder = CATALOG_FOLDER, CATALOG_DATABASE: database } = process.env;
        if (outDir !== undefined) await beginPass(outDir, site, { folder, database: database || undefined });
      },
      'astro:build:done': async ({ dir }) => {
        const { endPass } = await import('./targets/build.ts');
        const { readChangeTexts } = await import('./fix-texts.ts');
        const { writePreviews } = await import('./preview.ts');
        const service = new URL('../service/', dir);
        await mkdir(service, { recursive: true });
        await endPass(await readFile(new URL('template.html', dir), 'utf8'));
        await rename(new URL('template.html', dir), new URL('template.html', service));
        await writeFile(new URL(TEXTS_FILE, service), JSON.stringify(await readChangeTexts()));
        await writePreviews(dir, site);
      },
    },
  };
}
