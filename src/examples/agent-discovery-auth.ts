/** Examples of the checks in ../checks/agent-discovery-auth.ts. */

import type { AgentSkills, SkillFileOutcome } from '../evidence/agent-skills.ts';
import type { Present } from '../evidence/api.ts';
import { says } from '../evidence/facts.ts';
import type { Absent } from '../evidence/surface.ts';
import type { AgentCard } from '../parse/agent-card.ts';
import type { Metadata } from '../parse/agent-metadata.ts';
import type { AiCatalog } from '../parse/ai-catalog.ts';
import { at, faulty, found, missing } from './answers.ts';
import type { Examples } from './example.ts';

const AUTH: Present = { state: 'present', evidence: says('https://site.example/mcp asks for authorization') };

const NO_AUTH: Absent = { state: 'absent', evidence: says('no auth surface') };

const metadata = (path: string, lacks: readonly string[] = []) =>
  found<Metadata>({ document: {}, missing: lacks }, { path, type: 'application/json' });

const AI_CATALOG = '/.well-known/ai-catalog.json';

const ARD = '/.well-known/ard.json';

const catalogAt = (path: string) =>
  found<AiCatalog>({ kind: 'an object', entries: [{ url: '/card' }] }, { path });

const cardOf = (format: string, faults: Partial<AgentCard> = {}) =>
  found<AgentCard>(
    { document: {}, format, missing: [], otherVersion: undefined, exampleAddress: undefined, ...faults },
    { path: '/.well-known/agent-card.json' },
  );

const skillsOf = (
  skills: number,
  states: readonly SkillFileOutcome['state'][] = [],
  lacks: readonly string[] = [],
) =>
  found<AgentSkills>(
    {
      skills,
      version: 'index of 0.2.0',
      missing: lacks,
      files: [],
      compared: states.map((state, i) => ({ state, evidence: at(`/${i}/SKILL.md`) })),
    },
    { path: '/.well-known/agent-skills/index.json' },
  );

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

  'ai-catalog': [
    {
      title: 'an object',
      given: { aiCatalog: catalogAt(AI_CATALOG), ardManifest: missing(ARD) },
      expect: 'pass',
      evidence: '(an object, 1 entry)',
    },
    {
      title: 'not JSON',
      given: { aiCatalog: faulty(AI_CATALOG, 'not JSON'), ardManifest: missing(ARD) },
      expect: 'broken',
    },
    {
      title: 'not there',
      given: { aiCatalog: missing(AI_CATALOG), ardManifest: missing(ARD) },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'only the manifest of Agentic Resource Discovery',
      given: { aiCatalog: missing(AI_CATALOG), ardManifest: catalogAt(ARD) },
      expect: 'n_a',
      reason: 'optional-absent',
      evidence: 'ard.json -> 200',
    },
  ],

  'a2a-agent-card': [
    {
      title: 'complete, of 1.0',
      given: { agentCard: cardOf('A2A 1.0') },
      expect: 'pass',
      evidence: '(A2A 1.0)',
    },
    {
      title: 'complete, of 0.3',
      given: { agentCard: cardOf('A2A 0.3') },
      expect: 'pass',
      evidence: '(A2A 0.3)',
    },
    {
      title: 'complete, of 0.2',
      given: { agentCard: cardOf('A2A 0.2') },
      expect: 'pass',
      evidence: '(A2A 0.2)',
    },
    {
      title: 'a version of another form',
      given: { agentCard: cardOf('A2A 0.3', { otherVersion: '1.0' }) },
      expect: 'noncompliant',
      evidence: 'in the form of A2A 0.3, but its `protocolVersion` says 1.0',
    },
    {
      title: 'without what the schema of its version requires',
      given: { agentCard: cardOf('A2A 1.0', { missing: ['`version`', '`skills[].tags`'] }) },
      expect: 'noncompliant',
      evidence: 'A2A 1.0, whose schema requires `version`, `skills[].tags` too',
    },
    {
      title: 'the address of the example that it was copied from',
      given: { agentCard: cardOf('A2A 1.0', { exampleAddress: 'https://example.com/a2a/v1' }) },
      expect: 'noncompliant',
      evidence: "still with the example's address: https://example.com/a2a/v1",
    },
    {
      title: 'not JSON',
      given: { agentCard: faulty('/.well-known/agent-card.json', 'not JSON') },
      expect: 'broken',
    },
    {
      title: 'not there',
      given: { agentCard: missing('/.well-known/agent-card.json') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
  ],

  'agent-skills': [
    {
      title: 'an index whose digests are those of the files',
      given: { agentSkills: skillsOf(2, ['same', 'same']) },
      expect: 'pass',
      evidence: '(2 skills, index of 0.2.0; 2 digests compared)',
    },
    {
      title: 'a file that could not be seen',
      given: { agentSkills: skillsOf(2, ['same', 'unclear']) },
      expect: 'pass',
      evidence: 'not compared: https://site.example/1/SKILL.md',
    },
    {
      title: 'a digest that is not that of the file',
      given: { agentSkills: skillsOf(2, ['same', 'other']) },
      expect: 'broken',
      evidence: '/1/SKILL.md',
    },
    {
      title: 'a file that is not there',
      given: { agentSkills: skillsOf(1, ['missing']) },
      expect: 'noncompliant',
      evidence: 'lists what is not there',
    },
    {
      title: 'without what 0.2.0 requires',
      given: { agentSkills: skillsOf(1, [], ['`description`']) },
      expect: 'noncompliant',
      evidence: 'lacks `description`',
    },
    { title: 'an empty array', given: { agentSkills: skillsOf(0) }, expect: 'noncompliant' },
    {
      title: 'no skills array',
      given: {
        agentSkills: faulty('/.well-known/agent-skills/index.json', 'JSON without a `skills` array'),
      },
      expect: 'broken',
    },
    {
      title: 'not there',
      given: { agentSkills: missing('/.well-known/agent-skills/index.json') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
  ],
} satisfies Examples;
