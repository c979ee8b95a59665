/** Writes the index of sites beside the shell: a part of the service, of what the build has just published. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/** Makes `site-index.json` in the folder `service` beside that of the pages, from their `catalog.json`. */
export function indexFile(): AstroIntegration {
  return {
    name: 'index-file',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        // Loaded where it is needed: every command reads the configuration.
        const { siteIndex, SITE_INDEX } = await import('../catalog/site-index.ts');
        const service = new URL('../service/', dir);
        await mkdir(service, { recursive: true });
        const catalog = JSON.parse(await readFile(new URL('catalog.json', dir), 'utf8'));
        await writeFile(new URL(SITE_INDEX, service), JSON.stringify(siteIndex(catalog)));
      },
    },
  };
}
