/** Checks for AI agents' access and for the site's crawl policy. */

import { headerOf } from '../../base/headers.ts';
import { isExampleAddress } from '../../base/same-site.ts';
import { firstOf, plain, plural } from '../../base/text.ts';
import { answerFacts, replyFacts } from '../evidence/facts.ts';
import { type Answer, isRateLimited, type Reply, servedAs } from '../evidence/reply.ts';
import { gotPage, type RootAskedAgain, type RootPage } from '../evidence/root.ts';
import { type Found, inconclusive, type Surface } from '../evidence/surface.ts';
import { AI_CRAWLERS } from '../parse/ai-crawlers.ts';
import type { KeySet } from '../parse/jwks.ts';
import {
  assistantsKeptOut,
  isKnownSignal,
  isPreference,
  parseContentSignals,
  parseContentUsage,
  parseContentUsageRule,
  type RobotsTxt,
  type UsagePreference,
} from '../parse/robots.ts';
import { expiryOf, isContactUri, type SecurityField, type SecurityTxt } from '../parse/security-txt.ts';
import { REFUSING } from '../walls/refusal.ts';
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
  unclear,
  type Verdict,
  verdictOn,
  whereFound,
} from './check.ts';

const LOGIN_PATH = /\/(log-?in|sign-?in|sso|saml|oauth2?\/auth(orize)?)(\/|\.|$)/i;

/** The maximum number of robots.txt lines read for each directive, such as `Content-Signal`. */
const MAX_LINES = 100;

const MAX_SHOWN = 8;

/** The media type required for a key directory (draft-ietf-webbotauth-httpsig-protocol, section 5.5). */
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

export const botCrawlPolicyChecks: readonly Check[] = [
  check('agent-ua-reachable', {
    needs: [],
    uses: ['rootForAgent', 'rootForOthers', 'rootReply', 'rootAskedAgain'],
    evaluate: ({ rootForAgent, rootForOthers, rootReply, rootAskedAgain }) =>
      reachable(rootForAgent, rootForOthers, rootReply, rootAskedAgain),
  }),

  check('robots-ai-rules', {
    needs: ['robots'],
    evaluate: ({ robots }) => whereFound(robots, namesAiCrawlers),
  }),

  check('content-signals', {
    needs: ['robots'],
    uses: ['root'],
    evaluate: ({ robots, root }) => whereFound(robots, (surface) => statesUse(surface, root)),
  }),

  check('web-bot-auth', {
    needs: ['signatureKeys'],
    evaluate: ({ signatureKeys }) => verdictOn(signatureKeys, directoryVerdict),
  }),
  check('security-txt', {
    needs: ['securityTxt'],
    evaluate: ({ securityTxt }, { now }) => verdictOn(securityTxt, (surface) => upToDate(surface, now)),
  }),
];

/**
 * Judges whether AI agents get the home page.
 * @param others the response to a request for the home page with the auditor's own User-Agent
 * @param browser the response to the first request with a browser's headers
 * @param again `agent` and `others`, retried with no other request in flight; set if the site seems to refuse agents
 */
