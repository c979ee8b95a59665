/** How fast requests are sent: within the limits that responses state. */
import { READ_LIMIT } from '../limits.ts';
import type { DeploymentAnswer } from './probe.ts';

/** Reads that are left for other users of this address. */
const LEFT = 2;

/**
 * How long to wait after a response, in milliseconds: until a refusal ends, or, before the next metered request, until reads
 * are free again. At most one window of the limit: a longer wait is not believed.
 */
export function pauseAfter({ status, headers }: Pick<DeploymentAnswer, 'status' | 'headers'>): number {
  const seconds = (name: string) => Number(headers[name] ?? Number.NaN) * 1000;
  if (status === 429) return Math.min(seconds('retry-after') || READ_LIMIT.windowMs, READ_LIMIT.windowMs);
  const reset = seconds('ratelimit-reset');
  const isUsedUp = Number(headers['ratelimit-remaining'] ?? Number.NaN) <= LEFT;
  return isUsedUp && reset >= 0 && reset <= READ_LIMIT.windowMs ? reset : 0;
}
