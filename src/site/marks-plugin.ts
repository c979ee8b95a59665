/** The marks of texts filled in for the pages that Astro makes of MDX, before it parses them. */
import type { Plugin } from 'vite';
import { withMarksFilled } from '../render/marks.ts';

/** @param origin of the deployment, without a slash at the end */
export function marks(origin: string): Plugin {
  return {
    name: 'marks',
    transform: {
      order: 'pre',
      filter: { id: /\.mdx$/ },
      handler: (code) => withMarksFilled(code, origin),
    },
  };
}
