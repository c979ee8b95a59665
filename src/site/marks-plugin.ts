/** What the texts leave open is filled in for the pages that Astro makes of MDX, before it parses them. */
import type { Plugin } from 'vite';
import { withMarksFilled } from '../render/marks.ts';

/**
 * Caddyfiles are marked up as configurations of nginx, whose words, braces and comments are alike: Prism has no grammar for
 * them, and would show them as they stand.
 */
const withKnownLanguages = (code: string): string => code.replace(/^```caddyfile\b/gm, '```nginx');

/** @param origin of the deployment, without a slash at the end */
export function marks(origin: string): Plugin {
  return {
    name: 'marks',
    transform: {
      order: 'pre',
      filter: { id: /\.mdx$/ },
      handler: (code) => withMarksFilled(withKnownLanguages(code), origin),
    },
  };
}
