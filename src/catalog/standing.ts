/** Where a target stands that is listed apart from the ranking: it lets no audit see it. Pure. */
import type { Failure, Stored } from './schema.ts';

export const STANDINGS = ['refuses', 'unreachable'] as const;

export interface Standing {
  /** `refuses`: something before the site turns the auditor away. `unreachable`: it gives no answer, or none in time. */
  readonly state: (typeof STANDINGS)[number];
  /** The first of the attempts in a row that ended so. */
  readonly since: string;
  /** The last attempt. */
  readonly at: string;
  /** Who refuses, where it can be told. Untrusted. */
  readonly by: string | undefined;
  /** What the last attempt failed with. Untrusted. */
  readonly message: string;
}

const STATES: Readonly<Record<string, Standing['state']>> = {
  target_blocked: 'refuses',
  target_unreachable: 'unreachable',
  audit_timeout: 'unreachable',
};

/**
 * Why a target is listed apart; `undefined` for one that is ranked, or that nothing is known of. A site that refuses the
 * auditor is never ranked, whatever is stored of it. One that was down at its last audit keeps the place of its last
 * scorecard, where it has one: sites are down at times.
 */
export function standingOf({ latest, failure }: Pick<Stored, 'latest' | 'failure'>): Standing | undefined {
  const state = failure === null ? undefined : STATES[failure.kind];
  if (failure === null || state === undefined) return undefined;
  if (state !== 'refuses' && latest !== null) return undefined;
  return { state, since: sinceOf(failure), at: failure.at, by: failure.by, message: failure.message };
}

/** When the attempts in a row that failed so began. */
export function sinceOf({ since, at }: Pick<Failure, 'since' | 'at'>): string {
  return since ?? at;
}
