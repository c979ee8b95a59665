/** Examples of the checks in ../checks/agent-discovery-auth.ts. */

import type { AgentSkills, SkillFileOutcome } from '../evidence/agent-skills.ts';
import type { Present } from '../evidence/api.ts';
import { says } from '../evidence/facts.ts';
import type { Absent } from '../evidence/surface.ts';
import type { AgentCard } from '../parse/agent-card.ts';
import type { Metadata } from '../parse/agent-metadata.ts';
import type { AiCatalog } from '../parse/ai-catalog.ts';
import { at, faulty, found, missing } from './answers.ts';
import { cases, type Examples } from './example.ts';

const AUTH: Present = { state: 'present', evidence: says('https://site.example/mcp asks for authorization') };

const NO_AUTH: Absent = { state: 'absent', evidence: says('no auth surface') };

const metadata = (path: string, lacks: readonly string[] = []) =>
  found<Metadata>({ document: {}, missing: lacks }, { path, type: 'application/json' });

const AI_CATALOG = '/.well-known/ai-catalog.json';

const ARD = '/.well-known/ard.json';

const catalogAt = (path: string, more: Partial<AiCatalog> = {}) =>
  found<AiCatalog>({ kind: 'an object', entries: [{ url: '/card' }], isRecognised: true, ...more }, { path });

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
  'oauth-discovery': cases({ authSurface: AUTH }, [
    ['pass', 'complete', { oauthMetadata: metadata('/.well-known/oauth-authorization-server') }],
    [
      'noncompliant',
      'without an issuer',
      { oauthMetadata: metadata('/.well-known/oauth-authorization-server', ['`issuer`']) },
      'no `issuer`',
    ],
    ['broken', 'not JSON', { oauthMetadata: faulty('/.well-known/oauth-authorization-server', 'not JSON') }],
    ['optional-absent', 'not there', { oauthMetadata: missing('/.well-known/oauth-authorization-server') }],
    [
      'antecedent-unmet',
      'nothing asks for authorization',
      { authSurface: NO_AUTH, oauthMetadata: missing('/.well-known/oauth-authorization-server') },
    ],
  ]),

  'oauth-protected-resource': cases('protectedResource', [
    ['pass', 'complete', metadata('/.well-known/oauth-protected-resource/mcp')],
    [
      'noncompliant',
      'without the resource',
      metadata('/.well-known/oauth-protected-resource', ['`resource`']),
      'no `resource`',
    ],
    ['broken', 'not JSON', faulty('/.well-known/oauth-protected-resource', 'not JSON')],
    ['optional-absent', 'not there', missing('/.well-known/oauth-protected-resource')],
    [
      'antecedent-unmet',
      'the endpoint is open',
      { state: 'open', evidence: says('asks for no authorization') },
    ],
  ]),

  'auth-md': cases({ authSurface: AUTH, authMd: missing('/auth.md') }, [
    ['pass', 'a Markdown document', { authMd: found('# Auth', { path: '/auth.md', type: 'text/markdown' }) }],
    ['broken', 'an HTML page', { authMd: faulty('/auth.md', 'an HTML page') }],
    ['optional-absent', 'not there', {}],
    ['antecedent-unmet', 'nothing asks for authorization', { authSurface: NO_AUTH }],
  ]),

  'ai-catalog': cases({ aiCatalog: missing(AI_CATALOG), ardManifest: missing(ARD) }, [
    ['pass', 'an object', { aiCatalog: catalogAt(AI_CATALOG) }, '(an object, 1 entry)'],
    [
      'noncompliant',
      'members that are invented',
      { aiCatalog: catalogAt(AI_CATALOG, { entries: [], isRecognised: false }) },
      'an object with no member that the specification defines',
    ],
    ['broken', 'not JSON', { aiCatalog: faulty(AI_CATALOG, 'not JSON') }],
    ['optional-absent', 'not there', {}],
    [
      'optional-absent',
      'only the manifest of Agentic Resource Discovery',
      { ardManifest: catalogAt(ARD) },
      'ard.json -> 200',
    ],
  ]),

  'a2a-agent-card': cases('agentCard', [
    ['pass', 'complete, of 1.0', cardOf('A2A 1.0'), '(A2A 1.0)'],
    ['pass', 'complete, of 0.3', cardOf('A2A 0.3'), '(A2A 0.3)'],
    ['pass', 'complete, of 0.2', cardOf('A2A 0.2'), '(A2A 0.2)'],
    [
      'noncompliant',
      'a version of another form',
      cardOf('A2A 0.3', { otherVersion: '1.0' }),
      'in the form of A2A 0.3, but its `protocolVersion` says 1.0',
    ],
    [
      'noncompliant',
      'without what the schema of its version requires',
      cardOf('A2A 1.0', { missing: ['`version`', '`skills[].tags`'] }),
      'A2A 1.0, whose schema requires `version`, `skills[].tags` too',
    ],
    [
      'noncompliant',
      'the address of the example that it was copied from',
      cardOf('A2A 1.0', { exampleAddress: 'https://example.com/a2a/v1' }),
      "still with the example's address: https://example.com/a2a/v1",
    ],
    ['broken', 'not JSON', faulty('/.well-known/agent-card.json', 'not JSON')],
    ['optional-absent', 'not there', missing('/.well-known/agent-card.json')],
  ]),

  'agent-skills': cases('agentSkills', [
    [
      'pass',
      'an index whose digests are those of the files',
      skillsOf(2, ['same', 'same']),
      '(2 skills, index of 0.2.0; 2 digests compared)',
    ],
    [
      'pass',
      'a file that could not be seen',
      skillsOf(2, ['same', 'unclear']),
      'not compared: https://site.example/1/SKILL.md',
    ],
    ['broken', 'a digest that is not that of the file', skillsOf(2, ['same', 'other']), '/1/SKILL.md'],
    ['noncompliant', 'a file that is not there', skillsOf(1, ['missing']), 'lists what is not there'],
    [
      'noncompliant',
      'without what 0.2.0 requires',
      skillsOf(1, [], ['`description`']),
      'lacks `description`',
    ],
    ['noncompliant', 'an empty array', skillsOf(0)],
    [
      'broken',
      'no skills array',
      faulty('/.well-known/agent-skills/index.json', 'JSON without a `skills` array'),
    ],
    ['optional-absent', 'not there', missing('/.well-known/agent-skills/index.json')],
  ]),
} satisfies Examples;
