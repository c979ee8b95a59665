/** Locks targets for tests that write into a store. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store, TargetClaim } from '../store.ts';

/** Waits until a target is not locked, then locks it. */
export async function waitForClaim(store: Store, host: string): Promise<TargetClaim> {
  for (;;) {
    const claim = store.claim(host);
    if (claim !== undefined) return claim;
    await sleep(20);
  }
}
