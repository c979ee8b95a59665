/** Whether a robots.txt lets an agent ask for a path (RFC 9309, section 2.2.2). */
import { AI_FETCHERS } from '../ai-fetchers.ts';
import type { RobotsTxt } from './robots.ts';

/**
 * Whether the groups that name an agent disallow a path. Groups for all (`*`) do not count: this says what is meant for this
 * agent alone.
 *
 * @param token the agent's product token
 * @param path begins with a slash
 */
export function disallowsByName({ groups }: RobotsTxt, token: string, path: string): boolean {
  const name = token.toLowerCase();
  return disallows(
    groups.filter(({ agents }) => agents.includes(name)),
    path,
  );
}

/** The fetchers of AI assistants that may not ask for the home page: by the groups that name them, or else by those for all. */
export function assistantsKeptOut({ groups }: RobotsTxt): string[] {
  const groupsFor = (name: string) => groups.filter(({ agents }) => agents.includes(name));
  return AI_FETCHERS.filter((name) => {
    const own = groupsFor(name);
    return disallows(own.length > 0 ? own : groupsFor('*'), '/');
  });
}

/** The longest rule that matches decides, of two equally long ones the one that allows. */
function disallows(groups: RobotsTxt['groups'], path: string): boolean {
  let allowed = 0;
  let disallowed = 0;
  for (const { allow, path: rule } of groups.flatMap(({ rules }) => rules)) {
    if (rule === '' || !matches(rule, path)) continue;
    if (allow) allowed = Math.max(allowed, rule.length);
    else disallowed = Math.max(disallowed, rule.length);
  }
  return disallowed > allowed;
}

/** `*` stands for any characters, `$` at the end for the end of the path; all other rules match beginnings. */
function matches(rule: string, path: string): boolean {
  const toEnd = rule.endsWith('$');
  const parts = (toEnd ? rule.slice(0, -1) : rule).split('*');
  const first = parts.shift() ?? '';
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = toEnd ? parts.pop() : undefined;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!toEnd) return true;
  if (last === undefined) return at === path.length;
  return path.length - last.length >= at && path.endsWith(last);
}
