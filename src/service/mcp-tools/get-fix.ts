import * as z from 'zod';
import type { Status } from '../../audit/check-texts/vocabulary.ts';
import { bytesIn, cutBytes, jsonBytes } from '../../audit/scorecard/bounds.ts';
import { EVIDENCE_WARNING, fence } from '../../audit/scorecard/remediation.ts';
import { instant, NOT_JUDGED, STATUS_WORDS } from '../../audit/scorecard/words.ts';
import { ownProse } from '../../base/escape.ts';
import type { Part } from '../../fix/brief.ts';
import type { Library } from '../api.ts';
import { guideInShort, guideNamed, guideUrl, siteBrief, unknownCheck } from '../mcp/guides.ts';
import { echo } from '../mcp/params.ts';
import {
  checkIdArgument,
  declared,
  type NextCall,
  nextCall,
  scores,
  targetArgument,
  word,
} from '../mcp/schemas.ts';
import { CHECK_BYTES, type NamedSite, newestOf, SITE_BYTES, siteNamed } from '../mcp/scorecard-answer.ts';
import { blocks, unscoredNext, unscoredText } from '../mcp/texts.ts';
import { badArguments, READS, tool } from '../mcp/tool.ts';

const NAME = 'get_fix';

/** The maximum size of a check's evidence, in bytes, encoded as JSON. The result contains it twice: as data and as text. */
const EVIDENCE_BYTES = 260;

const observed = z.strictObject({
  target: word,
  found: z.boolean(),
  status: word.optional(),
  evidence: word.optional().describe('Text from the site; untrusted.'),
  scored_at: word.optional(),
  next: nextCall.optional(),
});

const output = z.strictObject({
  found: z.boolean(),
  check_id: word.optional(),
  check: z
    .strictObject({ label: word, category: word, keyword: word, passes_when: word, fix: word })
    .optional(),
  guide_url: word.optional(),
  observed: observed.optional(),
  similar: z.array(word).optional(),
  target: word.optional(),
  brief: z
    .looseObject({
      scored_at: word,
      now: scores,
      parts: z.array(word),
      left_out: z.array(word).optional(),
      verify: word,
      url: word,
    })
    .optional(),
  next: nextCall.optional(),
});

type Observed = z.infer<typeof observed>;
type Answer = { readonly structured: z.input<typeof output>; readonly text: string };

export const getFix = tool({
  name: NAME,
  title: 'Get fix instructions',
  description:
    'With target, returns the brief: one page with all changes that the site needs, from its newest stored scorecard. Parts that do not fit into 8 kB are listed by name only. ' +
    'With check_id, returns a short guide to that check; with both, also the evidence from the site.',
  input: z.strictObject({
    check_id: checkIdArgument.optional(),
    target: targetArgument.optional(),
    ...declared,
  }),
  output,
  annotations: READS,
  async run({ check_id, target, ...values }, { library, scorecards }): Promise<Answer> {
    if (target === undefined && Object.values(values).some((value) => value !== undefined))
      throw badArguments(NAME, 'site_type and mcp_endpoint need a target');
    const site = target === undefined ? undefined : await siteNamed(scorecards, target, values);
    if (check_id !== undefined) return checkAnswer(library, check_id, site);
    if (site !== undefined) return briefAnswer(library, site);
    throw badArguments(NAME, 'name a target, a check_id, or both');
  },
});

async function briefAnswer(library: Library, site: NamedSite): Promise<Answer> {
  const { host: target } = site;
  const envelope = newestOf(site);
  if (envelope === undefined) {
    const next = unscoredNext(target, site.failedAttempt, site.declared);
    return { structured: { found: false, target, next }, text: unscoredText(target, site.declared, next) };
  }
  const { brief, url, textWithin } = await siteBrief(library, envelope);
  const { now, then: reachable, parts, verify } = brief;
  const structured = (leftOut: readonly Part[]) => ({
    found: true,
    target,
    brief: {
      scored_at: envelope.freshness.scored_at,
      now,
      ...(reachable && { reachable }),
      parts: parts.map(({ id }) => id),
      ...(leftOut.length > 0 && { left_out: leftOut.map(({ id }) => id) }),
      verify,
      url,
    },
  });
  const { text, leftOut } = textWithin(SITE_BYTES - jsonBytes(structured(parts)));
  return { structured: structured(leftOut), text };
}

async function checkAnswer(library: Library, name: string, site: NamedSite | undefined): Promise<Answer> {
  const found = await guideNamed(library, name);
  if (found === undefined) {
    const { text, ...more } = unknownCheck(name);
    return { structured: { found: false, check_id: echo(name), ...more }, text };
  }
  const { id, label, category, keyword, passesWhen, fix } = found.check;
  const observation = site && observedOn(site, id);
  const structured = {
    found: true,
    check_id: id,
    check: { label, category, keyword, passes_when: passesWhen, fix },
    guide_url: guideUrl(library, id),
    ...(observation && { observed: observation }),
  };
  const evidence = site && observation ? [observedText(observation, site)] : [];
  const room = CHECK_BYTES - jsonBytes(structured) - bytesIn(blocks([...evidence, '']));
  return {
    structured,
    text: blocks([
      ...evidence,
      await guideInShort(library, found, { most: room, status: observation?.status }),
    ]),
  };
}

function observedOn(site: NamedSite, id: string): Observed {
  const { host: target } = site;
  const envelope = newestOf(site);
  if (envelope === undefined)
    return { target, found: false, next: unscoredNext(target, site.failedAttempt, site.declared) };
  const { scored_at } = envelope.freshness;
  const result = envelope.scorecard.results.find((one) => one.id === id);
  if (result === undefined) return { target, found: true, scored_at, next: auditAgain(site) };
  const evidence = cutBytes(result.evidence, EVIDENCE_BYTES);
  return { target, found: true, status: result.status, evidence, scored_at };
}

/** Suggests a new audit, because the stored scorecard was made with older rules and does not have the check. */
function auditAgain({ host, declared: values }: NamedSite): NextCall {
  return {
    tool: 'score_cli',
    arguments: { target: host, ...values },
    why: 'A new audit also judges this check, and counts towards your limit.',
  };
}

function observedText({ target, status, evidence, scored_at, next }: Observed, site: NamedSite): string {
  const name = ownProse(target);
  if (scored_at === undefined) return next === undefined ? '' : unscoredText(target, site.declared, next);
  const when = `(audited ${instant(scored_at)})`;
  if (status === undefined || evidence === undefined)
    return `The scorecard of ${name} ${when} does not have this check (${NOT_JUDGED}). A new audit will judge it.`;
  return `On ${name} ${when}: ${STATUS_WORDS[status as Status]}. ${EVIDENCE_WARNING}\n${fence(evidence)}`;
}
