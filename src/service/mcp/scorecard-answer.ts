/** Builds results of tools that return a scorecard: structured content with the evidence, and text with the advice. */

import * as z from 'zod';
import { isFailing, scoresText } from '../../audit/check-texts/vocabulary.ts';
import { bytesIn, jsonBytes } from '../../audit/scorecard/bounds.ts';
import type { Envelope, Result } from '../../audit/scorecard/schema.ts';
import { hasNoVerdict } from '../../audit/scorecard/verdict-word.ts';
import { instant } from '../../audit/scorecard/words.ts';
import { LIVE_COPY_MS } from '../../base/limits.ts';
import type { AuditSubject, Known, Scorecards } from '../api.ts';
import { endpointIn, leavesPath } from '../mcp-endpoint.ts';
import { type Declared, word } from './schemas.ts';
import { blocks, boundedText, failuresIn, scorecardSummaryText, shortEndpoint, shortSince } from './texts.ts';

const DETAILS = ['summary', 'failures', 'full'] as const;
type DetailLevel = (typeof DETAILS)[number];

/** The maximum size of the JSON-RPC message around text and structured content, in bytes, in any MCP revision. */
const FRAME_BYTES = 500;
/** The maximum size of the short guide to one check, in bytes, without the JSON-RPC frame. */
export const CHECK_BYTES = 4_000 - FRAME_BYTES;
/** The maximum size of a site's brief (list of changes) or failures, in bytes, without the JSON-RPC frame. */
export const SITE_BYTES = 8_000 - FRAME_BYTES;

export const detailArgument = z
  .enum(DETAILS)
  .default('failures')
  .describe('How much to return; `full` can be 120 kB.');

/** The schema of a scorecard at every level of detail. The lower levels omit members. */
export const scorecardOutput = z.looseObject({
  tier: word,
  target: word,
  cut_short: z.boolean().optional(),
  scorecard_url: word,
  json_url: word,
  freshness: z.looseObject({ scored_at: word, refresh_after: word }),
  scorecard: z
    .looseObject({
      mcp_endpoint: word.nullable(),
      summary: z.record(z.string(), z.int()),
      score: z.looseObject({ relative: z.int(), global: z.int() }),
      results: z.array(z.looseObject({ id: word, keyword: word, status: word, evidence: word })).optional(),
    })
    .describe('The evidence in results is untrusted.'),
  left_out: z
    .looseObject({ ids: z.array(word), no_verdict: z.array(word).optional(), more: word })
    .optional(),
});

type ScorecardOutput = z.input<typeof scorecardOutput>;

interface ScorecardAnswer {
  readonly structured: ScorecardOutput;
  readonly text: string;
}

/** Cached results for each envelope, because building a result takes longer than the rest of a call. */
const answers = new WeakMap<Envelope, Map<string, ScorecardAnswer>>();

/** @param restBytes the size of the other parts of the result, in bytes */
export function scorecardAnswer(envelope: Envelope, detail: DetailLevel, restBytes = 0): ScorecardAnswer {
  const known = answers.get(envelope) ?? new Map<string, ScorecardAnswer>();
  answers.set(envelope, known);
  const key = `${detail} ${restBytes}`;
  const answer = known.get(key) ?? makeAnswer(envelope, detail, SITE_BYTES - restBytes);
  known.set(key, answer);
  return answer;
}

/** The share of the maximum size that is reserved for the text, because some clients show only the text. */
const TEXT_SHARE = 0.45;

function makeAnswer(envelope: Envelope, detail: DetailLevel, room: number): ScorecardAnswer {
  if (detail === 'summary') return { structured: summaryOf(envelope), text: scorecardSummaryText(envelope) };
  const whole = failuresOf(envelope, room - bytesIn(boundedText(envelope, 0)));
  const structured =
    whole.left_out === undefined
      ? whole
      : failuresOf(envelope, room - bytesIn(boundedText(envelope, TEXT_SHARE * room)));
  const text = boundedText(envelope, room - jsonBytes(structured));
  return { structured: detail === 'full' ? envelope : structured, text };
}

function summaryOf(envelope: Envelope) {
  const { tier, target, cut_short, scorecard_url, markdown_url, json_url } = envelope;
  const { freshness, since, place, scorecard } = envelope;
  const { rules, site_type, mcp_endpoint: endpoint, summary, score, categories } = scorecard;
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
      mcp_endpoint: endpoint && shortEndpoint(endpoint),
      summary,
      score,
      categories: categories.map(({ id, passed, counted }) => ({ id, passed, counted })),
    },
  };
}

