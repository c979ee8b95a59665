/** Takes the shell out of the pages of a build: it is a part of the service, not a page. */
import { mkdir, rename } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';

/** Moves `shell.html` to the folder `service` beside that of the pages. */
export function shellFile(): AstroIntegration {
  return {
    name: 'shell-file',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const service = new URL('../service/', dir);
        await mkdir(service, { recursive: true });
        await rename(new URL('shell.html', dir), new URL('shell.html', service));
      },
    },
  };
}
