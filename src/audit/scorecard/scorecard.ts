/** Builds an audit's envelope (the scorecard and information about the audit) from the verdicts of its checks. */

import { REFRESH_AFTER_MS } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import { SCHEMA_VERSION, SPEC_VERSION } from '../../base/versions.ts';
import type { Definition } from '../check-texts/definition.ts';
import { definitionOf } from '../check-texts/index.ts';
import { RULES } from '../check-texts/rule-sets.ts';
import { isFailing } from '../check-texts/vocabulary.ts';
import type { Verdict } from '../checks/check.ts';
import type { Cost } from '../evidence/cost.ts';
import { type Facts, HTML_PAGE, renderEvidence } from '../evidence/facts.ts';
import type { PlatformSeen } from '../evidence/root.ts';
import type { AuditRequest } from '../request.ts';
import { strictUri } from './address.ts';
import { BOUNDS, cutBytes } from './bounds.ts';
import { detailsOf } from './details.ts';
import { remediationOf } from './remediation.ts';
import type { Envelope, McpDiscovery, Result } from './schema.ts';
import { categoriesOf, coverageOf, scoreOf, summaryOf } from './score.ts';
import { usualFinding } from './title.ts';

/** The text shown if the evidence contains nothing that is safe to show. */
const NOTHING_TO_SHOW = 'nothing that can be shown';

const TOO_LONG = `its URL is longer than ${BOUNDS.url} characters, and not shown`;

const TIERS = { must: 'required', should: 'recommended', may: 'optional' } as const;

const SENTENCES = {
  pass: 'Verified',
  absent: 'Not found',
  broken: 'Present but broken',
  noncompliant: 'Present but noncompliant',
  error: 'Could not be checked',
  skip: 'Not run',
  'antecedent-unmet': 'Not applicable',
  'optional-absent': 'Not implemented, optional',
} as const;

/** Returns one check's result, with evidence that is safe to show. */
export function resultOf(check: Definition, verdict: Verdict, baseUrl: string): Result {
  const evidence =
    cutBytes(plain(renderEvidence(verdict.evidence), BOUNDS.evidence), BOUNDS.evidenceBytes) ||
    NOTHING_TO_SHOW;
  const details = detailsOf(verdict.evidence, evidence);
  const finding = findingFor(check.id, verdict);
  const sentence = SENTENCES[verdict.status === 'n_a' ? verdict.reason : verdict.status];
  const base = {
    id: check.id,
    label: check.label,
    category: check.category,
    group: check.principle,
    layer: 'web' as const,
    keyword: check.keyword,
    tier: TIERS[check.keyword],
    principle: check.principle,
    evidence,
    ...(finding === undefined ? {} : { finding }),
    ...(details === undefined ? {} : { details }),
    result: `${sentence} (${evidence})`,
  };
  switch (verdict.status) {
    case 'n_a':
      return { ...base, status: 'n_a', na_reason: verdict.reason };
    case 'absent':
      return {
        ...base,
        status: 'absent',
        ...(verdict.unprobed === true ? { unprobed: true } : {}),
        remediation: remediationOf(check, evidence, baseUrl),
      };
    case 'broken':
    case 'noncompliant':
      return { ...base, status: verdict.status, remediation: remediationOf(check, evidence, baseUrl) };
    case 'pass':
    case 'error':
    case 'skip':
      return { ...base, status: verdict.status };
  }
}

interface ScorecardFacts {
  readonly request: AuditRequest;
  /** The audited origin. It differs from the target's origin if the root redirected to another host. */
  readonly auditedOrigin: URL;
  readonly results: readonly Result[];
  /** The AI assistants' fetchers that robots.txt disallows. */
  readonly assistantsKeptOut?: readonly string[];
  readonly platforms?: readonly PlatformSeen[];
  /** How much text an agent must read to get the home page as HTML or Markdown. */
  readonly cost?: Cost | undefined;
  readonly mcpEndpoint: string | undefined;
  readonly mcpDiscovery: readonly McpDiscovery[];
  readonly scoredAt: Date;
  /** Whether the deadline ended the audit early. */
  readonly cutShort?: boolean;
}

