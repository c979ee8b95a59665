/** Checks that test whether an agent can find the site's resources. */

import { isMarkdownType, parseMediaType } from '../../base/media-type.ts';
import { isExampleAddress } from '../../base/same-site.ts';
import { looksLikeHtml, plain, plural } from '../../base/text.ts';
import {
  type DeadLink,
  isAgentLink,
  isGone,
  isMachineLink,
  isTextPage,
  recoveryLinks,
} from '../evidence/dead-links.ts';
import { answerFacts, replyFacts, withDetail } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import type { RootPage } from '../evidence/root.ts';
import { type Found, inconclusive } from '../evidence/surface.ts';
import type { HtmlLink } from '../parse/html-facts.ts';
import type { Sitemap } from '../parse/sitemap.ts';
import {
  absent,
  because,
  broken,
  type Check,
  check,
  couldNotSee,
  leadsOn,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  verdictOn,
} from './check.ts';

const MAX_SITEMAPS = 1_000;

/** The maximum number of link kinds in the evidence. They are listed if no link is for programs. */
const MOST_NAMED = 5;

export const discoverabilityChecks: readonly Check[] = [
  check('robots', {
    needs: ['robots'],
    evaluate: ({ robots }) =>
      verdictOn(
        robots,
        ({ value: { sitemaps }, answer, evidence }) => {
          const example = sitemaps.slice(0, MAX_SITEMAPS).find((url) => isExampleAddress(url, answer.url));
          return example === undefined
            ? pass(evidence)
            : noncompliant(evidence, `Sitemap ${plain(example, 120)} is still an example address`);
        },
        'robots.txt is empty.',
      ),
  }),
  check('sitemap', {
    needs: ['sitemap'],
    evaluate: ({ sitemap }) =>
      verdictOn(sitemap, ({ value, evidence }) => pass(evidence, `${value.kind} with ${urlCount(value)}`)),
  }),

  check('link-headers', {
    needs: ['root'],
    uses: ['rootDeadLinks'],
    evaluate: ({ root, rootDeadLinks }) =>
      root.state === 'found' ? linksForAgents(root, rootDeadLinks) : notApplicable(root.evidence),
  }),
  check('root-link-rel', {
    needs: ['rootHtml'],
    uses: ['rootDeadLinks'],
    evaluate: ({ rootHtml, rootDeadLinks }) => {
      if (rootHtml.state !== 'found') return notApplicable(rootHtml.evidence);
      const { links } = rootHtml.value;
      const hits = links.filter(isMachineLink);
      if (hits.length === 0) return absent(rootHtml.evidence, whatLinksAreThere(links));
      return leadsOn(hits, rootDeadLinks, rootHtml.evidence, ({ rel, href }) =>
        describeLink(rel.join(' '), href),
      );
    },
  }),

  check('agent-friendly-404', {
    needs: ['root'],
    uses: ['notFound'],
    evaluate: ({ root, notFound }) =>
      root.state === 'found' ? unknownPath(notFound) : notApplicable(root.evidence),
  }),
  check('agent-friendly-404-md', {
    needs: [],
    uses: ['notFound', 'notFoundMarkdown', 'notFoundDeadLinks'],
    evaluate: ({ notFound, notFoundMarkdown, notFoundDeadLinks }) => {
      if (notFound.kind !== 'answer') return couldNotSee(inconclusive(notFound));
      if (!isGone(notFound.answer)) return notApplicable(replyFacts(notFound, 'not a 404'));
      if (notFoundMarkdown.kind !== 'answer') return couldNotSee(inconclusive(notFoundMarkdown));
      return recoveryPage(notFoundMarkdown.answer, notFoundDeadLinks);
    },
  }),
  check('dns-aid', {
    needs: ['dnsAid'],
    evaluate: ({ dnsAid }) => {
      if (dnsAid.state === 'inapplicable') return notApplicable(dnsAid.evidence);
      return dnsAid.state === 'found' ? pass(dnsAid.evidence) : absent(dnsAid.evidence);
    },
  }),
];

function urlCount({ locations: { length }, more }: Sitemap): string {
  if (more) return `${length} or more URLs`;
  return plural(length, 'URL');
}

/** Lists the link elements on the page, so the owner sees that the audit read them. */
function whatLinksAreThere(links: readonly HtmlLink[]): string {
  if (links.length === 0) return 'no link element with an href';
  const kinds = [...new Set(links.map(kindOfLink))];
  const more = kinds.length > MOST_NAMED ? `, and ${kinds.length - MOST_NAMED} more kinds` : '';
  const count = plural(links.length, 'link element');
  return `${count}, none for programs: ${kinds.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Returns the relation and type of a link, for example `canonical` or `alternate (application/rss+xml)`. */
function kindOfLink({ rel, type }: HtmlLink): string {
  const essence = parseMediaType(type)?.essence;
  return plain(`${rel.join(' ') || 'without rel'}${essence === undefined ? '' : ` (${essence})`}`, 60);
}

function linksForAgents({ value, evidence }: Found<RootPage>, dead: readonly DeadLink[]): Verdict {
  const hits = value.links.filter(isAgentLink);
  if (hits.length > 0) return leadsOn(hits, dead, evidence, ({ rel, href }) => describeLink(rel, href));
  const { length } = value.links;
  return absent(
    evidence,
    length === 0 ? 'no Link header' : `${plural(length, 'link')} in headers, none for agents`,
  );
}

function describeLink(rel: string, href: string): string {
  return `${plain(rel, 60)}: ${plain(href, 200)}`;
}

/** Judges the response for an unknown path. Only 404 and 410 pass. */
function unknownPath(reply: Reply): Verdict {
  if (reply.kind !== 'answer') return couldNotSee(inconclusive(reply));
  const { status } = reply.answer;
  if (isGone(reply.answer)) return pass(replyFacts(reply));
  return status >= 400 && status < 500
    ? absent(replyFacts(reply, 'neither 404 nor 410'))
    : because(
        broken(replyFacts(reply, 'for a path that does not exist')),
        status >= 500
          ? 'A request for a page that does not exist returns a server error.'
          : 'A request for a page that does not exist does not return an error.',
      );
}

function recoveryPage(answer: Answer, dead: readonly DeadLink[]): Verdict {
  const evidence = answerFacts(answer);
  if (!isGone(answer)) {
    const wrong = withDetail(evidence, 'requested as Markdown; 404 otherwise');
    return answer.status >= 400 && answer.status < 500 ? absent(wrong) : broken(wrong);
  }
  if (!isTextPage(answer)) {
    return looksLikeHtml(answer.text)
      ? because(absent(evidence, 'HTML'), 'The 404 page is HTML even when Markdown is requested.')
      : absent(evidence, answer.type?.essence ?? 'no Content-Type');
  }
  const ways = recoveryLinks(answer).map((href) => ({ href }));
  if (ways.length > 0) {
    const verdict = leadsOn(ways, dead, evidence, ({ href }) => `links to ${plain(href, 200)}`);
    return verdict.status === 'pass'
      ? verdict
      : because(verdict, 'The 404 page links only to missing pages.');
  }
  const none = withDetail(evidence, `${answer.type?.essence} without a link to a page on this site`);
  return isMarkdownType(answer.type)
    ? noncompliant(none)
    : because(absent(none), 'The 404 page is plain text without a link to a page on this site.');
}
