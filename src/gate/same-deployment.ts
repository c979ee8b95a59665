/** Previews: a site at another address than the one that it will have. */
import { sameSite } from '../parse/same-site.ts';
import { isPublicHost } from '../target.ts';

/**
 * Whether a site may be held against the baseline of another: a preview may, on this machine, in a private network or under
 * the same registrable domain; and so may whatever the baseline of a preview is used for.
 *
 * @param target a host with its port
 */
export function isSameDeployment(baseline: string, target: string): boolean {
  if (baseline === target) return true;
  const [a, b] = [`https://${baseline}`, `https://${target}`];
  if (!URL.canParse(a) || !URL.canParse(b)) return false;
  return !isPublicHost(new URL(a)) || !isPublicHost(new URL(b)) || sameSite(a, b);
}
