/** What the texts leave open is filled in for the pages that Astro makes of MDX, before it parses them. */
import type { Plugin } from 'vite';
import { fillPlaceholders } from '../render/placeholders.ts';

/**
 * Caddyfiles are marked up as configurations of nginx, whose words, braces and comments are alike: Prism has no grammar for
 * them, and would show them as they stand.
 */
const withKnownLanguages = (code: string): string => code.replace(/^```caddyfile\b/gm, '```nginx');

/** @param origin of the deployment, without a slash at the end */
export function placeholders(origin: string): Plugin {
  return {
    name: 'marks',
    transform: {
      order: 'pre',
      filter: { id: /\.mdx$/ },
      handler: (code) => fillPlaceholders(withKnownLanguages(code), origin),
    },
  };
}
