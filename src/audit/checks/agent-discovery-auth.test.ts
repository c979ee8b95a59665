import { describe, expect, it } from 'vitest';
import { byHand } from '../../testing/mcp-by-hand.ts';
import { HOME, HTML, json, text } from '../../testing/routes.ts';
import { auditSite, type Route, resultOn, serveSite } from '../../testing/serve.ts';
import { itJudges, type VerdictRow } from '../../testing/verdicts.ts';
import type { Lookup } from '../io/connect.ts';

const MCP_CARD = '/.well-known/mcp/server-card.json';
const AS = '/.well-known/oauth-authorization-server';
const OIDC = '/.well-known/openid-configuration';
const AGENT = '/.well-known/agent-card.json';
const PR = '/.well-known/oauth-protected-resource';
const SERVER = { issuer: 'https://a.example', token_endpoint: 'https://a.example/token' };
/** An MCP endpoint that asks for authorization. */
const guarded = (challenge: string): Route => ({
  status: 401,
  type: 'application/json',
  headers: { 'www-authenticate': challenge },
  body: '{"error":"unauthorized"}',
});
const ASKS = { get: { responses: { 401: {} } } };
const GUARDED = guarded('Bearer realm="mcp"');

const NAMED = guarded('Bearer resource_metadata="/meta"');
const TWO = 'Bearer resource_metadata="/meta", error="invalid_token", resource_metadata="/other"';
const RESOURCE = { resource: 'x' };
const WANTS_TOKEN = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer resource_metadata="/meta"' },
} as const;

/** Metadata that names an authorization server on this site with the other scheme, as a server behind a proxy may do. */
const protectedBy =
  (path: string): Route =>
  ({ headers: { host } }, response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ resource: 'x', authorization_servers: [7, `https://${host}${path}`] }));

itJudges('oauth-discovery', [
  [
    'pass',
    'the second is the complete one',
    { [AS]: json({ issuer: 'x' }), [OIDC]: json(SERVER) },
    /openid-configuration/,
  ],
  ...[`${AS}/tenant`, `${OIDC}/tenant`, `/tenant${OIDC}`].map(
    (path): VerdictRow => [
      'pass',
      `of the server that the resource names, at ${path} (Keycloak, Entra, Spring Authorization Server)`,
      { '/mcp': GUARDED, [PR]: protectedBy('/tenant/'), [path]: json(SERVER) },
      /tenant.* -> 200/,
    ],
  ),
  [
    'optional-absent',
    'a server that the resource names and that has no metadata where it may be',
    { '/mcp': GUARDED, [PR]: protectedBy('/tenant'), [`${AS}/tenant`]: HTML },
  ],
  ['antecedent-unmet', 'a soft 404', { '*': HTML }],
  ['optional-absent', 'the root asks', { '/': guarded('Basic realm="staging"') }],
  ['optional-absent', 'the description asks', { '/openapi.json': GUARDED }],
  ['optional-absent', 'the MCP endpoint asks', { '/mcp': GUARDED }],
  [
    'optional-absent',
    'the MCP endpoint asks when a tool is called',
    { '/mcp': byHand({ 'unknown tool': { status: 401, headers: { 'www-authenticate': 'Bearer' } } }) },
  ],
  [
    'antecedent-unmet',
    'a 401 at /mcp that is not an endpoint',
    { '/mcp': { status: 401 } },
    /no MCP endpoint requires a token.*; a 401 that does not ask for a token: .*\/mcp -> 401$/,
  ],
  [
    'optional-absent',
    'an API operation asks',
    { '/openapi.json': json({ openapi: '3.1.0', info: {}, paths: { '/me': ASKS } }), '/me': GUARDED },
  ],
  [
    'optional-absent',
    'the MCP card declares it',
    { [MCP_CARD]: json({ name: 'x', authentication: { required: true } }) },
  ],
  [
    'optional-absent',
    'the agent card declares it',
    { [AGENT]: json({ name: 'x', skills: [], securitySchemes: { o: { type: 'oauth2' } } }) },
  ],
]);

