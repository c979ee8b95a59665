/** What is made of a stored scorecard on request (`derived.ts`, whose code only such requests load). */

import type { ServiceSettings } from '../settings.ts';

/** The ends of their paths below `/score/<target>/`. */
export const DERIVED = ['evidence', 'changes.atom'] as const;

export type Derived = (typeof DERIVED)[number];

/** What the platform's own caches may do with an answer; browsers never see it. */
export const SHARED_CACHE = 'Netlify-CDN-Cache-Control';

/**
 * They keep it as long as the deployment lasts: what is stored of a site changes with a deployment only, and each one empties
 * them (https://docs.netlify.com/build/caching/caching-overview/, "Automatic invalidation with atomic deploys"). `durable`:
 * the places of the network share it.
 */
const WHILE_DEPLOYED = 'public, durable, s-maxage=31536000';
/** What an operator's database has may change at any time. */
const A_MINUTE = 'public, s-maxage=60';

/** How long they keep what is made of a stored scorecard. */
export function sharedCacheOf({ database }: Pick<ServiceSettings, 'database'>): string {
  return database ? A_MINUTE : WHILE_DEPLOYED;
}
