import type { Reply } from '../evidence/reply.ts';
import type { RootPage } from '../evidence/root.ts';
import { parseRobots } from '../parse/robots.ts';
import { parseSecurityTxt } from '../parse/security-txt.ts';
import { answered, faulty, found, missing, refused, timedOut, timedOutReply } from './answers.ts';
import { cases, type Examples } from './example.ts';

const securityOf = (text: string) =>
  found(parseSecurityTxt(text), { path: '/.well-known/security.txt', type: 'text/plain', text });

const CONTACT = 'Contact: https://site.example/report\n';

const VALID = 'Expires: 2999-01-01T00:00:00Z\n';

const robotsOf = (text: string) =>
  found(parseRobots(text), { path: '/robots.txt', type: 'text/plain', text });

const home = (usage?: string) =>
  found<RootPage>(
    { html: undefined, links: [] },
    { headers: usage === undefined ? [] : [['content-usage', usage]] },
  );

const CHALLENGE = refused('Cloudflare challenge');

const forAll = (reply: Reply) => ({ rootForAgent: reply, rootForOthers: reply, rootReply: reply });

const DIRECTORY = '/.well-known/http-message-signatures-directory';

/** The media type that the key directory must have (draft-ietf-webbotauth-httpsig-protocol, 5.5). */
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

