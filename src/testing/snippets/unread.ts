/** The blocks that nothing in this repository reads, each with the reason. */
import type { Block } from './blocks.ts';

/** Languages of text that is served as it stands, or of notations that no parser here knows. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['markdown', 'a text that is served as it stands'],
  ['md', 'a text that is served as it stands'],
  ['http', 'an answer, to look at'],
  ['liquid', 'a template that only Shopify renders'],
  ['erb', 'a template, for which Ruby has no check of syntax'],
  ['dns-zone', 'a zone file needs a name server'],
]);

/** Kinds of blocks by platform and language, where a language alone says too little. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['· text', 'robots.txt, security.txt and the like: texts that are served as they stand'],
  ['Cloudflare · text', "an expression of Cloudflare's own rules language"],
  ['A signed request · text', 'what goes over the wire, to look at'],
  ['Astro · text', 'a text that is served as it stands'],
  ['Hugo · text', "templates of Hugo's"],
]);

/** Why a block is not read; nothing for one that must be. */
export function whyUnread({ language, heading }: Block): string | undefined {
  return LANGUAGES.get(language) ?? KINDS.get(`${heading} · ${language}`.trim());
}

/** What the zoo's own programs read, once they are installed (`npm run test:all`). */
const ZOO_LANGUAGES: ReadonlySet<string> = new Set(['nginx', 'apacheconf', 'php', 'python', 'ruby']);

/** Whether the zoo reads a block. */
export const isReadInZoo = ({ language, file }: Block): boolean =>
  ZOO_LANGUAGES.has(language) || file === 'Caddyfile';
