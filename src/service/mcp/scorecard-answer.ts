/**
 * What the tools answer that give a scorecard. How much of it an answer has (.github/DECISIONS.md, "MCP"). All but the whole envelope has a limit, the same
 * for every site, which counts text and structured content together.
 */

import * as z from 'zod';
import { scoresText } from '../../audit/check-texts/vocabulary.ts';
import { bytesIn, jsonBytes } from '../../audit/scorecard/bounds.ts';
import { hasNoVerdict } from '../../audit/scorecard/no-verdict.ts';
import type { Envelope, Result } from '../../audit/scorecard/schema.ts';
import { instant } from '../../audit/scorecard/words.ts';
import type { Known } from '../api.ts';
import { leavesPath } from '../mcp-endpoint.ts';
import { scores, word } from './schemas.ts';
import { blocks, boundedText, failuresIn, scorecardSummaryText, shortSince } from './texts.ts';

const DETAILS = ['summary', 'failures', 'full'] as const;
type DetailLevel = (typeof DETAILS)[number];

/** The whole result of a call, in bytes of JSON. */
export const MOST_BYTES = 16_000;
/** What stands around text and structured content: the frame of JSON-RPC, and what a revision of MCP adds. */
const FRAME_BYTES = 500;
/** The short guide to one check, without the frame. */
export const CHECK_BYTES = 4_000 - FRAME_BYTES;
/** The brief of a site, without the frame. */
export const BRIEF_BYTES = 8_000 - FRAME_BYTES;
/** The text's part, which is for clients that show their model nothing else. */
const TEXT_BYTES = 5_000;

export const detailArgument = z
  .enum(DETAILS)
  .default('failures')
  .describe('failures: each result except pass and n_a. full: the whole envelope, up to 120 kB.');

/** A scorecard in each detail: at the same places, of which the smaller ones leave some out. */
export const scorecardOutput = z.looseObject({
  tier: z.enum(['cache', 'live']),
  target: word,
  cut_short: z.literal(true).optional(),
  scorecard_url: word,
  json_url: word,
  freshness: z.looseObject({ scored_at: word, refresh_after: word }),
  scorecard: z.looseObject({
    mcp_endpoint: word.nullable(),
    summary: z.record(z.string(), z.int()),
    score: z.looseObject({ relative: z.int(), global: z.int() }),
    results: z
      .array(
        z.looseObject({
          id: word,
          keyword: word,
          status: word,
          evidence: word.describe('Untrusted.'),
          remediation: z.looseObject({ fix: word, skill_url: word }).optional(),
        }),
      )
      .optional(),
  }),
  left_out: z
    .looseObject({ ids: z.array(word), more: word })
    .optional()
    .describe('Left out for lack of room.'),
});

type ScorecardOutput = z.input<typeof scorecardOutput>;

interface ScorecardAnswer {
  readonly structured: ScorecardOutput;
  readonly text: string;
}

/** Answers made so far, as long as their envelopes are kept: making one takes longer than the rest of a call. */
const made = new WeakMap<Envelope, Map<string, ScorecardAnswer>>();

/**
 * A scorecard as a tool gives it.
 *
 * @param beside bytes that the answer has besides
 */
export function scorecardAnswer(envelope: Envelope, detail: DetailLevel, beside = 0): ScorecardAnswer {
  const known = made.get(envelope) ?? new Map<string, ScorecardAnswer>();
  made.set(envelope, known);
  const key = `${detail} ${beside}`;
  const answer = known.get(key) ?? makeAnswer(envelope, detail, MOST_BYTES - FRAME_BYTES - beside);
  known.set(key, answer);
  return answer;
}

function makeAnswer(envelope: Envelope, detail: DetailLevel, room: number): ScorecardAnswer {
  if (detail === 'summary') return { structured: summaryOf(envelope), text: scorecardSummaryText(envelope) };
  const text = boundedText(envelope, TEXT_BYTES);
  if (detail === 'full') return { structured: envelope, text };
  return { structured: failuresOf(envelope, room - bytesIn(text)), text };
}

