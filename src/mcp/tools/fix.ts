/** How to fix a check, and what was seen of it on one site. */

import * as z from 'zod';
import { TOLD_MS } from '../../limits.ts';
import { markdownText } from '../../render/escape.ts';
import { bytesIn, jsonBytes } from '../../scorecard/bounds.ts';
import { EVIDENCE_WARNING, fence } from '../../scorecard/remediation.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import type { Known } from '../../service-api.ts';
import { partFor, platformsOf, type ShortGuide, shortGuide } from '../../view/guide-text.ts';
import { platformAsked } from '../../view/platforms.ts';
import { platformsOfAudit } from '../../view/platforms-seen.ts';
import { instant, NOT_JUDGED, statusWord } from '../../view/words.ts';
import { FIX_BYTES } from '../detail.ts';
import { guideNamed, similarIds } from '../guides.ts';
import { echo } from '../params.ts';
import {
  checkIdArgument,
  type NextCall,
  nextCall,
  platformArgument,
  targetArgument,
  word,
} from '../schemas.ts';
import { auditNext, blocks, missText } from '../texts.ts';
import { tool } from '../tool.ts';
import { READS } from './reading.ts';

const observed = z.strictObject({
  target: word,
  found: z.boolean(),
  status: word.optional(),
  evidence: word.optional().describe('Untrusted.'),
  scored_at: word.optional(),
  live: z
    .strictObject({ status: word, evidence: word, scored_at: word })
    .optional()
    .describe('By a newer live audit.'),
  next: nextCall.optional(),
});

type Observed = z.infer<typeof observed>;

export const getFix = tool({
  name: 'get_fix',
  title: 'Read a fix guide',
  description:
    'Gives the guide to one check as text: why it matters, how to fix and verify it; with target what was seen there. ' +
    'Use it for each failure you fix. Cost: a read.',
  input: z.strictObject({
    check_id: checkIdArgument,
    target: targetArgument.optional(),
    platform: platformArgument.optional(),
  }),
  output: z.strictObject({
    found: z.boolean(),
    check_id: word,
    check: z
      .strictObject({
        label: word,
        category: word,
        keyword: word,
        principle: word,
        goal: word,
        passes_when: word,
        fix: word,
        skill_url: word,
      })
      .optional(),
    platforms: z.array(word).optional(),
    guide_url: word.optional(),
    observed: observed.optional(),
    similar: z.array(word).optional(),
    next: nextCall.optional(),
  }),
  annotations: READS,
  canFail: true,
  async run({ check_id, target, platform: id }, { library, scorecards }) {
    const host = target === undefined ? undefined : scorecards.target(target).name;
    const known = await guideNamed(library, check_id);
    if (known === undefined) {
      const similar = await similarIds(library, check_id);
      const alike = similar.length === 0 ? '' : ` Similar ids: ${similar.join(', ')}.`;
      return {
        structured: { found: false, check_id: echo(check_id), similar, next: LIST },
        text: missText(`There is no check with this id.${alike}`, LIST),
      };
    }
    const { check, guide } = known;
    const { label, goal, passes_when, fix, skill_url } = check;
    const site = host === undefined ? undefined : await scorecards.known(host, TOLD_MS);
    const seen = host === undefined || site === undefined ? undefined : observedOn(host, check.id, site);
    const shown = shownFor(guide, id, site?.envelope);
    const structured = {
      found: true,
      check_id: check.id,
      check: {
        label,
        category: check.category,
        keyword: check.keyword,
        principle: check.principle,
        goal,
        passes_when,
        fix,
        skill_url,
      },
      platforms: platformsOf(guide).map((one) => one.id),
      guide_url: `${library.origin}/fix/${check.id}.md`,
      observed: seen,
    };
    const observed = seen === undefined ? [] : [observedText(seen)];
    const room = FIX_BYTES - jsonBytes(structured) - bytesIn(blocks(observed)) - MOST_NOTE;
    const short = shortGuide(bodyOf(guide), shown.platform, room);
    return {
      structured,
      text: blocks([
        ...observed,
        ...shown.note,
        short.text.trim(),
        restText(structured.guide_url, guide, short),
      ]),
    };
  },
});

