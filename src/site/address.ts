/** Texts name the public catalog by its address; in another deployment they name that deployment. */
import type { Plugin } from 'vite';
import { DEFAULT_BASE_URL } from '../versions.ts';

/** `text` with the address of the deployment, which is an origin without a slash at the end. */
export function withOwnAddress(text: string, origin: string): string {
  return text.replaceAll(DEFAULT_BASE_URL, origin);
}

/** The same for the pages that Astro makes of MDX, before it parses them. */
export function ownAddress(origin: string): Plugin {
  return {
    name: 'own-address',
    transform: {
      order: 'pre',
      filter: { id: /\.mdx$/ },
      handler: (code) => withOwnAddress(code, origin),
    },
  };
}
