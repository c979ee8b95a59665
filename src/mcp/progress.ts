/** Progress of an audit in few steps. */
import type { AuditProgress } from '../service/services.ts';

/** About how often a client is told of one audit: as many times as there are categories of checks. */
const STEPS = 6;

/**
 * Passes on the first report, the last one, and those between at which another step is done; each tells of more than the
 * one before, as the protocol demands (MCP, "Progress").
 */
export function steps(
  tell: (progress: number, total: number, message: string) => void,
): (progress: AuditProgress) => void {
  let told: number | undefined;
  return ({ done, total, message }) => {
    if (told !== undefined && done <= told) return;
    const step = (count: number) => Math.floor((count * STEPS) / Math.max(total, 1));
    if (told !== undefined && step(done) === step(told)) return;
    told = done;
    tell(done, total, message);
  };
}
