/** Can an agent find what the site has for it? */

import { answerFacts, replyFacts, withDetail } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import type { RootPage } from '../evidence/root.ts';
import { type Found, inconclusive } from '../evidence/surface.ts';
import type { HtmlLink } from '../parse/html-facts.ts';
import type { Link } from '../parse/link-header.ts';
import { isFeedType, isMachineType, isMarkdownType, parseMediaType } from '../parse/media-type.ts';
import { pageLinks } from '../parse/page-links.ts';
import { sameSite } from '../parse/same-site.ts';
import { looksLikeHtml, plain } from '../parse/text.ts';
import { UNKNOWN_PATH } from '../probes/root.ts';
import {
  absent,
  because,
  broken,
  type Check,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  verdictOn,
} from './check.ts';

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

export const discoverabilityChecks: readonly Check[] = [
  /**
   * `/robots.txt` answers 200 with something that is not a page. A file of rules that is sent as `text/html` counts as what
   * it is.
   */
  check('robots', {
    needs: ['robots'],
    evaluate: ({ robots }) => verdictOn(robots),
  }),
  /**
   * `/sitemap.xml`, else up to three `Sitemap:` lines of robots.txt on this site, else what the home page names as its
   * sitemap; gzip is read. A well-formed `urlset` or `sitemapindex` passes, and a feed or a text list where robots.txt names
   * it; other or ill-formed content is broken.
   */
  check('sitemap', {
    needs: ['sitemap'],
    evaluate: ({ sitemap }) =>
      verdictOn(sitemap, ({ value, evidence }) =>
        pass(evidence, `${value.kind} of ${value.locations.length}${value.more ? ' or more' : ''}`),
      ),
  }),

  /**
   * Applies where `/` answers 2xx. Passes with one `Link` (RFC 8288) whose relation is for agents, that leads to llms.txt or
   * below `/.well-known/`, or that is an alternate of a machine's type (Markdown, JSON, plain text, XML).
   */
  check('link-headers', {
    needs: ['root'],
    evaluate: ({ root }) => (root.state === 'found' ? linksForAgents(root) : notApplicable(root.evidence)),
  }),
  /**
   * Applies where `/` is HTML. Passes with one `<link>` of rel `service-desc` or `service-doc`, or an `alternate` of a
   * machine's type or to a `.md`, `.json` or `.txt` file. Translations, feeds and embeds are for others.
   */
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

  /**
   * Applies where `/` answers 2xx. A path that nobody has must get 404 or 410; another 4xx is absent, everything else
   * broken, a redirect to a page that answers 200 included.
   */
  check('agent-friendly-404', {
    needs: ['root'],
    uses: ['notFound'],
    evaluate: ({ root, notFound }) =>
      root.state === 'found' ? unknownPath(notFound) : notApplicable(root.evidence),
  }),
  /**
   * Applies where the unknown path gives 404 or 410, and asks for it again as Markdown. Passes with the same kind of status
   * and a Markdown or plain text body that leads on: a link to a page of this host, or to documentation or an index on the
   * same site. Markdown without one is noncompliant, anything else absent; that asking for Markdown turns the 404 into a
   * success or a 5xx is broken.
   */
  check('agent-friendly-404-md', {
    needs: [],
    uses: ['notFound', 'notFoundMarkdown'],
    evaluate: ({ notFound, notFoundMarkdown }) => {
      if (notFound.kind !== 'answer') return couldNotSee(inconclusive(notFound));
      if (!isGone(notFound.answer)) return notApplicable(replyFacts(notFound, 'not a 404'));
      if (notFoundMarkdown.kind !== 'answer') return couldNotSee(inconclusive(notFoundMarkdown));
      return recoveryPage(notFoundMarkdown.answer);
    },
  }),
  /**
   * For public names only. Any SVCB record of `_index`, `_a2a` or `_mcp` below `_agents`, else TXT at `_agents`, passes,
   * unless a name that cannot exist there gets the same answer (a wildcard). SERVFAIL and silence are error.
   */
  check('dns-aid', {
    needs: ['dnsAid'],
    evaluate: ({ dnsAid }) => {
      if (dnsAid.state === 'inapplicable') return notApplicable(dnsAid.evidence);
      return dnsAid.state === 'found' ? pass(dnsAid.evidence) : absent(dnsAid.evidence);
    },
  }),
];

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

/** The general rules, but for what the answer to an unknown path is judged by: anything that is no refusal is wrong. */
function unknownPath(reply: Reply): Verdict {
  if (reply.kind !== 'answer') return couldNotSee(inconclusive(reply));
  const { status } = reply.answer;
  if (isGone(reply.answer)) return pass(replyFacts(reply));
  return status >= 400 && status < 500
    ? absent(replyFacts(reply, 'neither 404 nor 410'))
    : because(
        broken(replyFacts(reply, 'for a path that does not exist')),
        status >= 500
          ? 'A page that does not exist is answered with a server error.'
          : 'A page that does not exist is answered as if it were there.',
      );
}

function isGone({ status }: Answer): boolean {
  return status === 404 || status === 410;
}

function recoveryPage(answer: Answer): Verdict {
  const evidence = answerFacts(answer);
  if (!isGone(answer)) {
    const wrong = withDetail(evidence, 'asked for Markdown; 404 otherwise');
    return answer.status >= 400 && answer.status < 500 ? absent(wrong) : broken(wrong);
  }
  const markdown = isMarkdownType(answer.type);
  if ((!markdown && answer.type?.essence !== 'text/plain') || looksLikeHtml(answer.text)) {
    return looksLikeHtml(answer.text)
      ? because(absent(evidence, 'HTML'), 'The 404 page is HTML even for those who ask for Markdown.')
      : absent(evidence, answer.type?.essence ?? 'no type');
  }
  const way = pageLinks(answer.text, answer.url).find((link) => leadsOn(link, answer));
  if (way !== undefined) return pass(evidence, `leads on to ${plain(way, 200)}`);
  const none = withDetail(evidence, `${answer.type?.essence} without a link to a page of this site`);
  return markdown
    ? noncompliant(none)
    : because(absent(none), 'The 404 page is plain text without a link to a page of this site.');
}

/** A page of the same host but the missing one itself, or a guide or the documentation elsewhere on the same site. */
function leadsOn(link: string, answer: Answer): boolean {
  if (link.includes(UNKNOWN_PATH.slice(1))) return false;
  const { host, pathname } = new URL(link);
  if (host === new URL(answer.url).host) return true;
  return (
    sameSite(link, answer.url) &&
    (/^docs?\./.test(host) || /^\/(docs?|llms(-full)?\.txt|sitemap[^/]*\.xml)(\/|$)/.test(pathname))
  );
}
