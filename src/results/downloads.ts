/** The catalog, and the check definitions, for programs. */
import { definitions } from '../definitions/index.ts';
import type { ListedHost } from '../scorecard/record.ts';
import { rulesOf } from '../scorecard/rules.ts';
import { SPEC_VERSION } from '../versions.ts';
import { catalogStatsOf, figuresNote, newest } from '../view/catalog.ts';
import { checkDocument } from '../view/check-document.ts';
import type { Apart, Listed } from '../view/listed.ts';
import { BASE_TEXT, passRate, percentOf, rateText } from '../view/rate.ts';

export type Catalog = ReturnType<typeof catalogJson>;
export type CheckRates = ReturnType<typeof checkRates>;

/** The whole catalog as JSON. */
export function catalogJson(
  listed: readonly Listed[],
  origin: string,
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
) {
  return { ...catalogHead(listed, apart, waiting), ...catalogLists(listed, apart, waiting, origin) };
}

/** What the catalog says of all its sites together. */
export function catalogHead(
  listed: readonly Listed[],
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
) {
  return {
    kind: 'catalog' as const,
    spec_version: SPEC_VERSION,
    latest_audit: newest(listed) ?? null,
    note: figuresNote(listed) ?? null,
    counts: catalogStatsOf(listed, apart, waiting),
  };
}

/** The sites, as the catalog and its pages have them. */
export function catalogLists(
  listed: readonly Listed[],
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
  origin: string,
) {
  return {
    sites: listed.map((one) => siteJson(one, origin)),
    apart: apart.map((one) => apartJson(one, origin)),
    waiting: waiting.map(siteOf),
  };
}

/** A ranked site. */
export function siteJson({ target, scored }: Listed, origin: string) {
  const page = `${origin}/score/${target.host}`;
  return {
    ...siteOf(target),
    scored_at: scored.at,
    rules: rulesOf(scored.rules),
    score: scored.score,
    summary: scored.summary,
    mcp: scored.mcp,
    results: Object.fromEntries(scored.results.map((result) => [result.id, result.status])),
    waivers: target.waivers ?? [],
    scorecard_url: page,
    markdown_url: `${page}/md`,
    json_url: `${page}/json`,
  };
}

/** A site that is listed apart. */
export function apartJson({ target, listingState, last }: Apart, origin: string) {
  const page = `${origin}/score/${target.host}`;
  const { state, since, at, by, message } = listingState;
  return {
    ...siteOf(target),
    state,
    since,
    last_attempt: at,
    by: by ?? null,
    message,
    last_scorecard:
      last === undefined
        ? null
        : { scored_at: last.at, rules: rulesOf(last.rules), score: last.score, json_url: `${page}/json` },
    scorecard_url: page,
    markdown_url: `${page}/md`,
  };
}

function siteOf({ host, name, description, category, site_type, demo }: ListedHost) {
  return { host, name, description, category, site_type: site_type ?? null, demo: demo === true };
}

/** `/checks.json` */
export function checkRates(listed: readonly Listed[], origin: string) {
  return {
    kind: 'check-rates' as const,
    spec_version: SPEC_VERSION,
    latest_audit: newest(listed) ?? null,
    sites: listed.length,
    rate_base: BASE_TEXT,
    note: figuresNote(listed) ?? null,
    checks: definitions.map((check) => {
      const rate = passRate(listed, check.id);
      return {
        ...checkDocument(check, origin),
        markdown_url: `${origin}/fix/${check.id}.md`,
        rate: { passed: rate.passed, judged: rate.base, percent: percentOf(rate), text: rateText(rate) },
      };
    }),
  };
}