export const botCrawlPolicyExamples = {
  'agent-ua-reachable': cases(
    { rootForOthers: answered(), rootReply: answered(), rootAskedAgain: undefined },
    [
      [
        'pass',
        'a 403 while other requests were in flight, and the page when asked again',
        {
          rootForAgent: answered({ status: 403 }),
          rootAskedAgain: { auditor: answered(), agent: answered() },
        },
      ],
      [
        'broken',
        'a 403 that only agents get when both are asked again',
        {
          rootForAgent: answered({ status: 403 }),
          rootAskedAgain: { auditor: answered(), agent: answered({ status: 403 }) },
        },
        'requested as an AI agent; 200 for other clients',
      ],
      [
        'error',
        'a 403 that everyone gets by the time that both are asked again',
        {
          rootForAgent: answered({ status: 403 }),
          rootAskedAgain: { auditor: answered({ status: 403 }), agent: answered({ status: 403 }) },
        },
      ],
      [
        'error',
        'a challenge, and no response when asked again',
        {
          rootForAgent: CHALLENGE,
          rootAskedAgain: { auditor: answered(), agent: timedOutReply() },
        },
      ],
      [
        'pass',
        'a challenge for everyone that is gone when both are asked again',
        { ...forAll(CHALLENGE), rootAskedAgain: { auditor: answered(), agent: answered() } },
      ],
      ['pass', 'the page, as for everyone', { rootForAgent: answered() }],
      ['broken', 'a challenge that others do not get', { rootForAgent: CHALLENGE }, 'Cloudflare challenge'],
      ['broken', 'a challenge for everyone', forAll(CHALLENGE)],
      [
        'error',
        'a challenge that came up during the audit',
        { rootForAgent: CHALLENGE, rootForOthers: CHALLENGE },
      ],
      [
        'broken',
        'a plain 403',
        { rootForAgent: answered({ status: 403 }) },
        'requested as an AI agent; 200 for other clients',
      ],
      [
        'broken',
        'a price',
        {
          rootForAgent: refused('Cloudflare pay per crawl', {
            status: 402,
            headers: [['crawler-price', 'USD 0.01']],
          }),
        },
        'USD 0.01',
      ],
      ['error', 'a 403 for everyone', forAll(answered({ status: 403 }))],
      [
        'antecedent-unmet',
        'a login for everyone',
        forAll(answered({ status: 401 })),
        'every client is asked to log in',
      ],
      ['broken', 'a login only for agents', { rootForAgent: answered({ status: 401 }) }],
      ['broken', 'a 404 only for agents', { rootForAgent: answered({ status: 404 }) }],
      ['broken', 'a server error only for agents', { rootForAgent: answered({ status: 500 }) }],
      [
        'error',
        'a server error for everyone',
        {
          rootForAgent: answered({ status: 500 }),
          rootForOthers: answered({ status: 502 }),
          rootReply: answered({ status: 502 }),
        },
      ],
      ['antecedent-unmet', 'no page at / for anyone', forAll(answered({ status: 404 }))],
      [
        'antecedent-unmet',
        'a home page that leads nowhere for anyone without cookies',
        forAll(answered({ status: 302 })),
      ],
      ['error', 'the connection fails', { rootForAgent: timedOutReply() }],
      [
        'error',
        'a 404, and what others get could not be seen',
        {
          rootForAgent: answered({ status: 404 }),
          rootForOthers: timedOutReply(),
          rootReply: timedOutReply(),
        },
      ],
    ],
  ),

  'robots-ai-rules': cases('robots', [
    [
      'pass',
      'a group for two AI crawlers',
      robotsOf('User-agent: gptbot\nUser-agent: ClaudeBot/1.0\nDisallow: /private'),
      'gptbot, claudebot',
    ],
    [
      'pass',
      'an assistant that is kept out, which is the owner’s choice',
      robotsOf('User-agent: ChatGPT-User\nDisallow: /'),
      'names chatgpt-user; disallows / for chatgpt-user',
    ],
    ['absent', 'only the group for all', robotsOf('User-agent: *\nAllow: /')],
    [
      'pass',
      'two names in one line, of which crawlers read the first',
      robotsOf('User-agent: GPTBot, ClaudeBot\nDisallow: /private'),
      'names gptbot; only the first name in “User-agent: GPTBot, ClaudeBot” counts',
    ],
    [
      'absent',
      'an AI crawler in the second place of a line',
      robotsOf('User-agent: OwnBot, GPTBot\nDisallow: /'),
      'one name per line',
    ],
    [
      'pass',
      'a name with a star behind it, which crawlers pass over',
      robotsOf('User-agent: GPTBot*\nDisallow: /'),
      'names gptbot',
    ],
    [
      'absent',
      'a name that only contains that of an AI crawler',
      robotsOf('User-agent: NotGPTBot\nDisallow: /'),
    ],
    ['antecedent-unmet', 'no robots.txt', missing('/robots.txt')],
  ]),

  'content-signals': cases({ root: home() }, [
    [
      'pass',
      'two known signals and an unknown one',
      {
        robots: robotsOf('User-agent: *\nContent-Signal: search=yes, AI-Train = no, ai-magic=yes\nAllow: /'),
      },
      'Content-Signal: search=yes, ai-train=no; unknown: ai-magic=yes',
    ],
    [
      'pass',
      'preferences of AIPREF, for a path',
      { robots: robotsOf('User-agent: *\nAllow: /\nContent-Usage: /blog/ train-ai=n') },
      'Content-Usage: /blog/ train-ai=n',
    ],
    [
      'pass',
      'preferences of AIPREF, for all paths and for two',
      {
        robots: robotsOf(
          'User-agent: *\nAllow: /\nContent-Usage: train-ai=n\nContent-Usage: /ok/ train-ai=y\nContent-Usage: /x search=n',
        ),
      },
      'Content-Usage: train-ai=n, /ok/ train-ai=y, /x search=n',
    ],
    [
      'absent',
      'a line whose name is nearly that (contentsignals.org)',
      { robots: robotsOf('User-agent: *\nContent-Signals: ai-train=no\nAllow: /') },
      'crawlers ignore the line “Content-Signals: ai-train=no”: its name must be Content-Signal',
    ],
    ...['content-signal', 'content-signals'].map(
      (name) =>
        [
          'absent',
          `a header ${name} (Cloudflare)`,
          {
            robots: robotsOf('User-agent: *\nAllow: /'),
            root: found<RootPage>({ html: undefined, links: [] }, { headers: [[name, 'ai-train=no']] }),
          },
          `the home page has the header “${name}: ai-train=no”, but Content-Signal belongs in robots.txt`,
        ] as const,
    ),
    [
      'pass',
      'preferences of AIPREF in a header',
      { robots: robotsOf('User-agent: *\nAllow: /'), root: home('search=y, train-ai=n') },
      'https://site.example/ -> 200 (header Content-Usage: search=y, train-ai=n)',
    ],
    ['absent', 'no such line', { robots: robotsOf('User-agent: *\n# Content-Signal: search=yes\nAllow: /') }],
    [
      'broken',
      'a line without a known signal',
      { robots: robotsOf('User-agent: *\nContent-Signal: search=maybe, all=no') },
      'search=maybe',
    ],
    [
      'noncompliant',
      'preferences of an earlier draft only',
      { robots: robotsOf('User-agent: *\nContent-Usage: bots=n') },
      'bots=n',
    ],
    [
      'noncompliant',
      'preferences that cannot be parsed',
      { robots: robotsOf('User-agent: *\nContent-Usage: Train-AI=N') },
      'states no preference',
    ],
    [
      'error',
      'no such line, and no headers seen',
      { robots: robotsOf('User-agent: *\nAllow: /'), root: timedOut('/') },
    ],
    ['antecedent-unmet', 'no robots.txt', { robots: missing('/robots.txt') }],
  ]),

  'web-bot-auth': cases('signatureKeys', [
    ['pass', 'a key set', found({ keys: 1 }, { path: DIRECTORY, type: DIRECTORY_TYPE }), '1 key'],
    [
      'noncompliant',
      'of another type',
      found({ keys: 1 }, { path: DIRECTORY, type: 'application/json' }),
      'served as application/json',
    ],
    [
      'noncompliant',
      'without a key',
      found({ keys: 0 }, { path: DIRECTORY, type: DIRECTORY_TYPE }),
      'no keys',
    ],
    [
      'noncompliant',
      'behind a redirect',
      found(
        { keys: 2 },
        {
          path: '/keys.json',
          type: DIRECTORY_TYPE,
          hops: [{ url: `https://site.example${DIRECTORY}`, status: 302 }],
        },
      ),
      'verifiers do not follow redirects',
    ],
    ['optional-absent', 'not there', missing(DIRECTORY)],
    ['broken', 'JSON without keys', faulty(DIRECTORY, 'JSON without a `keys` array')],
  ]),

  'security-txt': cases('securityTxt', [
    ['pass', 'a contact, not expired', securityOf(`Contact: mailto:security@site.example\n${VALID}`)],
    [
      'noncompliant',
      'expired',
      securityOf('Contact: mailto:a@site.example\nExpires: 2020-01-01T00:00:00Z\n'),
      'line 2, Expires: 2020-01-01T00:00:00Z is in the past',
    ],
    ['noncompliant', 'no Expires', securityOf(CONTACT), 'no Expires'],
    // The first date has the format of RFC 5322, which drafts of RFC 9116 used.
    ...['Fri, 31 Dec 2027 18:37:07 -0800', '2999-02-30T00:00:00Z', '2999-01-01', 'never'].map(
      (date) =>
        [
          'noncompliant',
          `an Expires that is not a date-time of RFC 3339: ${date}`,
          securityOf(`${CONTACT}Expires: ${date}\n`),
          `line 2, Expires: ${date} is not an RFC 3339 date and time with a zone`,
        ] as const,
    ),
    [
      'noncompliant',
      'two Expires, RFC 9116 section 2.5.5',
      securityOf(`${CONTACT}${VALID}\n${VALID}`),
      'line 4, Expires: 2999-01-01T00:00:00Z is a second expiry date',
    ],
    [
      'noncompliant',
      'Preferred-Languages twice, RFC 9116 section 2.5.8',
      securityOf(`${CONTACT}Preferred-Languages: en\n${VALID}preferred-languages: fr\n`),
      'line 4, Preferred-Languages: fr is a second list of languages',
    ],
    ['pass', 'Preferred-Languages once', securityOf(`${CONTACT}${VALID}Preferred-Languages: en, fr\n`)],
    ...['security@site.example', 'http://site.example/report', '+1-201-555-0123'].map(
      (contact) =>
        [
          'noncompliant',
          `a Contact that is not a URI of RFC 9116 section 2.5.3: ${contact}`,
          securityOf(`${CONTACT}Contact: ${contact}\n${VALID}`),
          `line 2, Contact: ${contact} is not a mailto:, tel: or https: URI`,
        ] as const,
    ),
    [
      'noncompliant',
      'an empty Contact',
      securityOf(`${CONTACT}Contact:\n${VALID}`),
      'line 2, Contact: (empty)',
    ],
    ...['mailto:security@example.com', 'https://example.com/security'].map(
      (contact) =>
        [
          'noncompliant',
          `the contact of the example that it was copied from: ${contact}`,
          securityOf(`Contact: ${contact}\n${VALID}`),
          `line 1, Contact: ${contact} is still an example address`,
        ] as const,
    ),
    [
      'pass',
      'a contact next to that of an example',
      securityOf(`Contact: mailto:security@example.com\nContact: tel:+1-201-555-0123\n${VALID}`),
    ],
    ['noncompliant', 'no Contact', securityOf(VALID), 'no Contact'],
    [
      'broken',
      'neither field',
      faulty('/.well-known/security.txt', 'neither a Contact nor an Expires field'),
    ],
    ['optional-absent', 'not there', missing('/.well-known/security.txt')],
  ]),
} satisfies Examples;
