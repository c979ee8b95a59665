/** What does an agent learn that asks for a page that does not exist? */

import { answerFacts, replyFacts, withDetail } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { unseen } from '../evidence/surface.ts';
import { isMarkdownType } from '../parse/media-type.ts';
import { pageLinks } from '../parse/page-links.ts';
import { sameSite } from '../parse/same-site.ts';
import { looksLikeHtml, plain } from '../parse/text.ts';
import { UNKNOWN_PATH } from '../probes/root.ts';
import {
  absent,
  because,
  broken,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
} from './check.ts';

export const notFoundChecks = [
  check('agent-friendly-404', {
    needs: ['root'],
    uses: ['notFound'],
    evaluate: ({ root, notFound }) =>
      root.state === 'found' ? unknownPath(notFound) : notApplicable(root.evidence),
  }),
  check('agent-friendly-404-md', {
    needs: [],
    uses: ['notFound', 'notFoundMarkdown'],
    evaluate: ({ notFound, notFoundMarkdown }) => {
      if (notFound.kind !== 'answer') return couldNotSee(unseen(notFound));
      if (!isGone(notFound.answer)) return notApplicable(replyFacts(notFound, 'not a 404'));
      if (notFoundMarkdown.kind !== 'answer') return couldNotSee(unseen(notFoundMarkdown));
      return recoveryPage(notFoundMarkdown.answer);
    },
  }),
];

/** The general rules, but for what the answer to an unknown path is judged by: anything that is no refusal is wrong. */
function unknownPath(reply: Reply): Verdict {
  if (reply.kind !== 'answer') return couldNotSee(unseen(reply));
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