function reachable(agent: Reply, others: Reply, browser: Reply, again?: RootAskedAgain | undefined): Verdict {
  if (agent.kind === 'failed' || agent.kind === 'aborted') return couldNotSee(inconclusive(agent));
  if (again !== undefined) {
    // A retry without a response is not evidence of a fault in the site.
    if (again.auditor.kind === 'failed' || again.auditor.kind === 'aborted')
      return couldNotSee(inconclusive(again.auditor));
    return reachable(again.agent, again.auditor, browser);
  }
  const { answer } = agent;
  if (agent.kind === 'answer' && isSuccess(answer)) {
    return asksToLogIn(answer) && browser.kind === 'answer' && asksToLogIn(browser.answer)
      ? notApplicable(replyFacts(agent, 'every client is asked to log in'))
      : pass(replyFacts(agent));
  }
  if (isLogin(agent) && (isLogin(others) || isLogin(browser)))
    return notApplicable(answerFacts(answer, 'every client is asked to log in'));
  const price = answer.status === 402 ? headerOf(answer.headers, 'crawler-price') : undefined;
  const compared = answerFacts(
    answer,
    { wanted: 'requested as an AI agent' },
    `${answerOf(others)} for other clients`,
    ...(price === undefined ? [] : [`the price is ${plain(price, 40)}`]),
    ...(agent.kind === 'blocked' ? [agent.mark] : []),
  );
  if (gotPage(others))
    return because(
      broken(compared),
      price === undefined
        ? `AI agents get status ${answer.status}, but other clients get the home page.`
        : 'AI agents are asked to pay for the home page, but other clients are not.',
    );
  // If the first request with a browser's headers also got a bot challenge, the site challenges all automated clients. Later
  // challenges do not count, because they may be a reaction to the audit. A rate limit is not a bot challenge.
  if (browser.kind === 'blocked' && agent.kind === 'blocked' && !isRateLimited(browser))
    return because(
      broken(compared),
      'Every client that is not a browser gets a bot challenge, including AI agents.',
    );
  if (agent.kind === 'blocked' || REFUSING.has(answer.status) || answer.status === 503)
    return unclear(compared);
  if (others.kind !== 'answer') return couldNotSee(inconclusive(others));
  if (answer.status >= 500) return unclear(compared);
  return notApplicable(compared);
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function isLogin(reply: Reply): boolean {
  return (reply.kind === 'answer' || reply.kind === 'blocked') && reply.answer.status === 401;
}

/** Returns whether the request was redirected to a login page, judged by the path. */
function asksToLogIn({ hops, url }: Answer): boolean {
  return hops.length > 0 && LOGIN_PATH.test(new URL(url).pathname);
}

function answerOf(reply: Reply): string {
  return reply.kind === 'answer' || reply.kind === 'blocked' ? String(reply.answer.status) : 'no response';
}

function upToDate({ value, evidence, answer }: Found<SecurityTxt>, now: Date): Verdict {
  const { contacts, expires, languages } = value;
  const [[contact], [expiry, again], [, moreLanguages]] = [contacts, expires, languages];
  const wrong = (detail: string, finding: string) => because(noncompliant(evidence, detail), finding);
  if (contact === undefined) return wrong('no Contact field', 'security.txt names no contact.');
  const other = contacts.find(({ value }) => !isContactUri(value));
  if (other !== undefined)
    return wrong(
      `${lineOf('Contact', other)} is not a mailto:, tel: or https: URI`,
      'A contact in security.txt is not a URI.',
    );
  if (contacts.every(({ value }) => isExampleAddress(pageOf(value), answer.url)))
    return wrong(
      `${lineOf('Contact', contact)} is still an example address`,
      'The contact in security.txt is still an example.',
    );
  if (expiry === undefined) return wrong('no Expires field', 'security.txt has no expiry date.');
  if (again !== undefined)
    return wrong(
      `${lineOf('Expires', again)} is a second expiry date`,
      'security.txt has more than one expiry date.',
    );
  const moment = expiryOf(expiry.value);
  if (moment === undefined)
    return wrong(
      `${lineOf('Expires', expiry)} is not an RFC 3339 date and time with a zone, such as 2027-01-31T00:00:00Z`,
      'The expiry date of security.txt is not an RFC 3339 date and time.',
    );
  if (moment <= now.getTime())
    return wrong(`${lineOf('Expires', expiry)} is in the past`, 'security.txt has expired.');
  if (moreLanguages !== undefined)
    return wrong(
      `${lineOf('Preferred-Languages', moreLanguages)} is a second list of languages`,
      'security.txt lists its languages twice.',
    );
  return pass(evidence, `Contact ${plain(contact.value, 80)}, Expires ${plain(expiry.value, 40)}`);
}

/** Returns a field of security.txt as evidence, for example `line 2, Expires: never`. */
function lineOf(name: string, { line, value }: SecurityField): string {
  return `line ${line}, ${name}: ${value === '' ? '(empty)' : plain(value, 80)}`;
}

/** Returns a contact as a URL, to detect example addresses. An email address becomes the home page of its host. */
function pageOf(contact: string): string {
  const [, host] = /^(?:mailto:)?[^\s@/]{1,64}@([^\s@/?]{1,253})/i.exec(contact) ?? [];
  return host === undefined ? contact : `https://${host}/`;
}

function namesAiCrawlers({ value, evidence }: Found<RobotsTxt>): Verdict {
  const named = new Set(
    value.groups.flatMap(({ agents }) => agents).filter((agent) => AI_CRAWLERS.has(agent)),
  );
  const [list] = value.lists;
  const oneEach =
    list === undefined
      ? ''
      : `; only the first name in “User-agent: ${plain(list, 80)}” counts: write one name per line`;
  if (named.size === 0) {
    const verdict = absent(evidence, `no group names an AI crawler${oneEach}`);
    return list === undefined
      ? verdict
      : because(
          verdict,
          'A User-agent line in robots.txt names several crawlers, and only the first counts.',
        );
  }
  return pass(evidence, `names ${firstOf([...named], 8)}${oneEach}${keptOutText(value)}`);
}

/** Lists the assistants that robots.txt excludes. The check still passes, because the owner may want to exclude them. */
function keptOutText(robots: RobotsTxt): string {
  const keptOut = assistantsKeptOut(robots);
  return keptOut.length === 0 ? '' : `; disallows / for ${firstOf(keptOut, 4)}`;
}

/** Passes if robots.txt or a header states how AI may use the content. Invalid statements fail only if no statement is valid. */
function statesUse({ value, evidence }: Found<RobotsTxt>, root: Surface<RootPage>): Verdict {
  const signals = value.contentSignals.slice(0, MAX_LINES).flatMap(parseContentSignals);
  const known = list(signals.filter(isKnownSignal));
  const unknown = list(signals.filter((signal) => !isKnownSignal(signal)));
  const rules = value.contentUsages.slice(0, MAX_LINES).flatMap((line) => parseContentUsageRule(line) ?? []);
  const field = root.state === 'found' ? headerOf(root.answer.headers, 'content-usage') : undefined;
  const inHeader = field === undefined ? [] : (parseContentUsage(field) ?? []);

  const inRobots = [
    known === '' ? '' : `Content-Signal: ${known}${unknown === '' ? '' : `; unknown: ${unknown}`}`,
    usagesOf(rules),
  ].filter((part) => part !== '');
  if (inRobots.length > 0) return pass(evidence, inRobots.join('; '));
  const header = usageOf(inHeader);
  if (header !== '' && root.state === 'found') return pass(answerFacts(root.answer, `header ${header}`));
  if (root.state === 'inconclusive') return couldNotSee(root);

  if (value.contentSignals.length > 0) {
    const unknownText = unknown === '' ? '' : `: ${unknown}`;
    return broken(evidence, `a Content-Signal line without a known signal${unknownText}`);
  }
  if (value.contentUsages.length > 0 || field !== undefined) {
    const usageText = plain(value.contentUsages[0] ?? field ?? '', 80);
    return noncompliant(
      evidence,
      `Content-Usage: ${usageText} states no preference that the vocabulary defines`,
    );
  }
  const [misnamed] = value.misnamedSignals;
  if (misnamed !== undefined)
    return because(
      absent(evidence, `crawlers ignore the line “${plain(misnamed, 80)}”: its name must be Content-Signal`),
      'A line of robots.txt has almost the name Content-Signal, so crawlers ignore it.',
    );
  const signal = root.state === 'found' ? signalHeader(root.answer) : undefined;
  if (signal !== undefined)
    return because(
      absent(
        evidence,
        `the home page has the header “${plain(signal, 80)}”, but Content-Signal belongs in robots.txt: write it there`,
      ),
      'The AI preferences are in a header, but crawlers read Content-Signal only in robots.txt.',
    );
  return absent(evidence, 'neither Content-Signal nor Content-Usage');
}

/** Returns the `Content-Signal` or `Content-Signals` header as `name: value`; `undefined` if there is none. */
function signalHeader({ headers }: Answer): string | undefined {
  const [name, value] = headers.find(([name]) => /^content-signals?$/i.test(name)) ?? [];
  return name === undefined ? undefined : `${name}: ${value}`;
}

/** Returns the preferences in robots.txt with their paths, for example `Content-Usage: train-ai=n; /docs/ train-ai=y`. */
function usagesOf(rules: readonly NonNullable<ReturnType<typeof parseContentUsageRule>>[]): string {
  const byPath = new Map<string, UsagePreference[]>();
  for (const { path = '', preferences } of rules)
    byPath.set(path, [...(byPath.get(path) ?? []), ...preferences]);
  const stated = [...byPath].flatMap(([path, preferences]) => {
    const usage = usageOf(preferences).replace(/^Content-Usage: /, '');
    return usage === '' ? [] : path === '' ? usage : `${plain(path, 80)} ${usage}`;
  });
  return stated.length === 0 ? '' : `Content-Usage: ${firstOf(stated, MAX_SHOWN)}`;
}

/** Returns the stated preferences, for example `Content-Usage: train-ai=n`; empty if there are no preferences. */
function usageOf(preferences: readonly UsagePreference[]): string {
  const stated = preferences.filter(isPreference);
  const usages = list(stated.map(({ category, value = '' }) => ({ name: category, value })));
  return usages === '' ? '' : `Content-Usage: ${usages}`;
}

function list(signals: readonly { name: string; value: string }[]): string {
  const texts = signals.map(({ name, value }) => plain(`${name}=${value}`, 40));
  return [...new Set(texts)].slice(0, MAX_SHOWN).join(', ');
}

/** Judges a key directory. Programs that verify signatures do not accept a redirect or another media type. */
function directoryVerdict({ answer, evidence, value: { keys } }: Found<KeySet>): Verdict {
  if (keys === 0) return because(noncompliant(evidence, 'no keys'), 'The key directory contains no keys.');
  const faults = [
    answer.hops.length > 0 ? 'verifiers do not follow redirects' : '',
    answer.type?.essence === DIRECTORY_TYPE ? '' : `${servedAs(answer)}, not ${DIRECTORY_TYPE}`,
  ].filter((fault) => fault !== '');
  const count = plural(keys, 'key');
  if (faults.length === 0) return pass(evidence, count);
  return because(
    noncompliant(evidence, [count, ...faults].join('; ')),
    answer.hops.length > 0
      ? 'The key directory is behind a redirect, which verifiers do not follow.'
      : 'The key directory is served with a media type that verifiers do not accept.',
  );
}
