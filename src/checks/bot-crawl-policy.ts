/** Do AI agents get in, and are the rules for them clear? */

import { describeAnswer, describeReply, type Found, unseen } from '../evidence/surface.ts';
import { headerOf } from '../io/io.ts';
import { expiryOf, parseSecurityTxt, type SecurityTxt } from '../parse/security-txt.ts';
import { plain } from '../parse/text.ts';
import type { Answer, Reply } from '../probes/client.ts';
import { isRateLimited } from '../probes/refusals.ts';
import {
  broken,
  check,
  couldNotSee,
  judge,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  withDetail,
} from './check.ts';
import { answered, faulty, found, missing, refused, timedOutReply } from './examples.ts';
import { robotsRuleChecks } from './robots-rules.ts';
import { webBotAuth } from './web-bot-auth.ts';

const securityOf = (text: string) =>
  found(parseSecurityTxt(text), { path: '/.well-known/security.txt', type: 'text/plain', text });

export const botCrawlPolicyChecks = [
  check({
    id: 'agent-ua-reachable',
    category: 'bot-crawl-policy',
    keyword: 'should',
    principle: 'P7',
    label: 'The home page answers AI agents',
    goal: 'An assistant that fetches the site for its user gets the page instead of a challenge.',
    fix: 'Let the User-Agents of AI assistants (such as ChatGPT-User, Claude-User, Perplexity-User) through your bot protection for GET requests to public pages. Answer them with the page itself, not with a challenge, 401, 403, 429 or 503.',
    resources: [
      { label: 'OpenAI: overview of crawlers and fetchers', url: 'https://platform.openai.com/docs/bots' },
      { label: 'RFC 9110: status codes', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15' },
    ],
    needs: [],
    uses: ['rootForAgent', 'rootForOthers', 'rootReply'],
    evaluate: ({ rootForAgent, rootForOthers, rootReply }) =>
      reachable(rootForAgent, rootForOthers, rootReply),
    examples: [
      {
        title: 'the page, as for everyone',
        given: { rootForAgent: answered(), rootForOthers: answered(), rootReply: answered() },
        expect: 'pass',
      },
      {
        title: 'a challenge that others do not get',
        given: {
          rootForAgent: refused('Cloudflare challenge'),
          rootForOthers: answered(),
          rootReply: answered(),
        },
        expect: 'broken',
        evidence: 'Cloudflare challenge',
      },
      {
        title: 'a challenge for everyone',
        given: {
          rootForAgent: refused('Cloudflare challenge'),
          rootForOthers: refused('Cloudflare challenge'),
          rootReply: refused('Cloudflare challenge'),
        },
        expect: 'broken',
      },
      {
        title: 'a challenge that came up during the audit',
        given: {
          rootForAgent: refused('Cloudflare challenge'),
          rootForOthers: refused('Cloudflare challenge'),
          rootReply: answered(),
        },
        expect: 'error',
      },
      {
        title: 'a plain 403',
        given: {
          rootForAgent: answered({ status: 403 }),
          rootForOthers: answered(),
          rootReply: answered(),
        },
        expect: 'broken',
        evidence: 'to an AI agent; 200 to others',
      },
      {
        title: 'a price',
        given: {
          rootForAgent: refused('Cloudflare pay per crawl', {
            status: 402,
            headers: [['crawler-price', 'USD 0.01']],
          }),
          rootForOthers: answered(),
          rootReply: answered(),
        },
        expect: 'broken',
        evidence: 'USD 0.01',
      },
      {
        title: 'a 403 for everyone',
        given: {
          rootForAgent: answered({ status: 403 }),
          rootForOthers: answered({ status: 403 }),
          rootReply: answered({ status: 403 }),
        },
        expect: 'error',
      },
      {
        title: 'a login for everyone',
        given: {
          rootForAgent: answered({ status: 401 }),
          rootForOthers: answered({ status: 401 }),
          rootReply: answered({ status: 401 }),
        },
        expect: 'n_a',
        reason: 'antecedent-unmet',
        evidence: 'everyone is asked to log in',
      },
      {
        title: 'a 404 only for agents',
        given: {
          rootForAgent: answered({ status: 404 }),
          rootForOthers: answered(),
          rootReply: answered(),
        },
        expect: 'broken',
      },
      {
        title: 'a server error only for agents',
        given: {
          rootForAgent: answered({ status: 500 }),
          rootForOthers: answered(),
          rootReply: answered(),
        },
        expect: 'broken',
      },
      {
        title: 'a server error for everyone',
        given: {
          rootForAgent: answered({ status: 500 }),
          rootForOthers: answered({ status: 502 }),
          rootReply: answered({ status: 502 }),
        },
        expect: 'error',
      },
      {
        title: 'no page at / for anyone',
        given: {
          rootForAgent: answered({ status: 404 }),
          rootForOthers: answered({ status: 404 }),
          rootReply: answered({ status: 404 }),
        },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      {
        title: 'the connection fails',
        given: { rootForAgent: timedOutReply(), rootForOthers: answered(), rootReply: answered() },
        expect: 'error',
      },
      {
        title: 'a 404, and what others get could not be seen',
        given: {
          rootForAgent: answered({ status: 404 }),
          rootForOthers: timedOutReply(),
          rootReply: timedOutReply(),
        },
        expect: 'error',
      },
    ],
  }),
  ...robotsRuleChecks,
  webBotAuth,
  check({
    id: 'security-txt',
    category: 'bot-crawl-policy',
    keyword: 'may',
    principle: 'P4',
    label: 'security.txt names a contact',
    goal: 'Whoever finds a security problem, agent or person, knows whom to tell.',
    fix: 'Serve /.well-known/security.txt as plain text with at least one `Contact:` (a mailto:, https: or tel: URI) and one `Expires:` that lies ahead, in the form 2027-01-31T00:00:00Z. Renew it before it expires.',
    resources: [
      { label: 'RFC 9116: security.txt', url: 'https://www.rfc-editor.org/rfc/rfc9116.html' },
      { label: 'securitytxt.org', url: 'https://securitytxt.org/' },
    ],
    needs: ['securityTxt'],
    evaluate: ({ securityTxt }, { now }) => judge(securityTxt, (surface) => upToDate(surface, now)),
    examples: [
      {
        title: 'a contact, not expired',
        given: {
          securityTxt: securityOf('Contact: mailto:security@site.example\nExpires: 2999-01-01T00:00:00Z\n'),
        },
        expect: 'pass',
      },
      {
        title: 'expired',
        given: { securityTxt: securityOf('Contact: mailto:a@site.example\nExpires: 2020-01-01T00:00:00Z\n') },
        expect: 'noncompliant',
        evidence: 'Expires 2020-01-01T00:00:00Z is past',
      },
      {
        title: 'no Expires',
        given: { securityTxt: securityOf('Contact: https://site.example/report\n') },
        expect: 'noncompliant',
        evidence: 'no Expires',
      },
      {
        title: 'an Expires that is no date',
        given: { securityTxt: securityOf('Contact: https://site.example/report\nExpires: never\n') },
        expect: 'noncompliant',
        evidence: 'no date',
      },
      {
        title: 'an Expires on a day that no calendar has',
        given: {
          securityTxt: securityOf('Contact: https://site.example/report\nExpires: 2999-02-30T00:00:00Z\n'),
        },
        expect: 'noncompliant',
        evidence: 'Expires 2999-02-30T00:00:00Z is no date',
      },
      {
        title: 'no Contact',
        given: { securityTxt: securityOf('Expires: 2999-01-01T00:00:00Z\n') },
        expect: 'noncompliant',
        evidence: 'no Contact',
      },
      {
        title: 'neither field',
        given: { securityTxt: faulty('/.well-known/security.txt', 'neither a Contact nor an Expires field') },
        expect: 'broken',
      },
      {
        title: 'not there',
        given: { securityTxt: missing('/.well-known/security.txt') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
    ],
  }),
];

/** Statuses with which a server turns a client away. */
const TURNED_AWAY = new Set([401, 402, 403, 405, 406, 418, 428, 429, 451, 503, 999]);

/**
 * @param others what the same request gets under the auditor's own name
 * @param browser what a browser's request got first
 */
function reachable(agent: Reply, others: Reply, browser: Reply): Verdict {
  if (agent.kind === 'failed' || agent.kind === 'cut') return couldNotSee(unseen(agent));
  const { answer } = agent;
  if (agent.kind === 'answer' && isSuccess(answer)) {
    return asksToLogIn(answer) && browser.kind === 'answer' && asksToLogIn(browser.answer)
      ? notApplicable(describeReply(agent, 'everyone is asked to log in'))
      : pass(describeReply(agent));
  }
  if (isLogin(agent) && (isLogin(others) || isLogin(browser)))
    return notApplicable(describeAnswer(answer, 'everyone is asked to log in'));
  const price = answer.status === 402 ? headerOf(answer.headers, 'crawler-price') : undefined;
  const priced = price === undefined ? '' : `; the price is ${plain(price, 40)}`;
  const mark = agent.kind === 'blocked' ? `; ${agent.mark}` : '';
  const compared = describeAnswer(answer, `to an AI agent; ${answerOf(others)} to others${priced}${mark}`);
  if (gotPage(others)) return broken(compared);
  // A wall that challenges everyone stands there from the first request on. What else turns everyone away, or came up
  // during the audit, says nothing of agents.
  if (browser.kind === 'blocked' && agent.kind === 'blocked' && !isRateLimited(browser))
    return broken(compared);
  if (agent.kind === 'blocked' || TURNED_AWAY.has(answer.status))
    return { status: 'error', evidence: compared };
  if (others.kind !== 'answer') return couldNotSee(unseen(others));
  if (answer.status >= 500) return { status: 'error', evidence: compared };
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
  if (contact === undefined) return noncompliant(withDetail(evidence, 'no Contact field'));
  if (expires === undefined) return noncompliant(withDetail(evidence, 'no Expires field'));
  const shown = plain(expires, 40);
  const expiry = expiryOf(expires);
  if (expiry === undefined) return noncompliant(withDetail(evidence, `Expires ${shown} is no date`));
  if (expiry <= now.getTime()) return noncompliant(withDetail(evidence, `Expires ${shown} is past`));
  return pass(withDetail(evidence, `Contact ${plain(contact, 80)}, Expires ${shown}`));
}