/** Returns the envelope of a new audit: the scorecard, and information about the audit. */
export function envelopeOf(facts: ScorecardFacts): Envelope {
  const { request, results } = facts;
  const { target, baseUrl, canonicalOrigin, publicListing = false } = request;
  const score = scoreOf(results);
  const page = strictUri(`${baseUrl}/score/${target.name}`);
  return {
    kind: 'web',
    tier: 'live',
    target: target.name,
    ...(facts.cutShort === true ? { cut_short: true } : {}),
    scorecard_url: page,
    markdown_url: `${page}/md`,
    json_url: `${page}/json`,
    freshness: {
      cached: false,
      scored_at: facts.scoredAt.toISOString(),
      refresh_after: new Date(facts.scoredAt.getTime() + REFRESH_AFTER_MS).toISOString(),
    },
    spec_version: SPEC_VERSION,
    scorecard: {
      schema_version: SCHEMA_VERSION,
      spec_version: SPEC_VERSION,
      rules: RULES,
      target_url: target.url,
      ...(canonicalOrigin === undefined ? {} : { canonical_origin: canonicalOrigin }),
      ...(facts.assistantsKeptOut?.length ? { assistants_kept_out: [...facts.assistantsKeptOut] } : {}),
      ...(facts.platforms?.length ? { platforms: [...facts.platforms] } : {}),
      mcp_endpoint: facts.mcpEndpoint === undefined ? null : strictUri(facts.mcpEndpoint),
      mcp_discovery: facts.mcpDiscovery.slice(0, BOUNDS.attempts).map(discoveryOf),
      tool: { name: target.name, url: new URL('/', facts.auditedOrigin).href },
      audience: null,
      audit_profile: null,
      site_type: request.siteType,
      public_listing: publicListing,
      summary: summaryOf(results),
      coverage_summary: coverageOf(results),
      score_pct: score.relative,
      score,
      ...(facts.cost === undefined ? {} : { cost: facts.cost }),
      categories: categoriesOf(results),
      results: [...results],
    },
    target_url: target.url,
    score_pct: score.relative,
    site_spec_version: SPEC_VERSION,
    auditor_url: `${baseUrl}/score`,
  };
}

/** Marks a scorecard as stored. */
export function storedForm<T extends Served>(envelope: T): T {
  return { ...envelope, tier: 'cache', freshness: { ...envelope.freshness, cached: true } };
}

type Served = Pick<Envelope, 'tier' | 'freshness'>;

/** Returns the published form of an attempt to find the MCP endpoint. Its text is shortened and made safe to show. */
function discoveryOf({ source, endpoint, blocked, probed }: McpDiscovery): McpDiscovery {
  const url = endpoint === undefined ? undefined : strictUri(endpoint);
  const isLong = url !== undefined && url.length > BOUNDS.url;
  const why = blocked ?? (isLong ? TOO_LONG : undefined);
  return {
    source: nameOf(source),
    ...(url === undefined || isLong ? {} : { endpoint: url }),
    ...(why === undefined ? {} : { blocked: nameOf(why) }),
    ...(probed === undefined ? {} : { probed: nameOf(probed) }),
  };
}

function nameOf(text: string): string {
  return cutBytes(plain(text, BOUNDS.name), BOUNDS.name);
}

/** Returns the finding for a verdict; `undefined` if the check did not fail. */
export function findingFor(id: string, verdict: Verdict): string | undefined {
  const { status } = verdict;
  if (!isFailing(status)) return undefined;
  const ownFinding = 'finding' in verdict ? verdict.finding : undefined;
  if (ownFinding !== undefined) return ownFinding;
  const cause = status === 'broken' ? causeIn(verdict.evidence) : undefined;
  return cause === undefined ? usualFinding(id, status) : `${definitionOf(id)?.fails ?? id}: ${cause}.`;
}

/** Returns a cause of failure that is not specific to one check, such as a server error, to add to a check's title. */
function causeIn(facts: Facts): string | undefined {
  const last = facts.findLast((fact) => 'url' in fact);
  if (last === undefined) return undefined;
  if (last.lost !== undefined) return 'the redirects lead nowhere';
  if (last.status !== undefined && last.status >= 500) return `the server fails with status ${last.status}`;
  return last.found?.includes(HTML_PAGE) === true ? 'the address returns an HTML page' : undefined;
}
