/** Do AI agents get in, and are the rules for them clear? */

import { answerFacts, replyFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { isRateLimited } from '../evidence/reply.ts';
import { type Found, unseen } from '../evidence/surface.ts';
import { headerOf } from '../parse/headers.ts';
import { expiryOf, type SecurityTxt } from '../parse/security-txt.ts';
import { plain } from '../parse/text.ts';
import { REFUSING } from '../parse/walls/refusal.ts';
import {
  because,
  broken,
  check,
  couldNotSee,
  judge,
  noncompliant,
  notApplicable,
  pass,
  unclear,
  type Verdict,
} from './check.ts';
import { robotsRuleChecks } from './robots-rules.ts';
import { webBotAuth } from './web-bot-auth.ts';

export const botCrawlPolicyChecks = [
  check('agent-ua-reachable', {
    needs: [],
    uses: ['rootForAgent', 'rootForOthers', 'rootReply'],
    evaluate: ({ rootForAgent, rootForOthers, rootReply }) =>
      reachable(rootForAgent, rootForOthers, rootReply),
  }),
  ...robotsRuleChecks,
  webBotAuth,
  check('security-txt', {
    needs: ['securityTxt'],
    evaluate: ({ securityTxt }, { now }) => judge(securityTxt, (surface) => upToDate(surface, now)),
  }),
];

/**
 * @param others what the same request gets under the auditor's own name
 * @param browser what a browser's request got first
 */
function reachable(agent: Reply, others: Reply, browser: Reply): Verdict {
  if (agent.kind === 'failed' || agent.kind === 'aborted') return couldNotSee(unseen(agent));
  const { answer } = agent;
  if (agent.kind === 'answer' && isSuccess(answer)) {
    return asksToLogIn(answer) && browser.kind === 'answer' && asksToLogIn(browser.answer)
      ? notApplicable(replyFacts(agent, 'everyone is asked to log in'))
      : pass(replyFacts(agent));
  }
  if (isLogin(agent) && (isLogin(others) || isLogin(browser)))
    return notApplicable(answerFacts(answer, 'everyone is asked to log in'));
  const price = answer.status === 402 ? headerOf(answer.headers, 'crawler-price') : undefined;
  const compared = answerFacts(
    answer,
    { wanted: 'to an AI agent' },
    `${answerOf(others)} to others`,
    ...(price === undefined ? [] : [`the price is ${plain(price, 40)}`]),
    ...(agent.kind === 'blocked' ? [agent.mark] : []),
  );
  if (gotPage(others))
    return because(
      broken(compared),
      price === undefined
        ? `AI agents get status ${answer.status} where others get the home page.`
        : 'AI agents are asked to pay for the home page, which others get.',
    );
  // A wall that challenges everyone stands there from the first request on. What else turns everyone away, or came up
  // during the audit, says nothing of agents.
  if (browser.kind === 'blocked' && agent.kind === 'blocked' && !isRateLimited(browser))
    return because(broken(compared), 'Everyone who is not a browser meets a challenge, AI agents too.');
  if (agent.kind === 'blocked' || REFUSING.has(answer.status) || answer.status === 503)
    return unclear(compared);
  if (others.kind !== 'answer') return couldNotSee(unseen(others));
  if (answer.status >= 500) return unclear(compared);
  return answer.status >= 400 ? notApplicable(compared) : broken(compared);
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function gotPage(reply: Reply): boolean {
  return reply.kind === 'answer' && isSuccess(reply.answer);
}

function isLogin(reply: Reply): boolean {
  return (reply.kind === 'answer' || reply.kind === 'blocked') && reply.answer.status === 401;
}

/** A redirect to a page whose path says what it is for. */
function asksToLogIn({ hops, url }: Answer): boolean {
  return hops.length > 0 && LOGIN_PATH.test(new URL(url).pathname);
}
const LOGIN_PATH = /\/(log-?in|sign-?in|sso|saml|oauth2?\/auth(orize)?)(\/|\.|$)/i;

function answerOf(reply: Reply): string {
  return reply.kind === 'answer' || reply.kind === 'blocked' ? String(reply.answer.status) : 'no answer';
}

function upToDate({ value, evidence }: Found<SecurityTxt>, now: Date): Verdict {
  const { contacts, expires } = value;
  const [contact] = contacts;
  if (contact === undefined)
    return because(noncompliant(evidence, 'no Contact field'), 'security.txt names no contact.');
  if (expires === undefined)
    return because(noncompliant(evidence, 'no Expires field'), 'security.txt has no expiry date.');
  const shown = plain(expires, 40);
  const expiry = expiryOf(expires);
  if (expiry === undefined)
    return because(
      noncompliant(evidence, `Expires ${shown} is no date`),
      'The expiry date of security.txt is not a date.',
    );
  if (expiry <= now.getTime())
    return because(noncompliant(evidence, `Expires ${shown} is past`), 'security.txt has expired.');
  return pass(evidence, `Contact ${plain(contact, 80)}, Expires ${shown}`);
}
