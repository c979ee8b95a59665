/** Examples of the checks in ../agent-discovery-auth.ts. */

import type { Present } from '../../evidence/api.ts';
import { says } from '../../evidence/facts.ts';
import type { Absent } from '../../evidence/surface.ts';
import type { Metadata } from '../../parse/agent-metadata.ts';
import { faulty, found, missing } from './answers.ts';
import type { Examples } from './example.ts';

const AUTH: Present = { state: 'present', evidence: says('https://site.example/mcp asks for authorization') };

const NO_AUTH: Absent = { state: 'absent', evidence: says('no auth surface') };

const metadata = (path: string, lacks: readonly string[] = []) =>
  found<Metadata>({ document: {}, missing: lacks }, { path, type: 'application/json' });

export const agentDiscoveryAuthExamples = {
  'oauth-discovery': [
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

  'oauth-protected-resource': [
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
      given: { protectedResource: { state: 'open', evidence: says('asks for no authorization') } },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'auth-md': [
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
} satisfies Examples;
