/** What a scorecard must meet, collected from all that the caller has set. */

import type { Waiver } from '../../audit/scorecard/waivers.ts';
import type { Baseline } from './baseline.ts';
import type { Config } from './config.ts';
import type { Assertion, FailOn } from './vocabulary.ts';

export interface Policy {
  readonly failOn: readonly FailOn[];
  readonly thresholds: NonNullable<Config['thresholds']>;
  /** By the id of a check or of a category. */
  readonly assertions: Readonly<Partial<Record<string, Assertion>>>;
  /** Whether AI assistants must be let in. */
  readonly assistants?: Config['assistants'];
  readonly waivers: readonly Waiver[];
  readonly baseline: Baseline | undefined;
}

/** What was asked for. */
interface PolicyInput extends Omit<Policy, 'failOn'> {
  /** Nothing where it was not said: then it follows from the rest. */
  readonly failOn: readonly FailOn[];
  /** A threshold was typed beside a configuration that does not ask for any: it counts all the same. */
  readonly thresholdTyped: boolean;
}

/** What makes the gate fail where nothing was said of it: what is configured. */
export function gatePolicyOf({ failOn, thresholdTyped, ...asked }: PolicyInput): Policy {
  const stated = new Set(failOn);
  if (failOn.length === 0) {
    if (hasLimits(asked)) stated.add('below');
    if (asked.baseline !== undefined) stated.add('worse');
  }
  if (thresholdTyped) stated.add('below');
  return { ...asked, failOn: [...stated] };
}

/** Whether anything is asked for that a gate could say something of. */
export function hasPolicy({ failOn, waivers }: Policy): boolean {
  return failOn.length > 0 || waivers.length > 0;
}

/** What `failOn` names and nothing is configured for. */
export function missingFor(demands: Policy): FailOn | undefined {
  return demands.failOn.find(
    (one) => (one === 'below' && !hasLimits(demands)) || (one === 'worse' && demands.baseline === undefined),
  );
}

/** What is configured and has no effect, a sentence each. */
export function withoutEffect(demands: Policy): string[] {
  const { failOn, waivers } = demands;
  if (failOn.length === 0 && waivers.length > 0) {
    return ['The waivers have no effect: there is no failOn, threshold, assertion or baseline.'];
  }
  return !failOn.includes('below') && hasLimits(demands)
    ? ['The thresholds and assertions have no effect: failOn does not name “below”.']
    : [];
}

/** Whether there is a threshold or an assertion that asks for something. */
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
