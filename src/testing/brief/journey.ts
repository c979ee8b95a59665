/** Audits a site, applies its brief in front of it, and audits it again. */
import type { SiteType } from '../../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { hasNoVerdict } from '../../audit/scorecard/verdict-word.ts';
import type { Brief, Part } from '../../fix/brief.ts';
import { briefMarkdown } from '../../fix/brief-markdown.ts';
import { readChange } from '../../fix/change-text.ts';
import { outcomeOf } from '../../fix/forecast.ts';
import { auditSite } from '../serve.ts';
import { applied } from './applied.ts';
import { briefFor, CHANGE_TEXTS } from './brief-for.ts';
import { serveFront } from './front.ts';

const MOST_CHARS = 14_000;

interface JourneyOptions {
  readonly siteType?: SiteType;
  /** Whether the owner has an API under `/api` and describes it. */
  readonly describesApi?: boolean;
  /** Compare the statuses even if some checks have no verdict, so that no score is forecast. */
  readonly anyway?: boolean;
  readonly connections?: number;
}

interface Journey {
  readonly brief: Brief;
  readonly markdown: string;
  /** Differences from the forecast, in words. */
  readonly faults: readonly string[];
}

/**
 * Applies the brief of a site; returns the outcome.
 *
 * @param upstream the URL of the site
 */
export async function journey(upstream: string, options: JourneyOptions = {}): Promise<Journey> {
  const { siteType = null, describesApi = false, anyway = false, connections = 8 } = options;
  await using front = await serveFront(upstream, connections);
  const before = await auditSite(front.url, { siteType });
  const brief = briefFor(before);
  const markdown = briefMarkdown(brief);
  front.change(applied(describesApi ? { ...brief, parts: [...brief.parts, API] } : brief, before));
  const after = await auditSite(front.url, { siteType });
  const outcome = outcomeOf(before.scorecard, () => false, describesApi ? ['openapi'] : []);
  const isForecast = !before.scorecard.results.some(hasNoVerdict);
  const expected = describesApi ? brief.withApi : brief.then;
  const { relative, global } = after.scorecard.score;
  const [forecast, became] = [
    expected && `${expected.relative} / ${expected.global}`,
    `${relative} / ${global}`,
  ];
  const copy = JSON.parse(JSON.stringify(before)) as Envelope;
  return {
    brief,
    markdown,
    faults: [
      ...(isForecast || anyway ? differences(before, after, outcome.results) : []),
      ...(forecast === (isForecast ? became : undefined) ? [] : [`forecast ${forecast}, became ${became}`]),
      ...(markdown.length > MOST_CHARS ? [`the brief has ${markdown.length} characters`] : []),
      ...(markdown === briefMarkdown(briefFor(copy)) ? [] : ['the same scorecard gave another brief']),
    ],
  };
}

/** The part of a brief for owners who have an API. */
const API: Part = {
  id: 'api',
  title: 'The API',
  fails: [],
  begins: ['openapi', 'json-errors'],
  evidence: [],
  ...readChange(CHANGE_TEXTS.api, (name) => ['openapi', 'json-errors', 'has-base'].includes(name)),
};

function differences(
  before: Envelope,
  after: Envelope,
  expected: readonly { readonly id: string; readonly status: string }[],
): string[] {
  return after.scorecard.results.flatMap(({ id, status, evidence }) => {
    const first = before.scorecard.results.find((one) => one.id === id);
    const then = expected.find((one) => one.id === id)?.status;
    if (first === undefined || hasNoVerdict(first) || then === status) return [];
    return [`${id}: ${first.status} (${first.evidence}), forecast ${then}, became ${status} (${evidence})`];
  });
}
