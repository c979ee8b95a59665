/** Audits a site, follows its brief in front of it, and audits it again. */
import { readdirSync, readFileSync } from 'node:fs';
import type { SiteType } from '../../definitions/vocabulary.ts';
import { type Brief, briefOf } from '../../fix/brief.ts';
import { briefMarkdown } from '../../fix/brief-markdown.ts';
import type { ChangeTexts } from '../../fix/changes.ts';
import { outcomeOf } from '../../fix/forecast.ts';
import { hasNoVerdict } from '../../scorecard/no-verdict.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { auditSite } from '../serve.ts';
import { applied } from './applied.ts';
import { serveFront } from './front.ts';

const FOLDER = new URL('../../../content/changes/', import.meta.url);
export const TEXTS = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name.replace('.mdx', ''), readFileSync(new URL(name, FOLDER), 'utf8')]),
) as ChangeTexts;
const MOST_CHARS = 14_000;

export interface Journey {
  readonly brief: Brief;
  readonly markdown: string;
  readonly before: Envelope;
  /** What is not as it was forecast, in words. */
  readonly faults: readonly string[];
}

/**
 * Returns what became of a site once its brief was followed.
 *
 * @param upstream the address of the site
 */
export async function journey(upstream: string, siteType: SiteType = null): Promise<Journey> {
  await using front = await serveFront(upstream);
  const before = await auditSite(front.url, { siteType });
  const brief = briefOf(before, { texts: TEXTS, verify: `audit-for-agents ${front.url}` });
  const markdown = briefMarkdown(brief);
  front.change(applied(brief, before));
  const after = await auditSite(front.url, { siteType });
  const outcome = outcomeOf(before.scorecard);
  const faults = [
    ...(brief.then === undefined ? [] : differences(before, after, outcome.results)),
    ...scoreFaults(brief.then, after, before),
    ...(markdown.length > MOST_CHARS ? [`the brief has ${markdown.length} characters`] : []),
    ...(markdown === again(before, front.url) ? [] : ['the same scorecard gave another brief']),
  ];
  return { brief, markdown, before, faults };
}

function again(envelope: Envelope, url: string): string {
  const copy = JSON.parse(JSON.stringify(envelope)) as Envelope;
  return briefMarkdown(briefOf(copy, { texts: TEXTS, verify: `audit-for-agents ${url}` }));
}

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

function scoreFaults(then: Brief['then'], after: Envelope, before: Envelope): string[] {
  const { relative, global } = after.scorecard.score;
  if (then === undefined) return before.scorecard.results.some(hasNoVerdict) ? [] : ['no score is forecast'];
  return then.relative === relative && then.global === global
    ? []
    : [`forecast ${then.relative} / ${then.global}, became ${relative} / ${global}`];
}
