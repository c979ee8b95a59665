/** What the platform serves by its rules, as far as the OpenAPI description cannot say it: negotiation, redirects, misses. */
import * as z from 'zod';
import { definitions } from '../../definitions/index.ts';
import { DESCRIPTION } from '../described.ts';
import { body, fault, header, json, jsonOf, location, ownAddresses, urlsIn } from '../judge.ts';
import type { Ask, DeploymentProbe, Expectation, Group } from '../probe.ts';

/** What a browser sends when a person follows a link. */
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const MARKDOWN = { accept: 'text/markdown' };
const JSON_TYPE = 'application/json';

/** One page of each kind that has a rule of its own; the sitemap names all others. */
const PAGES = ['/', '/score', '/checks', '/compare', '/principles/p1', '/spec', '/docs/authentication'];
/** Rules for Markdown files may match the path of a guide that ends like one. */
const GUIDES = [definitions[0], definitions.find(({ id }) => id.endsWith('md'))];

const VARY = header('Vary', /^(?=.*\baccept(?!-))(?=.*\buser-agent\b)/i);
const CANONICAL = ownAddresses(
  ({ text }) => /<link rel="canonical" href="([^"]*)"/.exec(text)?.slice(1) ?? [],
);

/** A page in a form that depends on what the client says of itself. */
function negotiated(
  group: Group,
  ask: Ask,
  type: string,
  ...expect: readonly Expectation[]
): DeploymentProbe {
  const about = Object.values(ask.headers ?? {})[0] ?? 'an unknown client';
  return { group, about, ask, type, expect: [VARY, ...expect] };
}

/** A page in both its forms. */
export function bothForms(
  path: string,
  group: readonly [html: Group, md: Group],
): readonly DeploymentProbe[] {
  const [html, markdown] = [
    negotiated(group[0], { path, headers: BROWSER }, 'text/html', body('<h1>', /<h1[\s>]/), CANONICAL),
    negotiated(group[1], { path, headers: MARKDOWN }, 'text/markdown', body('heading', /^# /m)),
  ];
  return [
    { ...html, tagged: true },
    { ...markdown, tagged: true },
  ];
}

const home = (headers: Ask['headers'] & {}, type: string) =>
  negotiated('negotiation', { path: '/', headers }, type);

/** Pages of every origin may read it (.github/DECISIONS.md, "HTTP"). */
export const OPEN: Expectation = header('Access-Control-Allow-Origin', '*');

/** Both specifications of a server card name their schema in it, which is not ours. */
const OWN_URLS = ownAddresses((answer) => {
  const { data } = z.looseObject({}).safeParse(jsonOf(answer));
  return urlsIn({ ...data, $schema: undefined });
});

export function documentProbe(
  path: string,
  type: string,
  ...expect: readonly Expectation[]
): DeploymentProbe {
  return { group: 'documents', ask: { path }, type, expect, tagged: true };
}

/** A document that depends on a setting of the operator. */
function optional(path: string, ...judges: readonly Expectation[]): DeploymentProbe {
  const expect = judges.map(
    (judge): Expectation =>
      (answer, to) =>
        answer.status === 404 ? undefined : judge(answer, to),
  );
  return { group: 'documents', ask: { path }, status: [200, 404], expect };
}

const KEYS = 'http-message-signatures-directory';

/** An expired file is not to be relied on (RFC 9116, section 2.5.5). */
const NOT_EXPIRED: Expectation = ({ text }, { now }) => {
  const [, expires = 'none'] = /^Expires: (.*)$/m.exec(text) ?? [];
  return Date.parse(expires) > now.getTime() ? undefined : fault('Expires', 'a date to come', expires);
};
const PUBLIC_KEYS: Expectation = ({ text }) =>
  /"d"\s*:/.test(text) ? fault('private key', 'public keys only', 'member d') : undefined;

/** Paths that nothing has, with dots and without; the function responds for hosts. */
const NOWHERE = [
  '/no/such/page',
  '/no-such-file.json',
  '/fix/no-such-check.md',
  '/score/never-audited.example.com',
];
const LOST: readonly (readonly [accept: string, types: readonly string[], Expectation])[] = [
  [BROWSER.accept, ['text/html'], body('a way on', / href="\//)],
  ['text/markdown', ['text/markdown'], body('a way on', /\]\(https?:/)],
  [JSON_TYPE, [JSON_TYPE, 'application/problem+json'], json('code', z.object({ code: z.string() }))],
];

function missing(path: string): readonly DeploymentProbe[] {
  const metered = path.startsWith('/score');
  return LOST.map(([accept, type, expected]) => {
    const ask = { path, headers: { ...BROWSER, accept } };
    return { group: 'missing', about: accept, ask, status: 404, type, expect: [expected], metered };
  });
}

function moved(path: string): DeploymentProbe {
  const expect = [location('/.well-known/mcp/server-card.json')];
  return { group: 'redirects', ask: { path }, bare: true, status: 301, expect };
}

export const SITE_PROBES: readonly DeploymentProbe[] = [
  ...[...PAGES, ...GUIDES.map((guide) => `/fix/${guide?.id}`)].flatMap((path) =>
    bothForms(path, ['pages', 'negotiation']),
  ),
  home({ accept: 'text/plain' }, 'text/plain'),
  home({ 'user-agent': 'curl/8.15.0' }, 'text/markdown'),
  home({ 'user-agent': 'Mozilla/5.0 (compatible; ChatGPT-User/1.0)' }, 'text/markdown'),
  home({}, 'text/html'),
  {
    group: 'pages',
    ask: { path: '/', method: 'HEAD', headers: BROWSER },
    expect: [
      header('Link', /llms\.txt>[^,<]{0,200}rel="?describedby/),
      header('Link', /openapi\.json>[^,<]{0,200}rel="?service-desc/),
    ],
  },
  documentProbe('/.well-known/mcp/server-card.json', JSON_TYPE, OPEN, OWN_URLS),
  documentProbe('/.well-known/api-catalog', 'application/linkset+json', OPEN, OWN_URLS),
  documentProbe('/.well-known/oauth-protected-resource', JSON_TYPE, OPEN, OWN_URLS),
  documentProbe('/.well-known/oauth-authorization-server', JSON_TYPE, OPEN, OWN_URLS),
  documentProbe('/.well-known/jwks.json', JSON_TYPE, OPEN),
  documentProbe('/openapi.json', JSON_TYPE, OPEN, json('description', DESCRIPTION)),
  documentProbe('/spec.md', 'text/markdown'),
  documentProbe('/mcp-skill.md', 'text/markdown'),
  documentProbe('/robots.txt', 'text/plain'),
  optional('/.well-known/security.txt', NOT_EXPIRED),
  optional(`/.well-known/${KEYS}`, header('Content-Type', `application/${KEYS}+json`), PUBLIC_KEYS),
  moved('/.well-known/mcp'),
  moved('/mcp.json'),
  ...NOWHERE.flatMap(missing),
];
