/**
 * What a build makes beside Astro's pages: the files of each target, written while the catalog is read for the pages, as a
 * route costs more than they do; and, in the folder `service` beside that of the pages, what the service reads of the build.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { originOf } from './respond.ts';

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
        const { writeInto } = await import('./targets/see.ts');
        if (outDir !== undefined) writeInto({ dir: outDir.href, site });
      },
      'astro:build:done': async ({ dir }) => {
        const { framePages } = await import('./targets/frame.ts');
        const { changesFiles } = await import('../results/changes-files.ts');
        const { SITE_INDEX } = await import('../results/site-index.ts');
        const { seenChanges } = await import('./targets/see.ts');
        const { writePreview } = await import('./preview/write.ts');
        const service = new URL('../service/', dir);
        await mkdir(new URL('changes/', service), { recursive: true });
        const changes = seenChanges();
        framePages(dir, await readFile(new URL('template.html', dir), 'utf8'), changes.keys());
        await rename(new URL('template.html', dir), new URL('template.html', service));
        for (const [path, file] of changesFiles(changes))
          await writeFile(new URL(path, service), JSON.stringify(file));
        await rename(new URL(SITE_INDEX, dir), new URL(SITE_INDEX, service));
        await writePreview(dir, service, site);
      },
    },
  };
}
