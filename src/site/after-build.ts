/**
 * What a build makes beside Astro's pages: the files of each target, written in one go, as what is stored of a target is
 * read once for all its forms and a route costs more than they do; and, in the folder `service` beside that of the pages,
 * what the service reads of the build.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { originOf } from './respond.ts';

export function afterBuild(): AstroIntegration {
  let site: URL | undefined;
  return {
    name: 'after-build',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site === undefined ? undefined : new URL(config.site);
      },
      'astro:build:done': async ({ dir }) => {
        // Loaded where they are needed: every command reads the configuration.
        const { writePreview, writeTargets } = await import('./targets/write.ts');
        const { siteIndex, SITE_INDEX } = await import('../results/site-index.ts');
        const service = new URL('../service/', dir);
        const files = { dir, service, site: originOf(site) };
        await writePreview(files);
        await writeTargets(files);
        await rename(new URL('template.html', dir), new URL('template.html', service));
        const catalog = JSON.parse(await readFile(new URL('catalog.json', dir), 'utf8'));
        await writeFile(new URL(SITE_INDEX, service), JSON.stringify(siteIndex(catalog)));
      },
    },
  };
}
