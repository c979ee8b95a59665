/** Does the site tell agents how to authorize themselves, and what it has for them? */

import type { Absent, Surface } from '../evidence/surface.ts';
import type { Metadata } from '../parse/agent-metadata.ts';
import type { Shown } from '../probes/api-surface.ts';
import { agentDocumentChecks } from './agent-documents.ts';
import {
  check,
  judge,
  noncompliant,
  notApplicable,
  pass,
  type Seen,
  type Verdict,
  withDetail,
} from './check.ts';
import { faulty, found, missing } from './examples.ts';

const AUTH: Shown = { state: 'shown', evidence: 'https://site.example/mcp asks for authorization' };
const NO_AUTH: Absent = { state: 'absent', evidence: 'no auth surface' };

const metadata = (path: string, lacks: readonly string[] = []) =>
  found<Metadata>({ document: {}, missing: lacks }, { path, type: 'application/json' });

/** The verdict on a metadata document: complete, or what it lacks. */
function judgeMetadata(surface: Seen<Surface<Metadata>>): Verdict {
  return judge(surface, ({ value, evidence }) =>
    value.missing.length === 0
      ? pass(evidence)
      : noncompliant(withDetail(evidence, `no ${value.missing.join(' and no ')}`)),
  );
}

export const agentDiscoveryAuthChecks = [
  check({
    id: 'oauth-discovery',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P1',
    label: 'OAuth discovery metadata is published',
    goal: 'Agents find out by themselves where to ask for a token, and which ways of asking there are.',
    fix: 'Serve the authorization server metadata as JSON at /.well-known/oauth-authorization-server (or /.well-known/openid-configuration), with `issuer` and the endpoints that the server has.',
    resources: [
      {
        label: 'RFC 8414: OAuth 2.0 Authorization Server Metadata',
        url: 'https://www.rfc-editor.org/rfc/rfc8414.html',
      },
      {
        label: 'OpenID Connect Discovery 1.0',
        url: 'https://openid.net/specs/openid-connect-discovery-1_0.html',
      },
    ],
    needs: ['authSurface', 'oauthMetadata'],
    evaluate: ({ authSurface, oauthMetadata }) =>
      authSurface.state === 'absent' ? notApplicable(authSurface.evidence) : judgeMetadata(oauthMetadata),
    examples: [
      {
        title: 'complete',
        given: { authSurface: AUTH, oauthMetadata: metadata('/.well-known/oauth-authorization-server') },
        expect: 'pass',
      },
      {
        title: 'without an issuer',
        given: {
          authSurface: AUTH,
          oauthMetadata: metadata('/.well-known/oauth-authorization-server', ['`issuer`']),
        },
        expect: 'noncompliant',
        evidence: 'no `issuer`',
      },
      {
        title: 'not JSON',
        given: {
          authSurface: AUTH,
          oauthMetadata: faulty('/.well-known/oauth-authorization-server', 'not JSON'),
        },
        expect: 'broken',
      },
      {
        title: 'not there',
        given: { authSurface: AUTH, oauthMetadata: missing('/.well-known/oauth-authorization-server') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'nothing asks for authorization',
        given: { authSurface: NO_AUTH, oauthMetadata: missing('/.well-known/oauth-authorization-server') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
  check({
    id: 'oauth-protected-resource',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P1',
    label: 'Protected-resource metadata is published',
    goal: 'Agents that an MCP endpoint turns away learn from it which authorization server to go to.',
    fix: 'Serve the metadata of the MCP endpoint as JSON at /.well-known/oauth-protected-resource followed by the path of the endpoint, with `resource` and `authorization_servers`, and name its URL as `resource_metadata` in WWW-Authenticate.',
    resources: [
      {
        label: 'RFC 9728: OAuth 2.0 Protected Resource Metadata',
        url: 'https://www.rfc-editor.org/rfc/rfc9728.html',
      },
      {
        label: 'MCP: authorization',
        url: 'https://modelcontextprotocol.io/specification/2025-06-18/basic/authorization',
      },
    ],
    needs: ['protectedResource'],
    evaluate: ({ protectedResource }) =>
      protectedResource.state === 'open'
        ? notApplicable(protectedResource.evidence)
        : judgeMetadata(protectedResource),
    examples: [
      {
        title: 'complete',
        given: { protectedResource: metadata('/.well-known/oauth-protected-resource/mcp') },
        expect: 'pass',
      },
      {
        title: 'without the resource',
        given: { protectedResource: metadata('/.well-known/oauth-protected-resource', ['`resource`']) },
        expect: 'noncompliant',
        evidence: 'no `resource`',
      },
      {
        title: 'not JSON',
        given: { protectedResource: faulty('/.well-known/oauth-protected-resource', 'not JSON') },
        expect: 'broken',
      },
      {
        title: 'not there',
        given: { protectedResource: missing('/.well-known/oauth-protected-resource') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'the endpoint is open',
        given: { protectedResource: { state: 'open', evidence: 'asks for no authorization' } },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
  check({
    id: 'auth-md',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P1',
    label: 'An auth.md explains how agents get access',
    goal: 'Agents read in plain words how to register, which credentials to ask their user for, and what these allow.',
    fix: 'Serve a Markdown document at /.well-known/auth.md (or /auth.md) that says how an agent registers, gets credentials, sends them and gives them back.',
    resources: [
      {
        label: 'RFC 7591: OAuth 2.0 Dynamic Client Registration',
        url: 'https://www.rfc-editor.org/rfc/rfc7591.html',
      },
      { label: 'RFC 8615: well-known URIs', url: 'https://www.rfc-editor.org/rfc/rfc8615.html' },
    ],
    needs: ['authSurface', 'authMd'],
    evaluate: ({ authSurface, authMd }) =>
      authSurface.state === 'absent' ? notApplicable(authSurface.evidence) : judge(authMd),
    examples: [
      {
        title: 'a Markdown document',
        given: { authSurface: AUTH, authMd: found('# Auth', { path: '/auth.md', type: 'text/markdown' }) },
        expect: 'pass',
      },
      {
        title: 'an HTML page',
        given: { authSurface: AUTH, authMd: faulty('/auth.md', 'an HTML page') },
        expect: 'broken',
      },
      {
        title: 'not there',
        given: { authSurface: AUTH, authMd: missing('/auth.md') },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'nothing asks for authorization',
        given: { authSurface: NO_AUTH, authMd: missing('/auth.md') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
  ...agentDocumentChecks,
];
