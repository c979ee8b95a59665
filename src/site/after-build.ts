/**
 * What a build makes beside Astro's pages: the files of each target, written in one go, as what is stored of a target is
 * read once for all its forms and a route costs more than they do; and, in the folder `service` beside that of the pages,
 * what the service reads of the build.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { originOf } from './respond.ts';

export function afterBuild(): AstroIntegration {
  let site: URL | undefined;
  let cacheDir: URL | undefined;
  return {
    name: 'after-build',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site === undefined ? undefined : new URL(config.site);
        cacheDir = config.cacheDir;
      },
      'astro:build:done': async ({ dir }) => {
        // Loaded where they are needed: every command reads the configuration.
        const { writeTargets } = await import('./targets/write.ts');
        const { siteIndex, SITE_INDEX } = await import('../results/site-index.ts');
        if (cacheDir === undefined) throw new Error('The build has no folder for its cache.');
        await writeTargets({ dir, cacheDir, site: originOf(site) });
        const service = new URL('../service/', dir);
        await mkdir(service, { recursive: true });
        await rename(new URL('template.html', dir), new URL('template.html', service));
        const catalog = JSON.parse(await readFile(new URL('catalog.json', dir), 'utf8'));
        await writeFile(new URL(SITE_INDEX, service), JSON.stringify(siteIndex(catalog)));
      },
    },
  };
}