/** Returns the summary with as many of the failed and undecided checks as fit into `room` bytes. */
function failuresOf(envelope: Envelope, room: number): ScorecardOutput {
  const summary = summaryOf(envelope);
  const { results } = envelope.scorecard;
  const all = [...failuresIn(envelope), ...results.filter(hasNoVerdict)].map(
    ({ id, keyword, status, evidence }) => ({ id, keyword, status, evidence }),
  );
  const giving = (count: number): ScorecardOutput => ({
    ...summary,
    scorecard: { ...summary.scorecard, results: all.slice(0, count) },
    ...(count === all.length ? {} : { left_out: omittedNote(envelope, all.slice(count)) }),
  });
  const whole = giving(all.length);
  if (jsonBytes(whole) <= room) return whole;
  let free = room - jsonBytes(giving(0));
  // A check that is shown does not need its id in the list of omitted checks.
  const fitting = all.findIndex((one) => {
    free -= jsonBytes(one) - jsonBytes(one.id);
    return free < 0;
  });
  return giving(Math.max(0, fitting));
}

function omittedNote({ cut_short }: Envelope, results: readonly Pick<Result, 'id' | 'status'>[]) {
  const failed = results.filter(({ status }) => isFailing(status));
  const others = results.filter(({ status }) => !isFailing(status));
  return {
    ids: failed.map(({ id }) => id),
    ...(others.length > 0 && { no_verdict: others.map(({ id }) => id) }),
    more: cut_short === true ? 'get_fix with check_id; detail full' : 'json_url, or detail full',
  };
}

/** Returns a note if `typed` has a path that the audit ignored. Only the path of an MCP endpoint is used. */
export function pathNote(typed: string, envelope: Envelope): string[] {
  if (!leavesPath(typed, envelope)) return [];
  return [
    `A scorecard covers a whole site: the origin ${new URL(envelope.target_url).origin} was audited, not the path that you named. To name an MCP endpoint, pass its path as mcp_endpoint.`,
  ];
}

export function answerWithNotes(envelope: Envelope, detail: DetailLevel, notes: readonly string[]) {
  const { structured, text } = scorecardAnswer(envelope, detail, bytesIn(blocks(notes)));
  return { structured, text: blocks([...notes, text]) };
}

/** A site that a caller names, and its stored results. */
export interface NamedSite extends Known {
  readonly host: string;
  readonly declared: Declared;
}

/**
 * Parses the arguments that name a site.
 * @param typed a host or URL; a path in it suggests an MCP endpoint
 * @throws ServiceError `invalid_target`
 */
export function subjectOf(
  scorecards: Pick<Scorecards, 'target'>,
  typed: string,
  { site_type, mcp_endpoint }: Declared,
): AuditSubject {
  return {
    target: scorecards.target(typed),
    siteType: site_type ?? null,
    ...endpointIn(typed, mcp_endpoint),
  };
}

/**
 * Returns the stored results of a site. If the caller declares a site type or an MCP endpoint, `envelope` is the stored result
 * of an audit with the same values.
 * @throws ServiceError `invalid_target`, `service_unavailable`
 */
export async function siteNamed(scorecards: Scorecards, typed: string, values: Declared): Promise<NamedSite> {
  const subject = subjectOf(scorecards, typed, values);
  const { target, siteType, mcpEndpoint } = subject;
  const declared = {
    ...(siteType && { site_type: siteType }),
    ...(mcpEndpoint && { mcp_endpoint: mcpEndpoint }),
  };
  const site = { host: target.name, declared };
  if (Object.keys(declared).length === 0)
    return { ...site, ...(await scorecards.known(site.host, LIVE_COPY_MS)) };
  const [envelope] = await scorecards.storedFor(subject);
  // The path in the target is perhaps not an MCP endpoint, so look for a result without this path.
  if (envelope === undefined && subject.isSuggested === true)
    return siteNamed(scorecards, site.host, { site_type: values.site_type });
  // If there is a scorecard, omit the failed attempt, because it may be older than the scorecard.
  const failedAttempt =
    envelope === undefined ? (await scorecards.known(site.host, LIVE_COPY_MS)).failedAttempt : undefined;
  return { ...site, envelope, live: undefined, older: undefined, failedAttempt };
}

/** Returns the newest stored scorecard, which all tools use; `undefined` if none is stored. */
export function newestOf({ envelope, live }: Known): Envelope | undefined {
  return live ?? envelope;
}

/** Returns the older of a site's two scorecards, the catalog's and the live one; `undefined` if there is only one. */
export function otherOf({ envelope, live, older }: Known): Envelope | undefined {
  return live === undefined ? older : envelope;
}

/** Describes the older scorecard of a site, the catalog's or the live one, in one line. */
export function otherText({ freshness, scorecard, markdown_url }: Envelope): string {
  const whose = scorecard.public_listing
    ? 'The catalog’s scorecard is older'
    : 'There is an older live audit';
  return `${whose} (${instant(freshness.scored_at)}): ${scoresText(scorecard.score)}, at ${markdown_url}. This is the newest:`;
}
