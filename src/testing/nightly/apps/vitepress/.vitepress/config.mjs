import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';

export default defineConfig({
  title: 'Tide tables',
  description: 'How to read a tide table, and how to ask this service for one.',
  sitemap: { hostname: 'https://tides.example' },
  vite: { plugins: [llmstxt()] },
});
