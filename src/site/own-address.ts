/** The marks of texts filled in for the pages that Astro makes of MDX, before it parses them. */
import type { Plugin } from 'vite';
import { withOwnAddress } from '../render/own-address.ts';

/** @param origin of the deployment, without a slash at the end */
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
