/** Previews: a site at another address than the one that it will have. */
import { sameSite } from '../parse/same-site.ts';
import { isPublicForm } from '../target.ts';

/**
 * Whether a site may be held against the baseline of another: a preview may, on this machine, in a private network or under
 * the same registrable domain; and so may whatever the baseline of a preview is used for.
 *
 * @param target a host with its port
 */
export function mayStandFor(baseline: string, target: string): boolean {
  if (baseline === target) return true;
  const [a, b] = [`https://${baseline}`, `https://${target}`];
  if (!URL.canParse(a) || !URL.canParse(b)) return false;
  return !isPublicForm(new URL(a)) || !isPublicForm(new URL(b)) || sameSite(a, b);
}
