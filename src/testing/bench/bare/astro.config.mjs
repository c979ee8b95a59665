import { defineConfig } from 'astro/config';

/** A minimal site with a page, a Markdown and a JSON file for each target, of a given size. */
export default defineConfig({ trailingSlash: 'never', build: { format: 'file' } });
