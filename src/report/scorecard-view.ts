/** Computes the texts and numbers that all formats of a scorecard share. Renderers must escape quotes from the site. */

import type { ChangeDirection } from '../audit/check-texts/vocabulary.ts';
import { SCORE_NAMES, SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import { byRules, OWN_RULES, rulesOf, rulesText } from '../audit/scorecard/rules.ts';
import type { Envelope, Result, Scorecard, Since } from '../audit/scorecard/schema.ts';
import { noScore } from '../audit/scorecard/score.ts';
import { isFixed } from '../audit/scorecard/since.ts';
import { headlineOf } from '../audit/scorecard/title.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import { authorizationNote, instant, statusCounts } from '../audit/scorecard/words.ts';
import { plural } from '../base/text.ts';
import { isPlainAddress } from '../base/url.ts';
import { verdictOf } from '../fix/failures.ts';
import { notJudgedBy } from './checks.ts';
import { categoryCount, categoryLabel, mcpState, meaningOf, partialNote, shortCount } from './partial.ts';

export type ScorecardView = ReturnType<typeof viewOf>;
export type ScoreView = ScorecardView['relative' | 'global'];
export type CategoryView = ScorecardView['categories'][number];

/** Caches the views, because a page and its Markdown use the same view. */
const views = new WeakMap<Envelope, ScorecardView>();

/** Returns the view of a scorecard. The envelope must not change after this call, because views are cached. */
export function scorecardView(envelope: Envelope): ScorecardView {
  let view = views.get(envelope);
  if (view === undefined) {
    view = viewOf(envelope);
    views.set(envelope, view);
  }
  return view;
}

function viewOf(envelope: Envelope) {
  const { target, target_url, scorecard, freshness, spec_version } = envelope;
  const { score, results } = scorecard;
  const meaning = meaningOf(results);
  const notJudged = notJudgedBy(results);
  return {
    target,
    // The audited URL, or the requested URL if the audited one could carry instructions to agents (see `isPlainAddress`).
    address: isPlainAddress(scorecard.tool.url, target_url) ? scorecard.tool.url : target_url,
    canonical: scorecard.canonical_origin,
    // The time of the audit, to the minute, such as `2026-11-21 00:40 UTC`.
    audited: instant(freshness.scored_at),
    due: instant(freshness.refresh_after),
    standard: spec_version,
    rules: rulesOf(scorecard),
    siteType: scorecard.site_type,
    // The warning about a partial audit. It comes before the scores, which cover only some of the checks.
    partial: partialNote(envelope),
    otherRules: otherRulesNote(scorecard, notJudged.length),
    verdict: verdictOf(scorecard),
    noScore: noScore(results),
    since: sinceView(envelope),
    // The current checks that the scorecard's rules did not include.
    notJudged,
    relative: {
      name: SCORE_NAMES.relative,
      value: score.relative,
      label: SCORE_OF.relative,
      meaning: meaning.relative,
    },
    global: {
      name: SCORE_NAMES.global,
      value: score.global,
      label: SCORE_OF.global,
      meaning: meaning.global,
    },
    counts: statusCounts(scorecard),
    cost: costText(scorecard),
    hasUnseen: results.some(hasNoVerdict),
    categories: categoriesOf(scorecard),
    mcp: {
      // Untrusted. Unless `isPlain`, the URL could carry instructions to agents, so renderers mark it as a quote.
      endpoint: scorecard.mcp_endpoint,
      isPlain: isPlainAddress(scorecard.mcp_endpoint ?? target_url, target_url),
      state: mcpState(scorecard),
      note: authorizationNote(scorecard),
      attempts: scorecard.mcp_discovery,
    },
  };
}

function categoriesOf({ categories, results }: Scorecard) {
  return categories.map((category, i) => {
    const ofCategory = results.filter((result) => result.category === category.id);
    return {
      id: category.id,
      number: `C${i + 1}`,
      name: category.name,
      results: ofCategory,
      count: categoryCount(category, ofCategory),
      shortCount: shortCount(category, ofCategory),
      label: categoryLabel(category, ofCategory),
    };
  });
}

/** Returns a note that the scorecard was judged by other rules; `undefined` if it has the current rules and checks. */
function otherRulesNote(scorecard: Scorecard, notJudged: number): string | undefined {
  if (byRules(scorecard, OWN_RULES) === 0 && notJudged === 0) return undefined;
  const rules = `Judged by other rules (${rulesText(scorecard)}) than those of this version (${rulesText(OWN_RULES)}): the scores of the two are not comparable.`;
  if (notJudged === 0) return rules;
  return `${rules} ${plural(notJudged, 'check')} of this version ${notJudged === 1 ? 'was' : 'were'} not judged then.`;
}

const SOURCES = { live: 'the live result', catalog: "the catalog's scorecard" } as const;
const WAYS = {
  better: 'Better',
  worse: 'Worse',
  newly_applies: 'Newly applies',
  neutral: 'Changed',
} as const;

export type SinceView = NonNullable<ReturnType<typeof sinceView>>;

export function sinceView({ since, scorecard }: Envelope) {
  if (since === undefined) return undefined;
  const results = new Map(scorecard.results.map((result) => [result.id, result]));
  return {
    // The comparison in one line, such as `44% (was 35%): 1 fixed, 0 worse`.
    headline: sinceHeadline(since, scorecard.score.relative),
    compared: `Compared with ${SOURCES[since.of]} of ${instant(since.scored_at)}.`,
    // Untrusted, because it may quote the names of rules from a scorecard file.
    explanation: since.explanation,
    rows: since.changes.map((change) => ({
      ...change,
      title: titleNow(results.get(change.id), change),
      way: isFixed(change) ? 'Fixed' : WAYS[change.direction],
    })),
    comparable: since.comparable,
  };
}

function titleNow(result: Result | undefined, { id, to }: Since['changes'][number]): string {
  return headlineOf(result ?? { id, label: id, status: to });
}

function sinceHeadline({ score, comparable, fixed = 0, worse = 0, changes }: Since, now: number): string {
  if (comparable && changes.length === 0 && now === score.relative) return `${now}%, as before`;
  if (!comparable) return `${now}% now, ${score.relative}% before: these two scores cannot be compared`;
  const of = (wanted: ChangeDirection) => changes.filter(({ direction }) => direction === wanted).length;
  const better = changes.filter((change) => change.direction === 'better' && !isFixed(change)).length;
  const counts = [
    `${fixed} fixed`,
    ...(better === 0 ? [] : [`${better} better`]),
    `${worse} worse`,
    ...(of('newly_applies') === 0 ? [] : [`${of('newly_applies')} newly applying`]),
    ...(of('neutral') === 0 ? [] : [`${of('neutral')} changed otherwise`]),
  ];
  return `${now}% (was ${score.relative}%): ${changes.length === 0 ? 'nothing changed' : counts.join(', ')}`;
}

/** Returns how many tokens the home page costs an agent, in a sentence; `undefined` if it was not measured. */
export function costText({ cost }: Pick<Scorecard, 'cost'>): string | undefined {
  if (cost?.html === undefined) return undefined;
  const { html, markdown, llms_txt } = cost;
  const tokens = (count: number) => `about ${count.toLocaleString('en')} token${count === 1 ? '' : 's'}`;
  const begins = html.text_begins ?? 0;
  return [
    `The home page costs an agent ${tokens(html.tokens)}`,
    ...(begins >= 10 ? [`its text begins ${begins}% of the way into the HTML`] : []),
    ...(markdown === undefined ? [] : [`as Markdown it is ${tokens(markdown.tokens)}`]),
    ...(llms_txt === undefined ? [] : [`llms.txt is ${tokens(llms_txt.tokens)}`]),
  ]
    .join('; ')
    .concat('.');
}
