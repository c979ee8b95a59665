/** Probes of behavior that an OpenAPI description cannot express: content negotiation, redirects, missing pages. */
import { DESCRIPTION } from '../described.ts';
import * as probe from '../probe.ts';

/** The request headers of a browser that follows a link. */
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
export const APPLICATION_JSON = 'application/json';

/** One page for each routing rule. Probes of the sitemap cover the other pages. */
const PAGES = [
  ...['/', '/score', '/checks', '/compare', '/principles/p1', '/spec', '/docs/authentication', '/fix/robots'],
  // The path of this page looks like that of a Markdown file.
  '/fix/agent-friendly-404-md',
];

const { body, header, json } = probe;
const VARY = header('Vary', /^(?=.*\baccept(?!-))(?=.*\buser-agent\b)/i);
const LINKS = header('Link', /llms\.txt>[^,<]*rel="?describedby.*openapi\.json>[^,<]*rel="?service-desc/);
const CANONICAL = probe.ownAddresses(
  ({ text }) => /<link rel="canonical" href="([^"]*)"/.exec(text)?.slice(1) ?? [],
);

/** Returns the probe of a document that must have an ETag, requested with these headers. */
export function tagged(
  group: probe.Group,
  path: string,
  type: string | readonly string[],
  expect: readonly probe.Expectation[] = [],
  headers: probe.Ask['headers'] = {},
): probe.DeploymentProbe {
  return { group, about: Object.values(headers)[0], ask: { path, headers }, type, expect, tagged: true };
}

/** Returns probes of a page in both formats. The request headers decide which format the response has. */
export function bothForms(path: string, html: probe.Group, markdown: probe.Group) {
  return [
    tagged(html, path, 'text/html', [VARY, body('<h1>', /<h1[\s>]/), CANONICAL], BROWSER),
    tagged(markdown, path, 'text/markdown', [VARY, body('heading', /^# /m)], { accept: 'text/markdown' }),
  ];
}

/** Expects that pages from any origin may read the response (.github/DECISIONS.md, "HTTP"). */
export const OPEN = header('Access-Control-Allow-Origin', '*');

/** Expects only the deployment's own URLs. Ignores `$schema`, whose URL belongs to the MCP specification. */
export const OWN_URLS = probe.ownAddresses(
  ({ text }) => text.replace(/"\$schema": *"[^"]*"/g, '').match(/(?<=")https?:\/\/[^"]*/g) ?? [],
);

/** Returns the probe of a document that exists only if the operator has configured it. */
function optional(path: string, expected: probe.Expectation): probe.DeploymentProbe {
  return { group: 'documents', ask: { path }, status: [200, 404], expect: [expected] };
}

/** Expects a security.txt that has not expired (RFC 9116, section 2.5.5). */
const NOT_EXPIRED: probe.Expectation = ({ text }, { now }) => {
  const [, expires = 'none'] = /^Expires: (.*)$/m.exec(text) ?? [];
  return Date.parse(expires) > now.getTime()
    ? undefined
    : probe.fault('Expires', 'a date in the future', expires);
};

const KEYS = 'http-message-signatures-directory';
const PUBLIC_KEYS: probe.Expectation = (answer, to) =>
  /"d"\s*:/.test(answer.text)
    ? probe.fault('private key', 'public keys only', 'member d')
    : header('Content-Type', `application/${KEYS}+json`)(answer, to);

/** Paths of missing pages and files. The Netlify function responds to the last path, as to all below `/score/`. */
const NOWHERE = ['/no/such/page', '/no-such-file.json', '/fix/no-such-check.md', '/score/never.example.com'];
const LOST: readonly (readonly [accept: string, types: readonly string[], probe.Expectation])[] = [
  [BROWSER.accept, ['text/html'], body('a link to another page', / href="\//)],
  ['text/markdown', ['text/markdown'], body('a link to another page', /\]\(https?:/)],
  [APPLICATION_JSON, [APPLICATION_JSON, 'application/problem+json'], body('code', /"code": *"/)],
];

const missing = (path: string): readonly probe.DeploymentProbe[] =>
  LOST.map(([accept, types, expected]) => ({
    ...tagged('missing', path, types, [expected], { accept, 'user-agent': BROWSER['user-agent'] }),
    status: 404,
    tagged: false,
    metered: path.startsWith('/score'),
  }));

const CARD = '/.well-known/mcp/server-card.json';
function moved(path: string): probe.DeploymentProbe {
  return { group: 'redirects', ask: { path }, status: 301, expect: [probe.location(CARD)] };
}

export const SITE_PROBES: readonly probe.DeploymentProbe[] = [
  ...PAGES.flatMap((path) => bothForms(path, 'pages', 'negotiation')),
  tagged('negotiation', '/', 'text/plain', [VARY], { accept: 'text/plain' }),
  tagged('negotiation', '/', 'text/markdown', [VARY], { 'user-agent': 'curl/8.15.0' }),
  tagged('negotiation', '/', 'text/markdown', [VARY], { 'user-agent': 'Mozilla/5.0 ChatGPT-User/1.0' }),
  tagged('negotiation', '/', 'text/html', [VARY]),
  { group: 'pages', ask: { path: '/', method: 'HEAD', headers: BROWSER }, expect: [LINKS] },
  tagged('documents', CARD, APPLICATION_JSON, [OPEN, OWN_URLS]),
  tagged('documents', '/.well-known/api-catalog', 'application/linkset+json', [OPEN, OWN_URLS]),
  tagged('documents', '/.well-known/oauth-protected-resource', APPLICATION_JSON, [OPEN, OWN_URLS]),
  tagged('documents', '/.well-known/oauth-authorization-server', APPLICATION_JSON, [OPEN, OWN_URLS]),
  tagged('documents', '/.well-known/jwks.json', APPLICATION_JSON, [OPEN]),
  tagged('documents', '/openapi.json', APPLICATION_JSON, [OPEN, json('description', DESCRIPTION)]),
  ...['/spec.md', '/mcp-skill.md'].map((path) => tagged('documents', path, 'text/markdown')),
  // Links are not checked, because these files contain links to other sites.
  ...['/robots.txt', '/llms-full.txt', '/fix/llms-full.txt'].map((path) =>
    tagged('documents', path, 'text/plain'),
  ),
  optional('/.well-known/security.txt', NOT_EXPIRED),
  optional(`/.well-known/${KEYS}`, PUBLIC_KEYS),
  moved('/.well-known/mcp'),
  moved('/mcp.json'),
  ...NOWHERE.flatMap(missing),
];
