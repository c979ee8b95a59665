import { describe, expect, it } from 'vitest';
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

/** A resource that names a server of this site by the other scheme, as documents do that are made behind a proxy. */
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
  [
    'antecedent-unmet',
    'a 401 at /mcp without metadata, which is no endpoint',
    { '/mcp': { status: 401 } },
    /no auth surface: \S+\/mcp answers 401, but not as an MCP endpoint does; no 401 and no challenge from the root/,
  ],
  ['optional-absent', 'the root asks', { '/': guarded('Basic realm="staging"') }],
  ['optional-absent', 'the description asks', { '/openapi.json': GUARDED }],
  ['optional-absent', 'the MCP endpoint asks', { '/mcp': GUARDED }],
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

describe('what is asked', () => {
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
