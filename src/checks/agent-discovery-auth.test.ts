import { describe, expect, it } from 'vitest';
import { auditSite, type Route, type Routes, resultOn, serveSite } from '../testing/serve.ts';

const HOME: Route = { type: 'text/html', body: '<!doctype html><title>Home</title><h1>Home</h1>' };
const json = (value: unknown, more: { status?: number; headers?: Record<string, string> } = {}): Route => ({
  type: 'application/json',
  ...more,
  body: JSON.stringify(value),
});
const text = (body: string, type = 'text/plain'): Route => ({ type, body });
const HTML = text('<!doctype html><title>Page</title>', 'text/html');
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
const GUARDED = guarded('Bearer realm="mcp"');

/** A resource that names a server of this site by the other scheme, as documents do that are made behind a proxy. */
const protectedBy =
  (path: string): Route =>
  ({ headers: { host } }, response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ resource: 'x', authorization_servers: [7, `https://${host}${path}`] }));

interface Case {
  readonly id: string;
  readonly title: string;
  readonly routes: Routes;
  readonly expect: string;
  readonly reason?: string;
  readonly evidence?: RegExp;
}

/** Each row is a real server: what it serves beside the home page, and the verdict its owner would accept. */
const CASES: readonly Case[] = [
  // oauth-discovery: the documents
  {
    id: 'oauth-discovery',
    title: 'the second is the complete one',
    routes: { [AS]: json({ issuer: 'x' }), [OIDC]: json(SERVER) },
    expect: 'pass',
    evidence: /openid-configuration/,
  },
  ...[`${AS}/tenant`, `${OIDC}/tenant`, `/tenant${OIDC}`].map(
    (path): Case => ({
      id: 'oauth-discovery',
      title: `of the server that the resource names, at ${path} (Keycloak, Entra, Spring Authorization Server)`,
      routes: { '/mcp': GUARDED, [PR]: protectedBy('/tenant/'), [path]: json(SERVER) },
      expect: 'pass',
      evidence: /tenant.* -> 200/,
    }),
  ),
  {
    id: 'oauth-discovery',
    title: 'of the server that the resource names, incomplete',
    routes: { '/mcp': GUARDED, [PR]: protectedBy('/tenant'), [`${AS}/tenant`]: json({ issuer: 'x' }) },
    expect: 'noncompliant',
  },
  {
    id: 'oauth-discovery',
    title: 'a server that the resource names and that has no metadata where it may be',
    routes: { '/mcp': GUARDED, [PR]: protectedBy('/tenant'), [`${AS}/tenant`]: HTML },
    expect: 'n_a',
    reason: 'optional-absent',
  },
  {
    id: 'oauth-discovery',
    title: 'a soft 404',
    routes: { '*': HTML },
    expect: 'n_a',
    reason: 'antecedent-unmet',
  },

  // oauth-discovery: the auth surface
  {
    id: 'oauth-discovery',
    title: 'the root asks',
    routes: { '/': guarded('Basic realm="staging"') },
    expect: 'n_a',
    reason: 'optional-absent',
  },
  {
    id: 'oauth-discovery',
    title: 'the description asks',
    routes: { '/openapi.json': GUARDED },
    expect: 'n_a',
    reason: 'optional-absent',
  },
  {
    id: 'oauth-discovery',
    title: 'the MCP endpoint asks',
    routes: { '/mcp': GUARDED },
    expect: 'n_a',
    reason: 'optional-absent',
  },
  {
    id: 'oauth-discovery',
    title: 'an API operation asks',
    routes: {
      '/openapi.json': json({
        openapi: '3.1.0',
        info: {},
        paths: { '/me': { get: { responses: { 401: {} } } } },
      }),
      '/me': GUARDED,
    },
    expect: 'n_a',
    reason: 'optional-absent',
  },
  {
    id: 'oauth-discovery',
    title: 'the MCP card declares it',
    routes: { [MCP_CARD]: json({ name: 'x', authentication: { required: true } }) },
    expect: 'n_a',
    reason: 'optional-absent',
  },

  // oauth-protected-resource
  {
    id: 'oauth-protected-resource',
    title: 'at the well-known path',
    routes: { '/mcp': GUARDED, [PR]: json({ resource: 'x' }) },
    expect: 'pass',
    evidence: /oauth-protected-resource -> 200/,
  },
  {
    id: 'oauth-protected-resource',
    title: 'in its path form',
    routes: { '/mcp': GUARDED, [`${PR}/mcp`]: json({ resource: 'x' }) },
    expect: 'pass',
    evidence: /oauth-protected-resource\/mcp -> 200/,
  },
  {
    id: 'oauth-protected-resource',
    title: 'where the challenge says',
    routes: { '/mcp': guarded('Bearer resource_metadata="/meta"'), '/meta': json({ resource: 'x' }) },
    expect: 'pass',
    evidence: /\/meta -> 200/,
  },
  {
    id: 'oauth-protected-resource',
    title: 'a challenge that names no URL',
    routes: { '/mcp': guarded('Bearer resource_metadata="javascript:alert(1)"') },
    expect: 'n_a',
    reason: 'optional-absent',
  },

  // auth-md
  {
    id: 'auth-md',
    title: 'at the well-known path',
    routes: { [AS]: json(SERVER), '/.well-known/auth.md': text('# Auth') },
    expect: 'pass',
  },
  {
    id: 'oauth-discovery',
    title: 'the agent card declares it',
    routes: { [AGENT]: json({ name: 'x', skills: [], securitySchemes: { o: { type: 'oauth2' } } }) },
    expect: 'n_a',
    reason: 'optional-absent',
  },
  {
    id: 'auth-md',
    title: 'JSON',
    routes: { [AS]: json(SERVER), '/auth.md': json({}) },
    expect: 'broken',
    evidence: /served as application\/json/,
  },
];

describe('the agent discovery & auth family, on real servers', () => {
  it.each(CASES)(
    '$id: $title → $expect $reason',
    async ({ id, routes, expect: status, reason, evidence }) => {
      const result = await resultOn({ '/': HOME, ...routes }, id);
      expect(result.status, result.evidence).toBe(status);
      if (reason !== undefined) expect(result).toMatchObject({ na_reason: reason });
      if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
    },
  );
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
