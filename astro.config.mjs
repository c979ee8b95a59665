import mdx from '@astrojs/mdx';
import { defineConfig } from 'astro/config';
import { DEFAULT_BASE_URL } from './src/base/versions.ts';
import { afterBuild, commandLine, placeholders } from './src/site/astro-plugins.ts';
import { contactNotice } from './src/site/contact.ts';

// Netlify sets URL to the site's main address; deployments of others get their own canonical addresses that way.
const site = process.env.URL ?? DEFAULT_BASE_URL;

export default defineConfig({
  site,
  // Beside it is dist/bin, the bundle of the command line.
  srcDir: './src/site',
  outDir: './dist/site',
  publicDir: './src/site/public',
  trailingSlash: 'never',
  // White space between inline elements is kept as HTML has it.
  compressHTML: true,
  // Nothing inline: the Content-Security-Policy allows files of this origin only.
  build: { format: 'file', inlineStylesheets: 'never' },
  integrations: [mdx(), contactNotice(), afterBuild()],
  // Prism marks tokens by classes; the default would use style attributes, which the policy forbids.
  markdown: { syntaxHighlight: 'prism' },
  prefetch: false,
  devToolbar: { enabled: false },
  vite: {
    plugins: [placeholders(new URL(site).origin), commandLine(new URL(site).origin)],
    build: {
      assetsInlineLimit: 0,
      rolldownOptions: {
        // Astro marks every text by a directive of its own; a warning for each would hide all others.
        onLog(level, log, handle) {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
        },
      },
    },
  },
});
