/**
 * What a scorecard says to a reader, derived once for all its forms: the terminal, Markdown, the page, the texts of the MCP
 * server and the summary of a demo each put this into words of their own. No markup. What the scorecard quotes is untrusted
 * here, too: each renderer escapes it by its own rule.
 */
import type { Definition } from '../catalogue/definition.ts';
import { rulesOf } from '../scorecard/rules.ts';
import type { McpDiscovery } from '../scorecard/schema.ts';
import type { StoredEnvelope, StoredResult, StoredScorecard } from '../scorecard/stored.ts';
import { isUnseen } from '../scorecard/unseen.ts';
import { type Advice, adviceFor } from './advice.ts';
import { otherRules } from './judged.ts';
import {
  type CategoryLabel,
  categoryCount,
  categoryLabel,
  mcpState,
  meaningOf,
  noForecast,
  partialNote,
  shortCount,
} from './unseen.ts';
import { type VerdictView, verdictOf } from './verdict.ts';
import { instant, SCORE_NAMES, type StatusCount, statusCounts, together } from './words.ts';

/** One of the two scores. */
export interface ScoreView {
  /** In plain words, as `SCORE_NAMES` has it. */
  readonly name: string;
  /** 0 to 100. */
  readonly value: number;
  /** What it is measured against, in a sentence. */
  readonly meaning: string;
}

/** A category with its results, in the order of the scorecard. */
export interface CategoryView {
  readonly id: string;
  /** `C4` */
  readonly number: string;
  readonly name: string;
  readonly results: readonly StoredResult[];
  /** `3 of 5 passed, 1 error` */
  readonly count: string;
  /** The same where there is little room: `3/5, 1 error`. */
  readonly shortCount: string;
  readonly label: CategoryLabel;
}

/** What can be fixed, the fix that gains most first. */
interface FixesView {
  readonly advice: readonly Advice[];
  /** The advice on each result that can be fixed. */
  readonly byResult: ReadonlyMap<StoredResult, Advice>;
  /** Whether it can be told where the fixes lead. */
  readonly forecast: boolean;
  /** What all fixes together would give, or why that cannot be told. */
  readonly outlook: string;
}

export interface ScorecardView {
  readonly target: string;
  /** The address that was audited. */
  readonly address: string;
  /** The origin in whose place it was audited. */
  readonly canonical: string | undefined;
  /** To the minute: `2026-11-21 00:40 UTC`. */
  readonly audited: string;
  /** When it is due again, to the minute. */
  readonly due: string;
  readonly standard: string;
  /** The number of the rules. */
  readonly rules: number;
  readonly siteType: string | null;
  /** That it is no whole audit. Stands before the scores, which are of a part only. */
  readonly partial: string | undefined;
  /** That it was judged by other rules than those of today. */
  readonly otherRules: string | undefined;
  /** The whole in a sentence. */
  readonly verdict: VerdictView;
  /** The checks of today that its rules did not have. */
  readonly notJudged: readonly Definition[];
  readonly relative: ScoreView;
  readonly global: ScoreView;
  /** How many checks have each status. */
  readonly counts: readonly StatusCount[];
  /** Whether some check could not be seen or was not run, which says nothing of the site. */
  readonly hasUnseen: boolean;
  readonly categories: readonly CategoryView[];
  readonly fixes: FixesView;
  /** `endpoint` is untrusted; `state` says in a few words whether there is one. */
  readonly mcp: {
    readonly endpoint: string | null;
    readonly state: string;
    readonly attempts: readonly McpDiscovery[];
  };
}

export function scorecardView(envelope: StoredEnvelope): ScorecardView {
  const { target, scorecard, freshness, spec_version } = envelope;
  const { score, results } = scorecard;
  const meaning = meaningOf(results);
  const other = otherRules(scorecard);
  const fixes = fixesOf(scorecard);
  return {
    target,
    address: scorecard.tool.url,
    canonical: scorecard.canonical_origin,
    audited: instant(freshness.scored_at),
    due: instant(freshness.refresh_after),
    standard: spec_version,
    rules: rulesOf(scorecard),
    siteType: scorecard.site_type,
    partial: partialNote(envelope),
    otherRules: other?.note,
    verdict: verdictOf(scorecard, fixes.advice),
    notJudged: other?.notJudged ?? [],
    relative: { name: SCORE_NAMES.relative, value: score.relative, meaning: meaning.relative },
    global: { name: SCORE_NAMES.global, value: score.global, meaning: meaning.global },
    counts: statusCounts(scorecard),
    hasUnseen: results.some(isUnseen),
    categories: categoriesOf(scorecard),
    fixes,
    mcp: { endpoint: scorecard.mcp_endpoint, state: mcpState(scorecard), attempts: scorecard.mcp_discovery },
  };
}

function categoriesOf({ categories, results }: StoredScorecard): CategoryView[] {
  return categories.map((category, i) => {
    const own = results.filter((result) => result.category === category.id);
    return {
      id: category.id,
      number: `C${i + 1}`,
      name: category.name,
      results: own,
      count: categoryCount(category, own),
      shortCount: shortCount(category, own),
      label: categoryLabel(category, own),
    };
  });
}

function fixesOf(scorecard: StoredScorecard): FixesView {
  const { advice, reachable } = adviceFor(scorecard);
  return {
    advice,
    byResult: new Map(advice.map((one) => [one.failure, one])),
    forecast: reachable !== undefined,
    outlook:
      reachable === undefined
        ? noForecast(scorecard.results)
        : together(advice.length, scorecard.score, reachable),
  };
}
