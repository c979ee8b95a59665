import type { Waiver } from '../../audit/scorecard/waivers.ts';
import type { Baseline } from './baseline.ts';
import type { Config } from './config.ts';
import type { Assertion, FailOn } from './vocabulary.ts';

export interface Policy {
  readonly failOn: readonly FailOn[];
  readonly thresholds: NonNullable<Config['thresholds']>;
  readonly assertions: Readonly<Partial<Record<string, Assertion>>>;
  readonly assistants?: Config['assistants'];
  readonly waivers: readonly Waiver[];
  readonly baseline: Baseline | undefined;
}

interface PolicyInput extends Omit<Policy, 'failOn'> {
  /** Conditions that fail the audit. If the list is empty, each configured threshold, assertion and baseline can fail it. */
  readonly failOn: readonly FailOn[];
  /** Whether the command line sets a threshold. This threshold counts even if `failOn` does not contain `below`. */
  readonly thresholdTyped: boolean;
}

export function gatePolicyOf({ failOn, thresholdTyped, ...requirements }: PolicyInput): Policy {
  const stated = new Set(failOn);
  if (failOn.length === 0) {
    if (hasLimits(requirements)) stated.add('below');
    if (requirements.baseline !== undefined) stated.add('worse');
  }
  if (thresholdTyped) stated.add('below');
  return { ...requirements, failOn: [...stated] };
}

export function hasPolicy({ failOn, waivers }: Policy): boolean {
  return failOn.length > 0 || waivers.length > 0;
}

/** Returns a `failOn` value that needs a missing setting, such as `worse` without a baseline. */
export function missingFor(demands: Policy): FailOn | undefined {
  return demands.failOn.find(
    (one) => (one === 'below' && !hasLimits(demands)) || (one === 'worse' && demands.baseline === undefined),
  );
}

export function withoutEffect(demands: Policy): string[] {
  const { failOn, waivers } = demands;
  if (failOn.length === 0 && waivers.length > 0) {
    return ['The waivers have no effect: there is no failOn, threshold, assertion or baseline.'];
  }
  return !failOn.includes('below') && hasLimits(demands)
    ? ['The thresholds and assertions have no effect: failOn does not name “below”.']
    : [];
}

function hasLimits({
  thresholds,
  assertions,
  assistants,
}: Pick<Policy, 'thresholds' | 'assertions' | 'assistants'>): boolean {
  const { relative, global, categories = {} } = thresholds;
  return (
    assistants !== undefined ||
    relative !== undefined ||
    global !== undefined ||
    Object.keys(categories).length > 0 ||
    Object.values(assertions).some((one) => one !== 'off')
  );
}
