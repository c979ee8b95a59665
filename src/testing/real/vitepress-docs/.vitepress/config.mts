import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';

export default defineConfig({
  title: 'Tide tables',
  description: 'How to read a tide table, and how to ask this service for one.',
  // The test builds into a folder of its own, so that nothing is left in the sources.
  outDir: process.env.TIDE_DOCS_OUT,
  cacheDir: `${process.env.TIDE_DOCS_OUT}-cache`,
  sitemap: { hostname: 'https://tides.example' },
  vite: { plugins: [llmstxt()] },
});
