/**
 * The page of each target and its other forms. In `astro dev` they are routes. In a build they are written in one go:
 * what is stored of a target is read once for all its forms, and what Astro does for a file of a route costs more than
 * these files do.
 */
import type { AstroIntegration } from 'astro';
import { originOf } from '../respond.ts';

const DEV_ROUTES = [
  { pattern: '/score/[target]', entrypoint: new URL('../../layouts/Target.astro', import.meta.url) },
  {
    pattern: '/score/[target]/evidence',
    entrypoint: new URL('../../layouts/Evidence.astro', import.meta.url),
  },
  { pattern: '/preview.png', entrypoint: new URL('../preview/site-route.ts', import.meta.url) },
  { pattern: '/score/[target]/preview.png', entrypoint: new URL('../preview/route.ts', import.meta.url) },
  { pattern: '/score/[target]/[form]', entrypoint: new URL('./form.ts', import.meta.url) },
];

/** It needs the shell among the pages, so that it stands before what takes that away. */
export function targetFiles(): AstroIntegration {
  let site: URL | undefined;
  let cacheDir: URL | undefined;
  return {
    name: 'target-files',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command === 'dev') for (const route of DEV_ROUTES) injectRoute(route);
      },
      'astro:config:done': ({ config }) => {
        site = config.site === undefined ? undefined : new URL(config.site);
        cacheDir = config.cacheDir;
      },
      'astro:build:done': async ({ dir }) => {
        // Loaded where it is needed: every command reads the configuration.
        const { writeTargets } = await import('./write.ts');
        if (cacheDir === undefined) throw new Error('The build has no folder for its cache.');
        await writeTargets({ dir, cacheDir, site: originOf(site) });
      },
    },
  };
}
