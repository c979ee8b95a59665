/** Scorecards for tests: the whole catalogue with any verdicts, made by the code that makes real ones. */
import type { Check, Verdict } from '../checks/check.ts';
import { catalogueEntries } from '../contract/catalogue.ts';
import {
  type CategoryId,
  type Envelope,
  type Keyword,
  type McpDiscovery,
  type Principle,
  type SiteType,
  STATUSES,
} from '../scorecard/schema.ts';
import { envelopeOf, resultOf } from '../scorecard/scorecard.ts';
import { parseTarget } from '../target.ts';

export const BASE_URL = 'https://catalog.example';

/** A check of the contract's catalogue with plain words for all else; for what does not depend on the real ones. */
function standIn({ id, category, keyword, principle }: (typeof catalogueEntries)[number]): Check {
  return {
    id,
    category: category as CategoryId,
    keyword: keyword as Keyword,
    principle: principle as Principle,
    label: `The ${id} surface works`,
    goal: `Agents gain what ${id} offers.`,
    fix: `Publish what ${id} asks for, as \`its standard\` says.`,
    resources: [{ label: `About ${id}`, url: `https://standards.example/${id}` }],
    needs: [],
    uses: [],
    examples: [],
    decide: () => ({ status: 'skip', evidence: 'a stand-in' }),
  };
}

/** All 65, in the catalogue's order. */
export const standInChecks: readonly Check[] = catalogueEntries.map(standIn);

export interface EnvelopeParts {
  /** What each check says; the default is pass. */
  readonly verdict?: (check: Check, index: number) => Verdict;
  readonly checks?: readonly Check[];
  readonly target?: string;
  readonly siteType?: SiteType;
  readonly scoredAt?: string;
  readonly mcpEndpoint?: string;
  readonly mcpDiscovery?: readonly McpDiscovery[];
  readonly cutShort?: boolean;
}

const seen = (status: string) => `https://site.example/x -> 200 (${status})`;

/** An envelope with these verdicts. */
export function envelopeFor(parts: EnvelopeParts = {}): Envelope {
  const { verdict = () => ({ status: 'pass', evidence: seen('as asked') }), checks = standInChecks } = parts;
  const target = parseTarget(parts.target ?? 'site.example');
  return envelopeOf({
    target,
    auditedOrigin: new URL(target.url),
    results: checks.map((check, i) => resultOf(check, verdict(check, i), BASE_URL)),
    siteType: parts.siteType ?? null,
    mcpEndpoint: parts.mcpEndpoint,
    mcpDiscovery: parts.mcpDiscovery ?? [],
    scoredAt: new Date(parts.scoredAt ?? '2026-11-21T00:40:12.345Z'),
    baseUrl: BASE_URL,
    publicListing: false,
    cutShort: parts.cutShort ?? false,
  });
}

/** Every status in turn that says something of the site. */
export function everySeenStatus(check: Check, index: number): Verdict {
  const verdict = everyStatus(check, index);
  return verdict.status === 'error' || verdict.status === 'skip'
    ? { status: 'pass', evidence: verdict.evidence }
    : verdict;
}

/** Every status in turn, both reasons of n_a and `unprobed` among them. */
export function everyStatus(_check: Check, index: number): Verdict {
  const status = STATUSES[index % STATUSES.length] ?? 'pass';
  const evidence = seen(status);
  if (status === 'n_a') {
    return { status, evidence, reason: index % 2 === 0 ? 'antecedent-unmet' : 'optional-absent' };
  }
  return status === 'absent' && index % 2 === 0 ? { status, evidence, unprobed: true } : { status, evidence };
}
