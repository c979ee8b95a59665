/** Do the headers and the head of the home page lead to what the site has for machines? */

import type { RootPage } from '../evidence/root.ts';
import type { Found } from '../evidence/surface.ts';
import type { HtmlLink } from '../parse/html-facts.ts';
import type { Link } from '../parse/link-header.ts';
import { isFeedType, isMachineType, parseMediaType } from '../parse/media-type.ts';
import { plain } from '../parse/text.ts';
import { absent, check, notApplicable, pass, type Verdict } from './check.ts';

export const linkChecks = [
  check('link-headers', {
    needs: ['root'],
    evaluate: ({ root }) => (root.state === 'found' ? linksForAgents(root) : notApplicable(root.evidence)),
  }),
  check('root-link-rel', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) => {
      if (rootHtml.state !== 'found') return notApplicable(rootHtml.evidence);
      const { links } = rootHtml.value;
      const hit = links.find(isMachineLink);
      if (hit !== undefined) return pass(rootHtml.evidence, describeLink(hit.rel.join(' '), hit.href));
      return absent(rootHtml.evidence, whatLinksAreThere(links));
    },
  }),
];
/** Relations that announce something to agents, whatever the target. */
const AGENT_RELS = new Set(['service-desc', 'service-doc', 'service-meta', 'api-catalog', 'describedby']);
/** Relations for browsers and search engines, which count for nothing, whatever the target. */
const BROWSER_RELS = new Set([
  'preload',
  'modulepreload',
  'prefetch',
  'prerender',
  'preconnect',
  'dns-prefetch',
  'canonical',
  'shortlink',
  'stylesheet',
  'icon',
  'manifest',
]);
const AGENT_TARGET = /^\/\.well-known\/.|\/llms(-full)?\.txt$/;

/** How many kinds of link elements are named where none is for programs. */
const MOST_NAMED = 5;

/** Says what is there, so that an owner who has link elements sees that they were read. */
function whatLinksAreThere(links: readonly HtmlLink[]): string {
  if (links.length === 0) return 'no link element with an address';
  const kinds = [...new Set(links.map(kindOfLink))];
  const more = kinds.length > MOST_NAMED ? `, and ${kinds.length - MOST_NAMED} more kinds` : '';
  const count = links.length === 1 ? '1 link element' : `${links.length} link elements`;
  return `${count}, none for programs: ${kinds.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** `canonical`, `alternate (application/rss+xml)`. */
function kindOfLink({ rel, type }: HtmlLink): string {
  const essence = parseMediaType(type)?.essence;
  return plain(`${rel.join(' ') || 'without rel'}${essence === undefined ? '' : ` (${essence})`}`, 60);
}

function linksForAgents({ value, evidence }: Found<RootPage>): Verdict {
  const hit = value.links.find(isAgentLink);
  if (hit !== undefined) return pass(evidence, describeLink(hit.rel, hit.href));
  const { length } = value.links;
  return absent(
    evidence,
    length === 0
      ? 'no Link header'
      : `${length === 1 ? '1 link' : `${length} links`} in headers, none for agents`,
  );
}

function isAgentLink({ rel, href, type }: Link): boolean {
  if (BROWSER_RELS.has(rel)) return false;
  if (AGENT_RELS.has(rel) || AGENT_TARGET.test(new URL(href).pathname)) return true;
  return rel === 'alternate' && isMachineType(parseMediaType(type));
}

/** The type decides; where it is none of a machine, nor of a feed or an embed, the name of the target does. */
function isMachineLink({ rel, href, type }: HtmlLink): boolean {
  if (rel.includes('service-desc') || rel.includes('service-doc')) return true;
  if (!rel.includes('alternate') || rel.includes('stylesheet')) return false;
  const mediaType = parseMediaType(type);
  if (isMachineType(mediaType)) return true;
  if (isFeedType(mediaType) || mediaType?.suffix === 'oembed') return false;
  return /\.(md|json|txt)$/i.test(new URL(href).pathname);
}

function describeLink(rel: string, href: string): string {
  return `${plain(rel, 60)}: ${plain(href, 200)}`;
}
