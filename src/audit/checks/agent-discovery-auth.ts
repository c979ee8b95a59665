import { plain, plural } from '../../base/text.ts';
import type { AgentSkills, SkillFileOutcome } from '../evidence/agent-skills.ts';
import { type Facts, factsList } from '../evidence/facts.ts';
import type { Found, Surface } from '../evidence/surface.ts';
import type { AgentCard } from '../parse/agent-card.ts';
import type { IdentifiedMetadata } from '../parse/agent-metadata.ts';
import type { AiCatalog } from '../parse/ai-catalog.ts';
import {
  absent,
  because,
  broken,
  type Check,
  type Conclusive,
  check,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  verdictOn,
} from './check.ts';

export const agentDiscoveryAuthChecks: readonly Check[] = [
  check('oauth-discovery', {
    needs: ['authSurface', 'oauthMetadata'],
    evaluate: ({ authSurface, oauthMetadata }) =>
      authSurface.state === 'absent' ? notApplicable(authSurface.evidence) : judgeMetadata(oauthMetadata),
  }),
  check('oauth-protected-resource', {
    needs: ['protectedResource'],
    evaluate: ({ protectedResource }) =>
      protectedResource.state === 'open'
        ? notApplicable(protectedResource.evidence)
        : judgeMetadata(protectedResource),
  }),
  check('auth-md', {
    needs: ['authSurface', 'authMd'],
    evaluate: ({ authSurface, authMd }) =>
      authSurface.state === 'absent' ? notApplicable(authSurface.evidence) : verdictOn(authMd),
  }),

  check('ai-catalog', {
    needs: ['aiCatalog'],
    uses: ['ardManifest'],
    evaluate: ({ aiCatalog, ardManifest }) =>
      aiCatalog.state === 'absent' && ardManifest.state === 'found'
        ? absent([...aiCatalog.evidence, ...ardManifest.evidence], 'an ARD manifest instead')
        : verdictOn(aiCatalog, ({ value, evidence }) =>
            value.isRecognized
              ? pass(evidence, catalogDetail(value))
              : because(
                  noncompliant(evidence, `${value.kind} without a member that the specification defines`),
                  'The AI catalog has no member that its specification defines.',
                ),
          ),
  }),
  check('a2a-agent-card', {
    needs: ['agentCard'],
    evaluate: ({ agentCard }) => verdictOn(agentCard, ({ value, evidence }) => cardVerdict(value, evidence)),
  }),
  check('agent-skills', {
    needs: ['agentSkills'],
    evaluate: ({ agentSkills }) => verdictOn(agentSkills, skillsVerdict),
  }),
];

/** Judges OAuth metadata. Complete metadata passes if its `issuer` or `resource` is on the expected host. */
function judgeMetadata(surface: Conclusive<Surface<IdentifiedMetadata>>): Verdict {
  return verdictOn(surface, ({ value: { missing, otherHost, difference }, evidence }) => {
    if (missing.length > 0) return noncompliant(evidence, `no ${missing.join(' and no ')}`);
    if (otherHost !== undefined)
      return because(
        noncompliant(evidence, `${otherHost}, so clients must not use it`),
        'The metadata is for another host, so clients must not use it.',
      );
    return pass(evidence, ...(difference === undefined ? [] : [difference]));
  });
}

function catalogDetail({ kind, entries: { length } }: AiCatalog): string {
  return length === 0 ? kind : `${kind}, ${length} ${length === 1 ? 'entry' : 'entries'}`;
}

function cardVerdict(card: AgentCard, evidence: Facts): Verdict {
  const { format, missing, misnamed, otherVersion, exampleAddress } = card;
  const renames = misnamed.map(({ found, name }) => `rename \`${plain(found, 60)}\` to \`${name}\``);
  if (missing.length > 0)
    return noncompliant(evidence, `${format}, whose schema also requires ${missing.join(', ')}`, ...renames);
  if (misnamed.length > 0)
    return because(
      noncompliant(evidence, format, ...renames),
      'The A2A agent card has member names in the wrong case for its version.',
    );
  if (otherVersion !== undefined)
    return because(
      noncompliant(evidence, `in the format of ${format}, but \`protocolVersion\` is ${otherVersion}`),
      'The agent card declares one version of A2A but has the format of another.',
    );
  if (exampleAddress !== undefined)
    return because(
      noncompliant(evidence, `${format}, still with the example address ${plain(exampleAddress, 120)}`),
      'The agent card still has an example address.',
    );
  return pass(evidence, format);
}

const RENAME_DIGEST =
  'an entry has `sha256` instead of `digest`: rename it to `digest`, and put `sha256:` before the digits';

/**
 * Judges the index of agent skills. A file that does not match its digest fails the check, because clients refuse its skill.
 * Files that could not be read do not affect the verdict.
 */
function skillsVerdict({ value, evidence }: Found<AgentSkills>): Verdict {
  const { skills, version, missing, misnamesDigest } = value;
  const of = (state: SkillFileOutcome['state']) => value.compared.filter((file) => file.state === state);
  const list = (text: string, files: readonly SkillFileOutcome[]) =>
    files.length === 0
      ? []
      : [
          factsList(
            text,
            files.flatMap((file) => file.evidence),
          ),
        ];
  const what = `${skills} ${skills === 1 ? 'skill' : 'skills'}, ${version}`;
  const [other, gone, same] = [of('other'), of('missing'), of('same')];
  if (other.length > 0)
    return because(
      broken(evidence, what, ...list('wrong digest:', other)),
      'A digest in the index of agent skills does not match its file.',
    );
  const faults = [
    ...(skills === 0 ? ['an empty list'] : []),
    ...(misnamesDigest ? [RENAME_DIGEST] : []),
    ...(missing.length > 0 ? [`an entry has no valid ${missing.join(', ')}`] : []),
    ...list('lists missing files:', gone),
  ];
  if (faults.length > 0) {
    const verdict = noncompliant(evidence, what, ...faults);
    if (skills === 0) return because(verdict, 'The index of agent skills is empty.');
    if (misnamesDigest && missing.length === 0)
      return because(verdict, 'The index of agent skills has `sha256` instead of `digest`.');
    return because(
      verdict,
      missing.length > 0
        ? 'An entry in the index of agent skills is incomplete.'
        : 'The index of agent skills lists a missing file.',
    );
  }
  const compared = `${plural(same.length, 'digest')} compared`;
  return pass(
    evidence,
    what,
    ...(same.length === 0 ? [] : [compared]),
    ...list('not compared:', [...of('unclear'), ...of('aborted')]),
  );
}
