/**
 * What the platform serves by its rules: pages in both their forms, documents with their types and CORS headers, redirects,
 * and missing pages. The text of pages and documents is tested with the build.
 */
import * as z from 'zod';
import { definitions } from '../../definitions/index.ts';
import {
  body,
  header,
  json,
  jsonOf,
  location,
  ownAddresses,
  status,
  that,
  type,
  urlsIn,
} from '../matchers.ts';
import type { Ask, DeploymentAnswer, DeploymentProbe, Expectation } from '../probe.ts';

/** What a browser sends when somebody follows a link. */
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
} as const;
/** What HTTP libraries send: no type, and a name that is nobody's. */
const LIBRARY = { accept: '*/*', 'user-agent': 'verify' } as const;

/** One page of each kind that has a rule of its own; what else there is, the sitemap names. */
const PAGES: readonly string[] = [
  '/',
  '/score',
  '/checks',
  `/fix/${definitions[0]?.id}`,
  // Its path ends like a file of Markdown, which rules for such files may take for one.
  ...definitions.flatMap(({ id }) => (id.endsWith('md') ? [`/fix/${id}`] : [])).slice(0, 1),
  '/compare',
  '/principles/p1',
  '/spec',
  '/docs/authentication',
];

const AGAIN = 'Readers that come back pay for the whole document again.';
/** What is cacheable has a tag. */
const HAS_TAG = header('ETag', undefined, AGAIN);

/** Asks again for what one has already: 304 by its tag, and by its date where it has one. */
export function revalidated(
  probe: DeploymentProbe,
): (answer: DeploymentAnswer) => readonly DeploymentProbe[] {
  const { ask, about, group, metered } = probe;
  const again = (field: string, value: string): DeploymentProbe => ({
    group,
    metered,
    about: about === undefined ? field : `${about}, ${field}`,
    ask: { ...ask, headers: { ...ask.headers, [field]: value } },
    bare: true,
    expect: [status(304, AGAIN), body('body', /^$/, 'A 304 has no body (RFC 9110, section 15.4.5).')],
  });
  return ({ headers: { etag, 'last-modified': modified } }) => [
    ...(etag === undefined ? [] : [again('if-none-match', etag)]),
    ...(modified === undefined ? [] : [again('if-modified-since', modified)]),
  ];
}

/** A probe whose answer is asked for again. */
export function kept(probe: DeploymentProbe): DeploymentProbe {
  return { follow: revalidated(probe), ...probe, expect: [...probe.expect, HAS_TAG] };
}

const NO_PAGE = 'A page that does not answer is one that people and agents are led to in vain.';
const VARY = header(
  'Vary',
  /^(?=.*\baccept(?!-))(?=.*\buser-agent\b)/i,
  'Without it a cache gives a browser the Markdown that it kept for an agent, or an agent the HTML.',
);

export function asHtml(path: string, group: DeploymentProbe['group'] = 'pages'): DeploymentProbe {
  return kept({
    group,
    about: 'browser',
    ask: { path, headers: BROWSER },
    expect: [
      status(200, NO_PAGE),
      type('text/html', 'A browser shows what is no HTML as text, or saves it.'),
      VARY,
      body('<h1>', /<h1[\s>]/, 'A page without a heading in its HTML says nothing without scripts.'),
      ownAddresses(
        ({ text }) => /<link rel="canonical" href="([^"]*)"/.exec(text)?.slice(1) ?? [],
        'A page that names another address as its own is indexed there.',
      ),
    ],
  });
}