itJudges('oauth-protected-resource', [
  [
    'pass',
    'at the well-known path',
    { '/mcp': GUARDED, [PR]: json({ resource: 'x' }) },
    /oauth-protected-resource -> 200/,
  ],
  [
    'pass',
    'in its path form',
    { '/mcp': GUARDED, [`${PR}/mcp`]: json({ resource: 'x' }) },
    /oauth-protected-resource\/mcp -> 200/,
  ],
  [
    'pass',
    'where the challenge says',
    { '/mcp': guarded('Bearer resource_metadata="/meta"'), '/meta': json({ resource: 'x' }) },
    /\/meta -> 200/,
  ],
  [
    'optional-absent',
    'a challenge that names no URL',
    { '/mcp': guarded('Bearer resource_metadata="javascript:alert(1)"') },
  ],
  ...(
    [
      ['404', { status: 404 }],
      ['410 as JSON', { status: 410, ...json(RESOURCE) }],
      ['401, as if a token were needed', GUARDED],
      ['403', { status: 403 }],
      ['500', { status: 500 }],
      ['a page', HTML],
      ['an empty body', json('')],
      ['other JSON', json({ ok: true })],
      ['a redirect to the login', { status: 302, headers: { location: '/' } }],
    ] as const
  ).map(
    ([title, route]): VerdictRow => [
      'broken',
      `the challenge names ${title}, and the well-known place has it`,
      { '/mcp': NAMED, '/meta': route, [`${PR}/mcp`]: json(RESOURCE) },
      /\/meta -> .*the metadata URL in the challenge of .*\/mcp/,
    ],
  ),
  [
    'pass',
    'the challenge names a redirect to it',
    {
      '/mcp': NAMED,
      '/meta': { status: 301, headers: { location: `${PR}/mcp` } },
      [`${PR}/mcp`]: json(RESOURCE),
    },
  ],
  [
    'pass',
    'two addresses in one challenge, both of them there',
    { '/mcp': guarded(TWO), '/meta': json(RESOURCE), '/other': json(RESOURCE) },
  ],
  [
    'broken',
    'two addresses in one challenge, one of them gone',
    { '/mcp': guarded(TWO), '/meta': json(RESOURCE) },
    /\/other -> 404.*the challenge has two URLs, and clients read one of them/,
  ],
  ...(
    [
      ['tools/call', { 'unknown tool': WANTS_TOKEN, 'modern unknown tool': WANTS_TOKEN }],
      ['tools/call of 2025', { 'unknown tool': WANTS_TOKEN }],
      ['tools/call of 2026', { 'modern unknown tool': WANTS_TOKEN }],
      ['tools/list', { 'tools/list': WANTS_TOKEN }],
      ['tools/list of 2026', { 'modern tools/list': WANTS_TOKEN }],
      ['server/discover', { 'server/discover': WANTS_TOKEN }],
      ['initialize', { initialize: WANTS_TOKEN }],
    ] as const
  ).flatMap(([method, wrong]): VerdictRow[] => [
    ['pass', `a challenge at ${method} alone`, { '/mcp': byHand(wrong), '/meta': json(RESOURCE) }],
    [
      'broken',
      `a challenge at ${method} alone names what is gone`,
      { '/mcp': byHand(wrong) },
      /\/meta -> 404/,
    ],
  ]),
  [
    'pass',
    'a 401 without a challenge at tools/call, and the well-known place',
    { '/mcp': byHand({ 'unknown tool': { status: 401 } }), [PR]: json(RESOURCE) },
  ],
  [
    'antecedent-unmet',
    'Basic at tools/call',
    { '/mcp': byHand({ 'unknown tool': { status: 401, headers: { 'www-authenticate': 'Basic' } } }) },
    /asks for Basic credentials/,
  ],
  ['antecedent-unmet', 'no 401 at all', { '/mcp': byHand() }, /asks for no authorization/],
]);

itJudges('auth-md', [
  ['pass', 'at the well-known path', { [AS]: json(SERVER), '/.well-known/auth.md': text('# Auth') }],
  ['broken', 'JSON', { [AS]: json(SERVER), '/auth.md': json({}) }, /served as application\/json/],
]);

