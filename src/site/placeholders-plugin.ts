/** What the texts leave open is filled in for the pages that Astro makes of MDX, before it parses them. */
import type { Plugin } from 'vite';
import { definitionOf } from '../definitions/index.ts';
import { howToFix } from '../fix/explain.ts';
import { fillPlaceholders } from '../render/placeholders.ts';
import { wholeGuide } from '../view/guide.ts';
import { readChangeTexts } from './fix-texts.ts';

/**
 * Caddyfiles are marked up as configurations of nginx, whose words, braces and comments are alike: Prism has no grammar for
 * them, and would show them as they stand.
 */
const withKnownLanguages = (code: string): string => code.replace(/^```caddyfile\b/gm, '```nginx');

/** The guide of a check, which gets the text of its change. */
const GUIDE = /\/content\/checks\/([a-z0-9-]+)\.mdx$/;

/** @param origin of the deployment, without a slash at the end */
export function placeholders(origin: string): Plugin {
  return {
    name: 'marks',
    transform: {
      order: 'pre',
      filter: { id: /\.mdx$/ },
      async handler(code, id) {
        const check = definitionOf(GUIDE.exec(id)?.[1] ?? '');
        const text =
          check === undefined ? code : wholeGuide(code, howToFix(check.id, await readChangeTexts()));
        return fillPlaceholders(withKnownLanguages(text), origin);
      },
    },
  };
}
