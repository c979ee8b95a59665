import type { AgentSkills, SkillFileOutcome } from '../evidence/agent-skills.ts';
import type { Present } from '../evidence/api.ts';
import { says } from '../evidence/facts.ts';
import type { Absent } from '../evidence/surface.ts';
import type { AgentCard } from '../parse/agent-card.ts';
import { type IdentifiedMetadata, identified } from '../parse/agent-metadata.ts';
import type { AiCatalog } from '../parse/ai-catalog.ts';
import { at, faulty, found, missing } from './answers.ts';
import { cases, type Examples } from './example.ts';

const AUTH: Present = { state: 'present', evidence: says('https://site.example/mcp asks for authorization') };

const NO_AUTH: Absent = { state: 'absent', evidence: says('no auth surface') };

const metadata = (path: string, lacks: readonly string[] = []) =>
  found<IdentifiedMetadata>({ document: {}, missing: lacks }, { path, type: 'application/json' });

const ISSUER = 'https://site.example';
const AS = '/.well-known/oauth-authorization-server';
const issuedBy = (issuer: string) =>
  found(identified({ document: { issuer }, missing: [] }, 'issuer', ISSUER), { path: AS });

const MCP = 'https://site.example/mcp';
const resourceOf = (resource: string) =>
  found(identified({ document: { resource }, missing: [] }, 'resource', MCP), {
    path: '/.well-known/oauth-protected-resource/mcp',
  });

/** URLs that are not on the site's own host. Servers behind a proxy often build such URLs from the request. */
const OTHER_HOSTS = [
  'http://app:8000',
  'http://localhost:3000/',
  'https://site.example:8443',
  'https://www.site.example',
  'https://site.example.evil.example',
  'site.example',
  'urn:example:server',
];

const AI_CATALOG = '/.well-known/ai-catalog.json';

const ARD = '/.well-known/ard.json';

const catalogAt = (path: string, more: Partial<AiCatalog> = {}) =>
  found<AiCatalog>({ kind: 'an object', entries: [{ url: '/card' }], isRecognized: true, ...more }, { path });

const cardOf = (format: string, faults: Partial<AgentCard> = {}) =>
  found<AgentCard>(
    {
      document: {},
      format,
      missing: [],
      misnamed: [],
      otherVersion: undefined,
      exampleAddress: undefined,
      ...faults,
    },
    { path: '/.well-known/agent-card.json' },
  );

const skillsOf = (
  skills: number,
  states: readonly SkillFileOutcome['state'][] = [],
  lacks: readonly string[] = [],
  misnamesDigest = false,
) =>
  found<AgentSkills>(
    {
      skills,
      version: 'index version 0.2.0',
      missing: lacks,
      misnamesDigest,
      files: [],
      compared: states.map((state, i) => ({ state, evidence: at(`/${i}/SKILL.md`) })),
    },
    { path: '/.well-known/agent-skills/index.json' },
  );

export const agentDiscoveryAuthExamples = {
  'oauth-discovery': cases({ authSurface: AUTH }, [
    ['pass', 'complete', { oauthMetadata: metadata('/.well-known/oauth-authorization-server') }],
    ['pass', 'the issuer itself', { oauthMetadata: issuedBy(ISSUER) }, `oauth-authorization-server -> 200`],
    // Clients must not use metadata whose `issuer` has another host (RFC 8414, section 3.3).
    ...OTHER_HOSTS.map(
      (issuer) =>
        [
          'noncompliant',
          `an issuer of another host: ${issuer}`,
          { oauthMetadata: issuedBy(issuer) },
          `\`issuer\` is ${issuer}, but the document is for ${ISSUER}`,
        ] as const,
    ),
    [
      'pass',
      'an issuer with a slash at its end',
      { oauthMetadata: issuedBy(`${ISSUER}/`) },
      `\`issuer\` is ${ISSUER}/, but the document is for ${ISSUER}: they differ in the trailing slash`,
    ],
    [
      'pass',
      'an issuer of this host by the other scheme and its default port',
      { oauthMetadata: issuedBy('http://SITE.example:80/tenant') },
      'the host is the same',
    ],
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
    ['pass', 'the endpoint itself', resourceOf(MCP), 'oauth-protected-resource/mcp -> 200'],
    // Clients must not use metadata whose `resource` has another host (RFC 9728, section 3.3).
    ...OTHER_HOSTS.map(
      (resource) =>
        [
          'noncompliant',
          `a resource of another host: ${resource}`,
          resourceOf(resource),
          `\`resource\` is ${resource}, but the document is for ${MCP}`,
        ] as const,
    ),
    ['pass', 'a slash at the end', resourceOf(`${MCP}/`), 'they differ in the trailing slash'],
    [
      'pass',
      'the root as the resource',
      resourceOf('https://site.example'),
      'it is the root of the same host',
    ],
    ['pass', 'the root with a slash', resourceOf('https://site.example/'), 'it is the root of the same host'],
    ['pass', 'another path of the host', resourceOf('https://site.example/api'), 'the host is the same'],
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
      { aiCatalog: catalogAt(AI_CATALOG, { entries: [], isRecognized: false }) },
      'an object without a member that the specification defines',
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
      'in the format of A2A 0.3, but `protocolVersion` is 1.0',
    ],
    [
      'noncompliant',
      'without what the schema of its version requires',
      cardOf('A2A 1.0', { missing: ['`version`', '`skills[].tags`'] }),
      'A2A 1.0, whose schema also requires `version`, `skills[].tags`',
    ],
    [
      'noncompliant',
      'a member in the case of the proto file',
      cardOf('A2A 1.0', { misnamed: [{ found: 'supported_interfaces', name: 'supportedInterfaces' }] }),
      '(A2A 1.0; rename `supported_interfaces` to `supportedInterfaces`)',
    ],
    [
      'noncompliant',
      'the address of the example that it was copied from',
      cardOf('A2A 1.0', { exampleAddress: 'https://example.com/a2a/v1' }),
      'still with the example address https://example.com/a2a/v1',
    ],
    ['broken', 'not JSON', faulty('/.well-known/agent-card.json', 'not JSON')],
    ['optional-absent', 'not there', missing('/.well-known/agent-card.json')],
  ]),

  'agent-skills': cases('agentSkills', [
    [
      'noncompliant',
      'the digest under the name of its algorithm',
      skillsOf(1, [], [], true),
      'an entry has `sha256` instead of `digest`: rename it to `digest`, and put `sha256:` before the digits',
    ],
    [
      'pass',
      'an index whose digests are those of the files',
      skillsOf(2, ['same', 'same']),
      '(2 skills, index version 0.2.0; 2 digests compared)',
    ],
    [
      'pass',
      'a file that could not be seen',
      skillsOf(2, ['same', 'unclear']),
      'not compared: https://site.example/1/SKILL.md',
    ],
    ['broken', 'a digest that is not that of the file', skillsOf(2, ['same', 'other']), '/1/SKILL.md'],
    ['noncompliant', 'a file that is not there', skillsOf(1, ['missing']), 'lists missing files'],
    [
      'noncompliant',
      'without what 0.2.0 requires',
      skillsOf(1, [], ['`description`']),
      'no valid `description`',
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
