/** Documents in which a site lists what it has for agents: its catalog, its A2A agent, its skills. */

import type { Found } from '../evidence/surface.ts';
import type { AgentCard } from '../parse/agent-card.ts';
import type { AiCatalog } from '../parse/ai-catalog.ts';
import type { AgentSkills, SkillFileOutcome } from '../probes/agent-skills.ts';
import { absent, broken, check, judge, noncompliant, pass, type Verdict, withDetail } from './check.ts';
import { faulty, found, missing } from './examples.ts';

const AI_CATALOG = '/.well-known/ai-catalog.json';
const ARD = '/.well-known/ard.json';
const catalogAt = (path: string) =>
  found<AiCatalog>({ kind: 'an object', entries: [{ url: '/card' }] }, { path });
const cardOf = (format: string, lacks: readonly string[] = []) =>
  found<AgentCard>({ document: {}, format, missing: lacks }, { path: '/.well-known/agent-card.json' });
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
      compared: states.map((state, i) => ({ state, evidence: `https://site.example/${i}/SKILL.md -> 200` })),
    },
    { path: '/.well-known/agent-skills/index.json' },
  );

export const agentDocumentChecks = [
  check({
    id: 'ai-catalog',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P8',
    label: 'An ai-catalog.json lists what is there for agents',
    goal: 'Agents find the MCP servers, agents and other AI artifacts of the site in one list.',
    fix: 'Serve a JSON catalog at /.well-known/ai-catalog.json that names each artifact, its type and its URL.',
    resources: [
      { label: 'AI Catalog specification', url: 'https://github.com/Agent-Card/ai-catalog' },
      { label: 'RFC 8615: well-known URIs', url: 'https://www.rfc-editor.org/rfc/rfc8615.html' },
    ],
    needs: ['aiCatalog'],
    uses: ['ardManifest'],
    evaluate: ({ aiCatalog, ardManifest }) =>
      aiCatalog.state === 'absent' && ardManifest.state === 'found'
        ? absent(`${aiCatalog.evidence}; ${withDetail(ardManifest.evidence, 'the manifest of ARD instead')}`)
        : judge(aiCatalog, ({ value, evidence }) => pass(withDetail(evidence, catalogDetail(value)))),
    examples: [
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
  }),
  check({
    id: 'a2a-agent-card',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P8',
    label: 'An A2A agent card is published',
    goal: 'Other agents learn what the agent of this site can do, and where and how to talk to it.',
    fix: 'Serve the agent card as JSON at /.well-known/agent-card.json with all that its version requires: for A2A 1.0 `supportedInterfaces`, for 0.3 `url` and `protocolVersion`, for both `name`, `description`, `version`, `capabilities`, `defaultInputModes`, `defaultOutputModes` and `skills`.',
    resources: [
      { label: 'Agent2Agent protocol', url: 'https://a2a-protocol.org/latest/specification/' },
      {
        label: 'A2A 1.0: the schema',
        url: 'https://github.com/a2aproject/A2A/blob/v1.0.1/specification/a2a.proto',
      },
    ],
    needs: ['agentCard'],
    evaluate: ({ agentCard }) =>
      judge(agentCard, ({ value: { format, missing }, evidence }) =>
        missing.length === 0
          ? pass(withDetail(evidence, format))
          : noncompliant(withDetail(evidence, `${format}, whose schema requires ${missing.join(', ')} too`)),
      ),
    examples: [
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
        title: 'without what the schema of its version requires',
        given: { agentCard: cardOf('A2A 1.0', ['`version`', '`skills[].tags`']) },
        expect: 'noncompliant',
        evidence: 'A2A 1.0, whose schema requires `version`, `skills[].tags` too',
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
  }),
  check({
    id: 'agent-skills',
    category: 'agent-discovery-auth',
    keyword: 'may',
    principle: 'P8',
    label: 'An index of agent skills is published',
    goal: 'Agents find the skills that teach them to work with this site, and load the one that they need.',
    fix: 'Serve a JSON index at /.well-known/agent-skills/index.json with the `$schema` of 0.2.0 and a `skills` array that gives the name, type, description, URL and digest of each skill, and make the digests again whenever a file changes.',
    resources: [
      { label: 'Agent Skills specification', url: 'https://agentskills.io/specification' },
      {
        label: 'Agent Skills Discovery',
        url: 'https://github.com/cloudflare/agent-skills-discovery-rfc',
      },
    ],
    needs: ['agentSkills'],
    evaluate: ({ agentSkills }) => judge(agentSkills, skillsVerdict),
    examples: [
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
  }),
];

function catalogDetail({ kind, entries: { length } }: AiCatalog): string {
  return length === 0 ? kind : `${kind}, ${length} ${length === 1 ? 'entry' : 'entries'}`;
}

/** A wrong digest is the fault that clients refuse a skill for; a file that could not be seen is only named. */
function skillsVerdict({ value, evidence }: Found<AgentSkills>): Verdict {
  const { skills, version, missing, compared } = value;
  const of = (state: SkillFileOutcome['state']) => compared.filter((file) => file.state === state);
  const list = (files: readonly SkillFileOutcome[]) => files.map((file) => file.evidence).join('; ');
  const what = `${skills} ${skills === 1 ? 'skill' : 'skills'}, ${version}`;
  const [other, gone, same] = [of('other'), of('missing'), of('same')];
  if (other.length > 0) return broken(withDetail(evidence, `${what}; not the digest of ${list(other)}`));
  const faults = [
    skills === 0 ? 'an empty list' : '',
    missing.length > 0 ? `an entry lacks ${missing.join(', ')}` : '',
    gone.length > 0 ? `lists what is not there: ${list(gone)}` : '',
  ].filter((fault) => fault !== '');
  if (faults.length > 0) return noncompliant(withDetail(evidence, [what, ...faults].join('; ')));
  const unseen = [...of('unclear'), ...of('cut')];
  const notes = [
    same.length === 0 ? '' : `; ${same.length} ${same.length === 1 ? 'digest' : 'digests'} compared`,
    unseen.length === 0 ? '' : `; not compared: ${list(unseen)}`,
  ];
  return pass(withDetail(evidence, what + notes.join('')));
}
