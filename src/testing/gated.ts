import { definitions } from '../audit/check-texts/index.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import type { Waiver } from '../audit/scorecard/waivers.ts';
import { type Baseline, renewBaseline } from '../report/gate/baseline.ts';
import { evaluateGate } from '../report/gate/evaluate.ts';
import { gatePolicyOf, type Policy } from '../report/gate/policy.ts';
import { envelopeFor, type VerdictInWords } from './envelopes.ts';

export type Statuses = Readonly<Record<string, string>>;

/** Returns an envelope in which these checks have these statuses, and all others pass. */
export function scored(
  statuses: Statuses,
  parts: { at?: string; cutShort?: boolean; siteType?: 'api' } = {},
): Envelope {
  return envelopeFor({
    checks: definitions,
    scoredAt: `${parts.at ?? '2026-11-22'}T12:00:00.000Z`,
    cutShort: parts.cutShort ?? false,
    siteType: parts.siteType ?? null,
    verdict: ({ id }) => {
      const status = statuses[id] ?? 'pass';
      const evidence = 'seen';
      if (status === 'optional') return { status: 'n_a', reason: 'optional-absent', evidence };
      if (status === 'n_a') return { status: 'n_a', reason: 'antecedent-unmet', evidence };
      return { status, evidence } as VerdictInWords;
    },
  });
}

export function baselineOf(statuses: Statuses): Baseline {
  return renewBaseline(scored(statuses), undefined, 'update').baseline;
}

type Given = Partial<Omit<Policy, 'failOn'>> & { failOn?: Policy['failOn']; thresholdTyped?: boolean };

export function demands(given: Given): Policy {
  return gatePolicyOf({
    failOn: [],
    thresholds: {},
    assertions: {},
    waivers: [],
    baseline: undefined,
    thresholdTyped: false,
    ...given,
  });
}

/** Returns the outcome in a form to compare: standings by check, and the rest. */
export function outcome(statuses: Statuses, given: Given, parts?: Parameters<typeof scored>[1]) {
  const { results, ...rest } = evaluateGate(scored(statuses, parts), demands(given));
  return {
    ...rest,
    standings: Object.fromEntries([...results].map(([id, { disposition }]) => [id, disposition])),
  };
}

export const waiver = (check: string, expires: string): Waiver => ({
  check: check as Waiver['check'],
  reason: 'later',
  expires,
});