describe('the address that metadata name as their own', () => {
  const issuedBy = (issuer: string) => ({ '/': HOME, [AS]: json({ ...SERVER, issuer }) });
  const resourceOf = (resource: string) => ({ '/': HOME, '/mcp': GUARDED, [PR]: json({ resource }) });

  // The site is at an address of this machine, which is not a public name.
  it.each([
    ['pass', 'http://app:8000', undefined],
    ['noncompliant', 'http://app:8000', 'https://api.harbour.example'],
    ['noncompliant', 'https://harbour.example', 'https://api.harbour.example'],
    ['pass', 'https://api.harbour.example', 'https://api.harbour.example'],
    ['pass', 'http://api.harbour.example', 'https://api.harbour.example'],
  ])('%s: an issuer %s of a preview, with --canonical-origin %s', async (status, issuer, canonicalOrigin) => {
    const result = await resultOn(issuedBy(issuer), 'oauth-discovery', { options: { canonicalOrigin } });
    expect(result.status, result.evidence).toBe(status);
  });

  it.each([
    ['pass', 'http://app:8000/mcp', undefined],
    ['noncompliant', 'http://app:8000/mcp', 'https://api.harbour.example'],
    ['pass', 'https://api.harbour.example/mcp', 'https://api.harbour.example'],
    ['pass', 'https://api.harbour.example', 'https://api.harbour.example'],
  ])(
    '%s: a resource %s of a preview, with --canonical-origin %s',
    async (status, resource, canonicalOrigin) => {
      const options = { options: { canonicalOrigin } };
      const result = await resultOn(resourceOf(resource), 'oauth-protected-resource', options);
      expect(result.status, result.evidence).toBe(status);
    },
  );

  it.each([
    ['noncompliant', 'issued for 127.0.0.1', () => 'http://127.0.0.1:8000'],
    ['pass', 'the name itself', (port: number) => `http://www.harbour.org:${port}`],
  ])('%s: a public name, %s', async (status, _, issuer) => {
    let port = 0;
    await using site = await serveSite({
      '/': HOME,
      [AS]: (_request, response) =>
        void response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ ...SERVER, issuer: issuer(port) })),
    });
    port = Number(new URL(site.url).port);
    const lookup: Lookup = (_host, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const { scorecard } = await auditSite(`http://www.harbour.org:${port}`, {
      only: ['oauth-discovery'],
      live: { lookup },
    });
    const result = scorecard.results.find(({ id }) => id === 'oauth-discovery');
    expect(result?.status, result?.evidence).toBe(status);
  });
});

describe('the requests', () => {
  const AUTH_CHECKS = ['oauth-discovery', 'oauth-protected-resource', 'auth-md'];

  it('asks nothing twice, and for resource metadata only where an endpoint asks for authorization', async () => {
    await using open = await serveSite({ '/': HOME });
    await auditSite(open.url, { only: AUTH_CHECKS });
    const gets = open.asked.filter((request) => request.startsWith('GET'));
    expect(new Set(gets).size).toBe(gets.length);
    expect(open.asked.filter((request) => request.includes(PR))).toEqual([]);

    await using closed = await serveSite({ '/': HOME, '/mcp': GUARDED });
    await auditSite(closed.url, { only: AUTH_CHECKS });
    expect(closed.asked.filter((request) => request.includes(PR)).toSorted()).toEqual([
      `GET ${PR}`,
      `GET ${PR}/mcp`,
    ]);
  });

  it('asks a named server only where the root has no metadata, and never one of another site', async () => {
    const isNamed = (request: string) => request.includes('tenant');
    await using atRoot = await serveSite({
      '/': HOME,
      '/mcp': GUARDED,
      [PR]: protectedBy('/tenant'),
      [AS]: json(SERVER),
    });
    await auditSite(atRoot.url, { only: AUTH_CHECKS });
    expect(atRoot.asked.filter(isNamed)).toEqual([]);

    await using other = await serveSite({});
    const there = `${other.url.replace('127.0.0.1', 'localhost')}/tenant`;
    const resource = json({ resource: 'x', authorization_servers: [there] });
    await using site = await serveSite({ '/': HOME, '/mcp': GUARDED, [PR]: resource });
    await auditSite(site.url, { only: AUTH_CHECKS });
    expect([...site.asked, ...other.asked].filter(isNamed)).toEqual([]);
  });
});
