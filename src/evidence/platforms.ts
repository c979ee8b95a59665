/** What a site is made with, by what its home page says of it. Nothing is asked for it, and no verdict follows from it. */
import { headerOf } from '../parse/headers.ts';
import type { RootPage } from './root.ts';
import type { Surface } from './surface.ts';

/** A platform of the guides, and what shows it. */
export interface PlatformSeen {
  readonly id: string;
  /** In words of ours, without what else the site wrote there. */
  readonly by: string;
}

/** Fields of the answer, how their values begin, and the platforms that they show. */
const HEADERS: readonly (readonly [field: string, value: string, platform: string])[] = [
  ['Server', 'nginx', 'nginx'],
  ['Server', 'Apache', 'apache'],
  ['Server', 'Caddy', 'caddy'],
  ['Server', 'Netlify', 'netlify'],
  ['Server', 'Vercel', 'vercel'],
  ['Server', 'GitHub.com', 'github-pages'],
  ['Server', 'AmazonS3', 's3'],
  ['Powered-By', 'Shopify', 'shopify'],
  ['X-Powered-By', 'Next.js', 'nextjs'],
  ['X-Powered-By', 'Nuxt', 'nuxt'],
  ['X-Powered-By', 'Express', 'express'],
];

/** How the generator that the page names begins. */
const GENERATORS: readonly (readonly [name: string, platform: string])[] = [
  ['Astro', 'astro'],
  ['Docusaurus', 'docusaurus'],
  ['Hugo', 'hugo'],
  ['VitePress', 'vitepress'],
  ['WordPress', 'wordpress'],
];

/** The platforms that the home page names, in the order of the tables. */
export function platformsSeen(root: Surface<RootPage> | undefined): PlatformSeen[] {
  if (root?.state !== 'found') return [];
  const { answer, value } = root;
  const named = value.html?.generator ?? '';
  return [
    ...HEADERS.flatMap(([field, value, id]) =>
      begins(headerOf(answer.headers, field) ?? '', value) ? [{ id, by: `${field}: ${value}` }] : [],
    ),
    ...GENERATORS.flatMap(([name, id]) => (begins(named, name) ? [{ id, by: `generator: ${name}` }] : [])),
  ];
}

/** A whole word, in any case: what follows is a version, or another name. */
function begins(text: string, word: string): boolean {
  const lower = text.trim().toLowerCase();
  return lower.startsWith(word.toLowerCase()) && !/^[\w-]/.test(lower.slice(word.length));
}
