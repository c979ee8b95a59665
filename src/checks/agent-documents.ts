/** Documents in which a site lists what it has for agents: its catalog, its A2A agent, its skills. */

import type { Found } from '../evidence/surface.ts';
import type { AiCatalog } from '../parse/ai-catalog.ts';
import type { AgentSkills, SkillFileOutcome } from '../probes/agent-skills.ts';
import { absent, broken, check, judge, noncompliant, pass, type Verdict, withDetail } from './check.ts';

export const agentDocumentChecks = [
  check('ai-catalog', {
    needs: ['aiCatalog'],
    uses: ['ardManifest'],
    evaluate: ({ aiCatalog, ardManifest }) =>
      aiCatalog.state === 'absent' && ardManifest.state === 'found'
        ? absent(`${aiCatalog.evidence}; ${withDetail(ardManifest.evidence, 'the manifest of ARD instead')}`)
        : judge(aiCatalog, ({ value, evidence }) => pass(withDetail(evidence, catalogDetail(value)))),
  }),
  check('a2a-agent-card', {
    needs: ['agentCard'],
    evaluate: ({ agentCard }) =>
      judge(agentCard, ({ value: { format, missing }, evidence }) =>
        missing.length === 0
          ? pass(withDetail(evidence, format))
          : noncompliant(withDetail(evidence, `${format}, whose schema requires ${missing.join(', ')} too`)),
      ),
  }),
  check('agent-skills', {
    needs: ['agentSkills'],
    evaluate: ({ agentSkills }) => judge(agentSkills, skillsVerdict),
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