export function asMarkdown(path: string, group: DeploymentProbe['group'] = 'negotiation'): DeploymentProbe {
  return kept({
    group,
    about: 'Accept: text/markdown',
    ask: { path, headers: { ...LIBRARY, accept: 'text/markdown' } },
    expect: [
      status(200, NO_PAGE),
      type('text/markdown', 'An agent that asks for Markdown and gets HTML pays for it with its context.'),
      VARY,
      body('heading', /^# /m, 'Markdown without a heading is no document that an agent can quote.'),
    ],
  });
}

const asAsked = (
  about: string,
  headers: Ask['headers'] & {},
  wanted: string,
  why: string,
): DeploymentProbe => ({
  group: 'negotiation',
  about,
  ask: { path: '/', headers },
  expect: [status(200, NO_PAGE), type(wanted, why), VARY],
});

const LINKS = 'An agent that asks for the home page alone learns by it where the rest is (RFC 8288).';

const HOME: readonly DeploymentProbe[] = [
  asAsked(
    'Accept: text/plain',
    { ...LIBRARY, accept: 'text/plain' },
    'text/plain',
    'Programs that read plain text are promised the Markdown under that type.',
  ),
  asAsked(
    'curl',
    { ...LIBRARY, 'user-agent': 'curl/8.15.0' },
    'text/markdown',
    'Whoever reads in a terminal is promised text, not markup.',
  ),
  asAsked(
    'an assistant’s fetcher',
    { ...LIBRARY, 'user-agent': 'Mozilla/5.0 (compatible; ChatGPT-User/1.0)' },
    'text/markdown',
    'Fetchers that act for a person are promised the Markdown form without asking for it.',
  ),
  asAsked(
    'Accept: */*, an unknown client',
    LIBRARY,
    'text/html',
    'Who names no type and is no known reader of text gets the page as it is.',
  ),
  {
    group: 'pages',
    about: 'HEAD',
    ask: { path: '/', method: 'HEAD', headers: BROWSER },
    expect: [
      status(200, 'Monitors and link checkers ask with HEAD.'),
      header('Link', /llms\.txt>[^,<]{0,200}rel="?describedby/, LINKS),
      header('Link', /openapi\.json>[^,<]{0,200}rel="?service-desc/, LINKS),
    ],
  },
];

/** Documents for discovery may be read by pages of every origin (.github/DECISIONS.md, "HTTP"). */
export const OPEN: Expectation = header(
  'Access-Control-Allow-Origin',
  '*',
  'Pages of other origins, as clients that run in a browser are, cannot read it without this.',
);

const NOT_THERE = 'Clients look for it at this address, and give up where it is not there.';
export const DEAD =
  'An address that is published and does not answer leads agents and search engines into a void.';

/** Both specifications that describe a server card name their schema in it, which is not ours. */
const ownUrlsOf = (answer: DeploymentAnswer) => {
  const value = jsonOf(answer);
  const schema = typeof value === 'object' && value !== null ? Reflect.get(value, '$schema') : undefined;
  return urlsIn(value).filter((url) => url !== schema);
};
const OWN_URLS = ownAddresses(
  ownUrlsOf,
  'Programs follow every address that the service publishes of itself.',
);

export function documentProbe(
  path: string,
  wanted: string,
  expect: readonly Expectation[] = [],
): DeploymentProbe {
  return kept({
    group: 'documents',
    ask: { path },
    expect: [
      status(200, NOT_THERE),
      type(wanted, 'Programs choose by its type how to read a document, and pass over one of another type.'),
      ...expect,
    ],
  });
}

const onlyWhere = (what: string, path: string, expect: readonly Expectation[]): DeploymentProbe => ({
  group: 'documents',
  about: `only where ${what}`,
  ask: { path },
  expect: [status([200, 404], NOT_THERE), ...expect],
});

const JSON_TYPE = 'application/json';
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

const DOCUMENTS: readonly DeploymentProbe[] = [
  documentProbe('/.well-known/mcp/server-card.json', JSON_TYPE, [OPEN, OWN_URLS]),
  documentProbe('/.well-known/api-catalog', 'application/linkset+json', [OPEN, OWN_URLS]),
  documentProbe('/.well-known/oauth-protected-resource', JSON_TYPE, [OPEN, OWN_URLS]),
  documentProbe('/.well-known/oauth-authorization-server', JSON_TYPE, [OPEN, OWN_URLS]),
  documentProbe('/.well-known/jwks.json', JSON_TYPE, [OPEN]),
  documentProbe('/openapi.json', JSON_TYPE, [OPEN]),
  documentProbe('/catalog.csv', 'text/csv', [OPEN]),
  documentProbe('/dataset/verdicts.parquet', 'application/vnd.apache.parquet', [OPEN]),
  documentProbe('/changes.json', JSON_TYPE, [OPEN]),
  documentProbe('/changes.atom', 'application/atom+xml', [OPEN]),
  documentProbe('/checks.json', JSON_TYPE, [OPEN]),
  documentProbe('/spec.json', JSON_TYPE),
  documentProbe('/spec.md', 'text/markdown'),
  documentProbe(`/fix/${definitions[0]?.id}.md`, 'text/markdown'),
  documentProbe('/schema/audit.schema.json', 'application/schema+json', [OPEN]),
  documentProbe('/mcp-skill.md', 'text/markdown'),
  documentProbe('/robots.txt', 'text/plain'),
  onlyWhere('a contact is set', '/.well-known/security.txt', [
    that(
      'Expires',
      'An expired file is not to be relied on (RFC 9116, section 2.5.5).',
      ({ status: seen, text }, { now }) => {
        const [, expires = 'none'] = /^Expires: (.*)$/m.exec(text) ?? [];
        if (seen === 404 || Date.parse(expires) > now.getTime()) return undefined;
        return { expected: 'a date to come', seen: expires };
      },
    ),
  ]),
  // The operator sets the key (.github/DECISIONS.md, "One audit").
  onlyWhere('audits are signed', '/.well-known/http-message-signatures-directory', [
    that('keys', 'Sites that check our signatures look for the keys here.', ({ status: seen, headers }) =>
      seen === 404 || headers['content-type'] === DIRECTORY_TYPE
        ? undefined
        : { expected: DIRECTORY_TYPE, seen: headers['content-type'] ?? 'nothing' },
    ),
    that('private key', 'Whoever has the private key signs as this service.', ({ status: seen, text }) =>
      seen === 200 && /"d"\s*:/.test(text) ? { expected: 'public keys only', seen: 'member d' } : undefined,
    ),
  ]),
];

const MOVED = 'Clients of earlier proposals look for the server card here.';

const REDIRECTS: readonly DeploymentProbe[] = ['/.well-known/mcp', '/mcp.json'].map((path) => ({
  group: 'redirects',
  ask: { path },
  bare: true,
  expect: [status(301, MOVED), location('/.well-known/mcp/server-card.json', MOVED)],
}));

/** Paths that nothing has, with dots and without, each with whether the function answers it. */
const NOWHERE: readonly (readonly [path: string, metered?: true])[] = [
  ['/no/such/page'],
  ['/no-such-file.json'],
  ['/fix/no-such-check.md'],
  ['/score/never-audited.example.com', true],
];

const LOST: readonly (readonly [headers: Ask['headers'] & {}, types: readonly string[], why: string])[] = [
  [BROWSER, ['text/html'], 'A person who took a wrong turn needs a page that leads on.'],
  [
    { ...LIBRARY, accept: 'text/markdown' },
    ['text/markdown'],
    'An agent that took a wrong turn needs a text that leads on.',
  ],
  [
    { ...LIBRARY, accept: JSON_TYPE },
    [JSON_TYPE, 'application/problem+json'],
    'A program that cannot parse an error cannot tell it from an outage.',
  ],
];

const MISSING: readonly DeploymentProbe[] = NOWHERE.flatMap(([path, metered]) =>
  LOST.map(
    ([headers, types, why]): DeploymentProbe => ({
      group: 'missing',
      about: `Accept: ${headers.accept?.split(',')[0]}`,
      ask: { path, headers },
      metered,
      expect: [
        status(404, 'Another status makes agents and search engines believe that the page is there.'),
        type(types, why),
        types[0] === JSON_TYPE
          ? json('code', z.object({ code: z.string() }), 'Programs tell errors apart by their code.')
          : body('a way on', types[0] === 'text/html' ? / href="\// : /\]\(https?:/, why),
      ],
    }),
  ),
);

export const SITE_PROBES: readonly DeploymentProbe[] = [
  ...PAGES.flatMap((path) => [asHtml(path), asMarkdown(path)]),
  ...HOME,
  ...DOCUMENTS,
  ...REDIRECTS,
  ...MISSING,
];
