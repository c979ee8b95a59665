/** What does an agent learn that asks for a page that does not exist? */

import { describeReply, unseen } from '../evidence/surface.ts';
import { isMarkdownType } from '../parse/media-type.ts';
import { pageLinks } from '../parse/page-links.ts';
import { sameSite } from '../parse/same-site.ts';
import { looksLikeHtml, plain } from '../parse/text.ts';
import type { Answer, Reply } from '../probes/client.ts';
import { type RootPage, UNKNOWN_PATH } from '../probes/root.ts';
import {
  absent,
  broken,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  withDetail,
} from './check.ts';
import { answered, found, missing, refused, timedOutReply } from './examples.ts';

const HOME = found<RootPage>({ html: undefined, links: [] });
const NO_ROOT = missing('/');
const unknown = (status: number, type = 'text/html', text = '<!doctype html><h1>Not found</h1>') =>
  answered({ path: UNKNOWN_PATH, status, type, text });

export const notFoundChecks = [
  check({
    id: 'agent-friendly-404',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P8',
    label: 'Unknown pages answer 404',
    goal: 'An agent that follows a wrong link learns that nothing is there, and does not take another page for the answer.',
    fix: 'Answer paths that do not exist with status 404 (or 410), not with 200, a redirect to the home page, or an error of the server. A single-page app needs a rule that falls back to its page for its own routes only.',
    resources: [
      {
        label: 'RFC 9110: 404 Not Found',
        url: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-404-not-found',
      },
      {
        label: 'Google Search Central: soft 404 errors',
        url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
      },
    ],
    needs: ['root'],
    uses: ['notFound'],
    evaluate: ({ root, notFound }) =>
      root.state === 'found' ? unknownPath(notFound) : notApplicable(root.evidence),
    examples: [
      { title: '404', given: { root: HOME, notFound: unknown(404) }, expect: 'pass' },
      { title: '410', given: { root: HOME, notFound: unknown(410) }, expect: 'pass' },
      { title: '200', given: { root: HOME, notFound: unknown(200) }, expect: 'broken' },
      {
        title: 'a redirect to the home page',
        given: {
          root: HOME,
          notFound: answered({ hops: [{ url: `https://site.example${UNKNOWN_PATH}`, status: 302 }] }),
        },
        expect: 'broken',
        evidence: `${UNKNOWN_PATH} -> 302 -> https://site.example/ -> 200`,
      },
      { title: 'a server error', given: { root: HOME, notFound: unknown(500) }, expect: 'broken' },
      { title: 'another refusal', given: { root: HOME, notFound: unknown(403) }, expect: 'absent' },
      {
        title: 'the root does not answer',
        given: { root: NO_ROOT, notFound: unknown(404) },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      {
        title: 'blocked',
        given: { root: HOME, notFound: refused('Cloudflare header cf-mitigated', { path: UNKNOWN_PATH }) },
        expect: 'error',
      },
    ],
  }),
  check({
    id: 'agent-friendly-404-md',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P8',
    label: 'The 404 page helps agents on',
    goal: 'An agent that asked for a page that does not exist is told, in Markdown, where to look instead.',
    fix: 'When a request for an unknown path accepts `text/markdown`, answer 404 with a short Markdown body (`Content-Type: text/markdown`) that links the sitemap, llms.txt or the start page of the documentation.',
    resources: [
      { label: 'RFC 7763: text/markdown', url: 'https://www.rfc-editor.org/rfc/rfc7763.html' },
      {
        label: 'RFC 9110: content negotiation',
        url: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-content-negotiation',
      },
    ],
    needs: [],
    uses: ['notFound', 'notFoundMarkdown'],
    evaluate: ({ notFound, notFoundMarkdown }) => {
      if (notFound.kind !== 'answer') return couldNotSee(unseen(notFound));
      if (!isGone(notFound.answer)) return notApplicable(describeReply(notFound, 'not a 404'));
      if (notFoundMarkdown.kind !== 'answer') return couldNotSee(unseen(notFoundMarkdown));
      return recoveryPage(notFoundMarkdown.answer, describeReply(notFoundMarkdown));
    },
    examples: [
      {
        title: 'Markdown with a link',
        given: {
          notFound: unknown(404),
          notFoundMarkdown: unknown(404, 'text/markdown', '# Not found\n\nSee [the index](/llms.txt).'),
        },
        expect: 'pass',
        evidence: '/llms.txt',
      },
      {
        title: 'plain text with a path',
        given: {
          notFound: unknown(404),
          notFoundMarkdown: unknown(404, 'text/plain', 'Not found. Try /sitemap.xml.'),
        },
        expect: 'pass',
      },
      {
        title: 'Markdown without a link',
        given: {
          notFound: unknown(404),
          notFoundMarkdown: unknown(404, 'text/markdown', `# Not found\n\nThere is no ${UNKNOWN_PATH} here.`),
        },
        expect: 'noncompliant',
      },
      {
        title: 'plain text without a link',
        given: { notFound: unknown(404), notFoundMarkdown: unknown(404, 'text/plain', '404 page not found') },
        expect: 'absent',
      },
      { title: 'HTML', given: { notFound: unknown(404), notFoundMarkdown: unknown(404) }, expect: 'absent' },
      {
        title: 'HTML that is called Markdown',
        given: {
          notFound: unknown(404),
          notFoundMarkdown: unknown(404, 'text/markdown', '<!doctype html><a href="/">Home</a>'),
        },
        expect: 'absent',
      },
      {
        title: 'JSON',
        given: {
          notFound: unknown(404),
          notFoundMarkdown: unknown(404, 'application/json', '{"docs":"/docs"}'),
        },
        expect: 'absent',
      },
      {
        title: '200 for who asks for Markdown',
        given: { notFound: unknown(404), notFoundMarkdown: unknown(200, 'text/markdown', '# Home') },
        expect: 'broken',
      },
      {
        title: 'a server error for who asks for Markdown',
        given: { notFound: unknown(404), notFoundMarkdown: unknown(500) },
        expect: 'broken',
      },
      {
        title: 'unknown paths are not 404',
        given: { notFound: unknown(200), notFoundMarkdown: unknown(200) },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      {
        title: 'no answer',
        given: { notFound: unknown(404), notFoundMarkdown: timedOutReply(UNKNOWN_PATH) },
        expect: 'error',
      },
    ],
  }),
];

/** The general rules, but for what the answer to an unknown path is judged by: anything that is no refusal is wrong. */
function unknownPath(reply: Reply): Verdict {
  if (reply.kind !== 'answer') return couldNotSee(unseen(reply));
  const { status } = reply.answer;
  if (isGone(reply.answer)) return pass(describeReply(reply));
  return status >= 400 && status < 500
    ? absent(describeReply(reply, 'neither 404 nor 410'))
    : broken(describeReply(reply, 'for a path that does not exist'));
}

function isGone({ status }: Answer): boolean {
  return status === 404 || status === 410;
}

function recoveryPage(answer: Answer, evidence: string): Verdict {
  if (!isGone(answer)) {
    const wrong = withDetail(evidence, 'asked for Markdown; 404 otherwise');
    return answer.status >= 400 && answer.status < 500 ? absent(wrong) : broken(wrong);
  }
  const markdown = isMarkdownType(answer.type);
  if ((!markdown && answer.type?.essence !== 'text/plain') || looksLikeHtml(answer.text)) {
    return absent(
      withDetail(evidence, looksLikeHtml(answer.text) ? 'HTML' : (answer.type?.essence ?? 'no type')),
    );
  }
  const way = pageLinks(answer.text, answer.url).find((link) => leadsOn(link, answer));
  if (way !== undefined) return pass(withDetail(evidence, `leads on to ${plain(way, 200)}`));
  const none = withDetail(evidence, `${answer.type?.essence} without a link to a page of this site`);
  return markdown ? noncompliant(none) : absent(none);
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
