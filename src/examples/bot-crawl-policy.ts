/** Examples of the checks in ../checks/bot-crawl-policy.ts. */

import type { RootPage } from '../evidence/root.ts';
import { parseRobots } from '../parse/robots.ts';
import { parseSecurityTxt } from '../parse/security-txt.ts';
import { answered, faulty, found, missing, refused, timedOut, timedOutReply } from './answers.ts';
import type { Examples } from './example.ts';

const securityOf = (text: string) =>
  found(parseSecurityTxt(text), { path: '/.well-known/security.txt', type: 'text/plain', text });

const robotsOf = (text: string) =>
  found(parseRobots(text), { path: '/robots.txt', type: 'text/plain', text });

const home = (usage?: string) =>
  found<RootPage>(
    { html: undefined, links: [] },
    { headers: usage === undefined ? [] : [['content-usage', usage]] },
  );

const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** What the directory has to be served as at its well-known place (draft-ietf-webbotauth-httpsig-protocol, 5.5). */
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

export const botCrawlPolicyExamples = {
  'agent-ua-reachable': [
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
      title: 'a login only for agents',
      given: { rootForAgent: answered({ status: 401 }), rootForOthers: answered(), rootReply: answered() },
      expect: 'broken',
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
      title: 'a home page that leads nowhere for anyone without cookies',
      given: {
        rootForAgent: answered({ status: 302 }),
        rootForOthers: answered({ status: 302 }),
        rootReply: answered({ status: 302 }),
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

  'robots-ai-rules': [
    {
      title: 'a group for two AI crawlers',
      given: { robots: robotsOf('User-agent: gptbot\nUser-agent: ClaudeBot/1.0\nDisallow: /private') },
      expect: 'pass',
      evidence: 'gptbot, claudebot',
    },
    {
      title: 'an assistant that is kept out, which is the owner’s choice',
      given: { robots: robotsOf('User-agent: ChatGPT-User\nDisallow: /') },
      expect: 'pass',
      evidence: 'names chatgpt-user; keeps chatgpt-user from /',
    },
    {
      title: 'only the group for all',
      given: { robots: robotsOf('User-agent: *\nAllow: /') },
      expect: 'absent',
    },
    {
      title: 'two names in one line, of which crawlers read the first',
      given: { robots: robotsOf('User-agent: GPTBot, ClaudeBot\nDisallow: /private') },
      expect: 'pass',
      evidence: 'names gptbot; “User-agent: GPTBot, ClaudeBot” names the first alone',
    },
    {
      title: 'an AI crawler in the second place of a line',
      given: { robots: robotsOf('User-agent: OwnBot, GPTBot\nDisallow: /') },
      expect: 'absent',
      evidence: 'one name a line',
    },
    {
      title: 'a name with a star behind it, which crawlers pass over',
      given: { robots: robotsOf('User-agent: GPTBot*\nDisallow: /') },
      expect: 'pass',
      evidence: 'names gptbot',
    },
    {
      title: 'a name that only contains that of an AI crawler',
      given: { robots: robotsOf('User-agent: NotGPTBot\nDisallow: /') },
      expect: 'absent',
    },
    {
      title: 'no robots.txt',
      given: { robots: missing('/robots.txt') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'content-signals': [
    {
      title: 'two known signals and an unknown one',
      given: {
        robots: robotsOf('User-agent: *\nContent-Signal: search=yes, AI-Train = no, ai-magic=yes\nAllow: /'),
        root: home(),
      },
      expect: 'pass',
      evidence: 'Content-Signal: search=yes, ai-train=no; not known: ai-magic=yes',
    },
    {
      title: 'preferences of AIPREF, for a path',
      given: {
        robots: robotsOf('User-agent: *\nAllow: /\nContent-Usage: /blog/ train-ai=n'),
        root: home(),
      },
      expect: 'pass',
      evidence: 'Content-Usage: train-ai=n',
    },
    {
      title: 'preferences of AIPREF in a header',
      given: { robots: robotsOf('User-agent: *\nAllow: /'), root: home('search=y, train-ai=n') },
      expect: 'pass',
      evidence: 'https://site.example/ -> 200 (header Content-Usage: search=y, train-ai=n)',
    },
    {
      title: 'no such line',
      given: { robots: robotsOf('User-agent: *\n# Content-Signal: search=yes\nAllow: /'), root: home() },
      expect: 'absent',
    },
    {
      title: 'a line without a known signal',
      given: { robots: robotsOf('User-agent: *\nContent-Signal: search=maybe, all=no'), root: home() },
      expect: 'broken',
      evidence: 'search=maybe',
    },
    {
      title: 'preferences of an earlier draft only',
      given: { robots: robotsOf('User-agent: *\nContent-Usage: bots=n'), root: home() },
      expect: 'noncompliant',
      evidence: 'bots=n',
    },
    {
      title: 'preferences that cannot be parsed',
      given: { robots: robotsOf('User-agent: *\nContent-Usage: Train-AI=N'), root: home() },
      expect: 'noncompliant',
      evidence: 'states no preference',
    },
    {
      title: 'no such line, and no headers seen',
      given: { robots: robotsOf('User-agent: *\nAllow: /'), root: timedOut('/') },
      expect: 'error',
    },
    {
      title: 'no robots.txt',
      given: { robots: missing('/robots.txt'), root: home() },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'web-bot-auth': [
    {
      title: 'a key set',
      given: { signatureKeys: found({ keys: 1 }, { path: DIRECTORY, type: DIRECTORY_TYPE }) },
      expect: 'pass',
      evidence: '1 key',
    },
    {
      title: 'of another type',
      given: { signatureKeys: found({ keys: 1 }, { path: DIRECTORY, type: 'application/json' }) },
      expect: 'noncompliant',
      evidence: 'served as application/json',
    },
    {
      title: 'without a key',
      given: { signatureKeys: found({ keys: 0 }, { path: DIRECTORY, type: DIRECTORY_TYPE }) },
      expect: 'noncompliant',
      evidence: 'no key in it',
    },
    {
      title: 'behind a redirect',
      given: {
        signatureKeys: found(
          { keys: 2 },
          {
            path: '/keys.json',
            type: DIRECTORY_TYPE,
            hops: [{ url: `https://site.example${DIRECTORY}`, status: 302 }],
          },
        ),
      },
      expect: 'noncompliant',
      evidence: 'verifiers follow no redirect',
    },
    {
      title: 'not there',
      given: { signatureKeys: missing(DIRECTORY) },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'JSON without keys',
      given: { signatureKeys: faulty(DIRECTORY, 'JSON without a `keys` array') },
      expect: 'broken',
    },
  ],

  'security-txt': [
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
    ...['mailto:security@example.com', 'security@example.org', 'https://example.com/security'].map(
      (contact) => ({
        title: `the contact of the example that it was copied from: ${contact}`,
        given: { securityTxt: securityOf(`Contact: ${contact}\nExpires: 2999-01-01T00:00:00Z\n`) },
        expect: 'noncompliant' as const,
        evidence: `Contact ${contact} is still the example's address`,
      }),
    ),
    {
      title: 'a contact beside that of an example',
      given: {
        securityTxt: securityOf(
          'Contact: mailto:security@example.com\nContact: tel:+1-201-555-0123\nExpires: 2999-01-01T00:00:00Z\n',
        ),
      },
      expect: 'pass',
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
} satisfies Examples;
