import { defineConfig } from 'astro/config';

/** As little as a site with a page, a Markdown and a JSON form for each target can be, of as many bytes as are asked for. */
export default defineConfig({ trailingSlash: 'never', build: { format: 'file' } });