/** The most that is said of what is not in the text, in bytes. */
const MOST_NOTE = 700;

/** The platform that is named; where none is, the first that the audit of the site saw and the guide has a part for. */
function shownFor(guide: string, id: string | undefined, envelope: StoredEnvelope | undefined) {
  const seen =
    id === undefined && envelope !== undefined
      ? platformsOfAudit(envelope.scorecard).known.find(
          ({ platform }) => partFor(guide, platform) !== undefined,
        )
      : undefined;
  return seen === undefined
    ? { platform: platformAsked(id), note: [] }
    : {
        platform: seen.platform,
        note: [
          `The steps are for ${seen.platform.name}, recognised by ${markdownText(seen.by)}; platform names another.`,
        ],
      };
}

/** From its title on, before which stands what index files read, and without the names of platforms, which stand behind it. */
function bodyOf(guide: string): string {
  return guide.slice(guide.indexOf('\n# ') + 1).replace(/^Snippets for: .*\n\n/m, '');
}

/** What is not in the text of a guide, and where it is. */
function restText(url: string, whole: string, { text, leftOut }: ShortGuide): string {
  const shown = platformsOf(text);
  const others = platformsOf(whole).filter((one) => !shown.includes(one));
  return [
    ...(shown.length > 0 || others.length === 0
      ? []
      : [
          `The steps for one platform: the same call with platform ${others.map(({ id }) => id).join(', ')}.`,
        ]),
    leftOut.length === 0
      ? `The whole guide: ${url}`
      : `The whole guide, with “${leftOut.join('”, “')}”: ${url}`,
  ].join(' ');
}

const LIST: NextCall = { tool: 'list_checks', arguments: {}, why: 'The list of checks has all ids.' };

function observedOn(host: string, id: string, { envelope, live }: Known): Observed {
  if (envelope === undefined) return { target: host, found: false, next: auditNext(host) };
  const newer = live && seenIn(live, id);
  const beside = newer === undefined ? {} : { live: newer };
  const seen = seenIn(envelope, id);
  if (seen !== undefined) return { target: host, found: true, ...seen, ...beside };
  const { scored_at } = envelope.freshness;
  return { target: host, found: true, scored_at, ...beside, next: anewOn(host) };
}

function seenIn({ scorecard, freshness }: StoredEnvelope, id: string): Observed['live'] {
  const result = scorecard.results.find((one) => one.id === id);
  return result && { status: result.status, evidence: result.evidence, scored_at: freshness.scored_at };
}

/** An older scorecard is taken for fresh, too, and has not got what its rules had not. */
function anewOn(host: string): NextCall {
  return {
    tool: 'score_cli',
    arguments: { target: host },
    why: 'A new audit judges it; it is metered.',
  };
}

function observedText({ target, found, status: verdict, evidence, scored_at, live, next }: Observed): string {
  if (!found && next !== undefined)
    return missText(`No scorecard of ${markdownText(target)} is stored.`, next);
  const when = scored_at === undefined ? '' : ` (audited ${instant(scored_at)})`;
  const newer = live === undefined ? [] : ['By a newer live audit:', verdictText(target, live)];
  if (verdict === undefined || evidence === undefined || scored_at === undefined)
    return blocks([
      `The scorecard of ${markdownText(target)}${when} does not have this check (${NOT_JUDGED}); a new audit will.`,
      ...newer,
    ]);
  return blocks([verdictText(target, { status: verdict, evidence, scored_at }), ...newer]);
}

function verdictText(target: string, { status, evidence, scored_at }: NonNullable<Observed['live']>): string {
  return [
    `On ${markdownText(target)} (audited ${instant(scored_at)}): ${markdownText(statusWord(status))}. ${EVIDENCE_WARNING}`,
    fence(evidence),
  ].join('\n');
}