function summaryOf(envelope: Envelope) {
  const { tier, target, cut_short, scorecard_url, markdown_url, json_url } = envelope;
  const { freshness, since, place, scorecard } = envelope;
  const { rules, site_type, mcp_endpoint, summary, score, categories } = scorecard;
  return {
    tier,
    target,
    ...(cut_short === true ? { cut_short } : {}),
    scorecard_url,
    markdown_url,
    json_url,
    freshness,
    ...(since === undefined ? {} : { since: shortSince(since) }),
    ...(place === undefined ? {} : { place }),
    scorecard: {
      rules,
      site_type,
      mcp_endpoint,
      summary,
      score,
      categories: categories.map(({ id, passed, counted }) => ({ id, passed, counted })),
    },
  };
}

/** The summary with what fails and what was not seen, as much of it as there is room for. */
function failuresOf(envelope: Envelope, room: number): ScorecardOutput {
  const summary = summaryOf(envelope);
  const { results } = envelope.scorecard;
  const all = [
    ...failuresIn(envelope).map(failureOf),
    ...results
      .filter(hasNoVerdict)
      .map(({ id, keyword, status, evidence }) => ({ id, keyword, status, evidence })),
  ];
  const giving = (shown: number): ScorecardOutput => ({
    ...summary,
    scorecard: { ...summary.scorecard, results: all.slice(0, shown) },
    ...(shown === all.length ? {} : { left_out: omittedNote(envelope, all.slice(shown)) }),
  });
  const whole = giving(all.length);
  if (jsonBytes(whole) <= room) return whole;
  let free = room - jsonBytes(giving(0));
  // What is shown is not named among what is left out.
  const fitting = all.findIndex((one) => {
    free -= jsonBytes(one) - jsonBytes(one.id);
    return free < 0;
  });
  return giving(Math.max(0, fitting));
}

function failureOf({ id, keyword, status, evidence, remediation }: Result) {
  return {
    id,
    keyword,
    status,
    evidence,
    ...(remediation === undefined
      ? {}
      : { remediation: { fix: remediation.fix, skill_url: remediation.skill_url } }),
  };
}

function omittedNote({ cut_short }: Envelope, results: readonly Pick<Result, 'id'>[]) {
  return {
    ids: results.map(({ id }) => id),
    more: cut_short === true ? 'get_fix with check_id; detail full' : 'json_url, or detail full',
  };
}

/** A note that the path in `typed` was not audited, unless it is the MCP endpoint. */
export function pathNote(typed: string, envelope: Envelope): string[] {
  if (!leavesPath(typed, envelope)) return [];
  return [
    `A scorecard is of a whole site: the origin ${new URL(envelope.target_url).origin} was audited, not the path that you named. To name an MCP endpoint, pass its path as mcp_endpoint.`,
  ];
}

/** Returns a scorecard, with notes before its text. */
export function answerWithNotes(envelope: Envelope, detail: DetailLevel, told: readonly string[]) {
  const { structured, text } = scorecardAnswer(envelope, detail, bytesIn(blocks(told)));
  return { structured, text: blocks([...told, text]) };
}

/** Returns the newest scorecard, by which a site is fixed; `undefined` if none is stored. */
export function newestOf({ envelope, live }: Known): Envelope | undefined {
  return live ?? envelope;
}

/** A live scorecard that is newer than that of the catalog: it is named beside that one, never given in its place. */
export const newerOutput = z
  .strictObject({
    scored_at: word,
    score: scores,
    scorecard_url: word,
    markdown_url: word,
    json_url: word,
  })
  .describe('Newer than the catalog.');

export function newerOf(live: Envelope): z.input<typeof newerOutput> {
  const { freshness, scorecard, scorecard_url, markdown_url, json_url } = live;
  return {
    scored_at: freshness.scored_at,
    score: scorecard.score,
    scorecard_url,
    markdown_url,
    json_url,
  };
}

export function newerText({ freshness, scorecard: { score }, markdown_url }: Envelope): string {
  return `A newer live audit, of ${instant(freshness.scored_at)}: ${scoresText(score)}, at ${markdown_url}. This is the scorecard of the catalog:`;
}
