/**
 * Scorecards and results files of other versions of this program: schema 0.4, with checks that no longer exist, without some
 * current ones, and (the later version) with optional fields added since.
 */
import { entryOf } from '../audit/scorecard/history.ts';
import type { Envelope, Result } from '../audit/scorecard/schema.ts';
import { categoriesOf, coverageOf, scoreOf, summaryOf, totalPoints } from '../audit/scorecard/score.ts';
import { BASE_URL, envelopeFor } from './envelopes.ts';

export const GENERATIONS = ['earlier', 'later'] as const;
export type Generation = (typeof GENERATIONS)[number];

/** Current checks that both versions lack, and a check that only these versions have. */
export const MISSING = ['webmcp', 'mcp-usage-doc', 'json-schemas'] as const;
export const UNKNOWN = 'tools-page';

export interface Parts {
  readonly host: string;
  readonly scoredAt?: string;
  /** The catalog's origin, without a slash at the end. */
  readonly baseUrl?: string;
  readonly absent?: readonly string[];
}

/** Any JSON; the readers under test interpret it. */
export type Json = Record<string, unknown>;

export function envelopeOfGeneration(
  generation: Generation,
  { host, scoredAt = '2026-05-01T06:00:00.000Z', baseUrl = BASE_URL, absent = [] }: Parts,
): Envelope {
  const whole = envelopeFor({
    target: host,
    scoredAt,
    verdict: ({ id }) => ({ status: absent.includes(id) ? 'absent' : 'pass', evidence: `/${id} -> 200` }),
  });
  const [first] = whole.scorecard.results;
  if (first === undefined) throw new Error('The catalogue is empty.');
  const unknown: Result = { ...first, id: UNKNOWN, label: `The ${UNKNOWN} works (${generation})` };
  const results = [
    ...whole.scorecard.results.filter(({ id }) => !MISSING.some((one) => one === id)),
    unknown,
  ];
  const score = scoreOf(results, totalPoints(results));
  const added = generation === 'later' ? { confidence: { overall: 0.9 } } : {};
  const envelope: Envelope = {
    ...whole,
    tier: 'cache',
    score_pct: score.relative,
    ...added,
    scorecard: {
      ...whole.scorecard,
      rules: generation === 'later' ? 900 : 1,
      summary: summaryOf(results),
      coverage_summary: coverageOf(results),
      score_pct: score.relative,
      score,
      categories: categoriesOf(results),
      results: results.map((one) => ({ ...one, ...added })),
      ...added,
    },
  };
  return JSON.parse(JSON.stringify(envelope).replaceAll(BASE_URL, baseUrl)) as Envelope;
}

export function fileOfGeneration(generation: Generation, parts: Parts): Json {
  const { scoredAt = '2026-05-01T06:00:00.000Z' } = parts;
  const before = new Date(Date.parse(scoredAt) - 7 * 86_400_000).toISOString();
  const latest = envelopeOfGeneration(generation, { absent: ['llms-txt'], ...parts, scoredAt });
  const previous = envelopeOfGeneration(generation, {
    ...parts,
    scoredAt: before,
    absent: ['llms-txt', 'robots', 'openapi'],
  });
  return {
    host: parts.host,
    latest,
    previous,
    history: [entryOf(previous), entryOf(latest)],
    failure: null,
  };
}

/** Returns the text of the file, in the layout of the store. */
export function fileText(generation: Generation, parts: Parts): string {
  return `${JSON.stringify(fileOfGeneration(generation, parts), null, 2)}\n`;
}
