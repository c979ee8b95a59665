/** Scorecards for tests: all checks with any verdicts, created by the production code. */

import type { Definition } from '../audit/check-texts/definition.ts';
import { definitions } from '../audit/check-texts/index.ts';
import { type SiteType, STATUSES } from '../audit/check-texts/vocabulary.ts';
import type { Verdict } from '../audit/checks/check.ts';
import { type Facts, says } from '../audit/evidence/facts.ts';
import type { Envelope, McpDiscovery } from '../audit/scorecard/schema.ts';
import { envelopeOf, resultOf } from '../audit/scorecard/scorecard.ts';
import { parseTarget } from '../audit/target.ts';

export const BASE_URL = 'https://catalog.example';

/** Returns a check with placeholder texts, for tests that do not depend on the real ones. */
function standIn(definition: Definition): Definition {
  const { id } = definition;
  return {
    ...definition,
    label: `The ${id} surface works`,
    goal: `Agents gain what ${id} offers.`,
    fix: `Publish what ${id} asks for, as \`its standard\` says.`,
    resources: [{ label: `About ${id}`, url: `https://standards.example/${id}` }],
  };
}

/** All of them, in the order of the check definitions. */
export const standInChecks: readonly Definition[] = definitions.map(standIn);

type InWords<V> = V extends Verdict ? Omit<V, 'evidence'> & { readonly evidence: Facts | string } : never;

/** A verdict whose evidence may be a plain sentence. */
export type VerdictInWords = InWords<Verdict>;

export interface EnvelopeParts {
  /** The verdict of each check; default: pass. */
  readonly verdict?: (check: Definition, index: number) => VerdictInWords;
  readonly checks?: readonly Definition[];
  readonly target?: string;
  readonly siteType?: SiteType;
  readonly scoredAt?: string;
  readonly canonicalOrigin?: string;
  readonly mcpEndpoint?: string;
  readonly mcpDiscovery?: readonly McpDiscovery[];
  readonly cutShort?: boolean;
}

const seen = (status: string): Facts => [{ url: 'https://site.example/x', status: 200, found: [status] }];

export function envelopeFor(parts: EnvelopeParts = {}): Envelope {
  const {
    verdict = (): VerdictInWords => ({ status: 'pass', evidence: seen('as asked') }),
    checks = standInChecks,
  } = parts;
  const target = parseTarget(parts.target ?? 'site.example');
  return envelopeOf({
    request: {
      target,
      baseUrl: BASE_URL,
      siteType: parts.siteType ?? null,
      canonicalOrigin: parts.canonicalOrigin,
    },
    auditedOrigin: new URL(target.url),
    results: checks.map((check, i) => resultOf(check, inFacts(verdict(check, i)), BASE_URL)),
    mcpEndpoint: parts.mcpEndpoint,
    mcpDiscovery: parts.mcpDiscovery ?? [],
    scoredAt: new Date(parts.scoredAt ?? '2026-11-21T00:40:12.345Z'),
    cutShort: parts.cutShort ?? false,
  });
}

function inFacts({ evidence, ...verdict }: VerdictInWords): Verdict {
  return { ...verdict, evidence: typeof evidence === 'string' ? says(evidence) : evidence };
}

/** Cycles through the statuses that say something about the site. */
export function everySeenStatus(check: Definition, index: number): Verdict {
  const verdict = everyStatus(check, index);
  return verdict.status === 'error' || verdict.status === 'skip'
    ? { status: 'pass', evidence: verdict.evidence }
    : verdict;
}

/** Cycles through all statuses, including both reasons of n_a and `unprobed`. */
export function everyStatus(_check: Definition, index: number): Verdict {
  const status = STATUSES[index % STATUSES.length] ?? 'pass';
  const evidence = seen(status);
  if (status === 'n_a') {
    return { status, evidence, reason: index % 2 === 0 ? 'antecedent-unmet' : 'optional-absent' };
  }
  return status === 'absent' && index % 2 === 0 ? { status, evidence, unprobed: true } : { status, evidence };
}
