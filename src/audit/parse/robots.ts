/** Parses robots.txt (RFC 9309) and its extensions Content-Signal and Content-Usage. */

import { parseDictionary, Token } from 'structured-headers';
import { AI_FETCHERS } from '../../base/ai-fetchers.ts';
import { withoutTrailing } from '../../base/text.ts';

/** A group of rules, and the product tokens that it applies to, in lower case (`*` for all agents). */
interface RobotsGroup {
  readonly agents: readonly string[];
  readonly rules: readonly { readonly allow: boolean; readonly path: string }[];
}

export interface RobotsTxt {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
  readonly contentSignals: readonly string[];
  /** `Content-Signal` lines with a misspelled name, such as `Content-Signals: ai-train=no`. Crawlers ignore these lines. */
  readonly misnamedSignals: readonly string[];
  readonly contentUsages: readonly string[];
  /** The values of `User-agent:` lines that list several agents. Crawlers read only the first agent in such a line. */
  readonly lists: readonly string[];
}

/** The number of characters of robots.txt that are read. RFC 9309 section 2.5 requires crawlers to read at least 500 KiB. */
const MAX_CHARS = 500 * 1024;

/** Parses a robots.txt (RFC 9309). No npm package returns both the groups and the extension lines. */
export function parseRobots(text: string): RobotsTxt {
  const groups: { agents: string[]; rules: { allow: boolean; path: string }[] }[] = [];
  const sitemaps: string[] = [];
  const contentSignals: string[] = [];
  const misnamedSignals: string[] = [];
  const contentUsages: string[] = [];
  const lists: string[] = [];
  let open: (typeof groups)[number] | undefined;
  for (const line of text
    .slice(0, MAX_CHARS)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|[\r\n]/)) {
    const [, field = '', rest = ''] = /^\s*([a-z_-]+)\s*:(.*)$/is.exec(line.split('#', 1)[0] ?? '') ?? [];
    const value = rest.trim();
    switch (field.toLowerCase()) {
      case 'user-agent':
        // Consecutive User-agent lines start one group. After the group's first rule, a User-agent line starts a new group.
        if (open === undefined || open.rules.length > 0) {
          open = { agents: [], rules: [] };
          groups.push(open);
        }
        if (value !== '') open.agents.push(productToken(value));
        if (LIST.test(value)) lists.push(value);
        break;
      case 'allow':
      case 'disallow':
        open?.rules.push({ allow: field.toLowerCase() === 'allow', path: value });
        break;
      case 'sitemap':
        if (value !== '') sitemaps.push(value);
        break;
      case 'content-signal':
        contentSignals.push(value);
        break;
      case 'content-usage':
        contentUsages.push(value);
        break;
      default:
        if (NEARLY_SIGNAL.test(field)) misnamedSignals.push(line.trim());
    }
  }
  return { groups, sitemaps, contentSignals, misnamedSignals, contentUsages, lists };
}

const NEARLY_SIGNAL = /^(?:x-)?content[-_]?signals?$/i;

/** Matches several agents separated by a comma or semicolon. Does not match a User-Agent header (`Mozilla/5.0 (X11; …)`). */
const LIST = /^[\w.*-]{1,100}[ \t]{0,10}[,;][ \t]{0,10}[\w*]/;

/**
 * Returns the product token of a `User-agent:` line in lower case; empty if there is none.
 *
 * A token has letters, `_` and `-` (RFC 9309 section 2.2.1). The parser by the RFC's authors takes the longest run of these
 * characters at the start of the value: `GPTBot/1.1 (+https://…)`, `GPTBot*` and `GPTBot, ClaudeBot` all give `gptbot`. This
 * function also accepts digits and dots, because operators document tokens such as `AI2Bot`. So `GPTBot2` is a different token.
 * A `*` means all agents only if it is alone or before white space.
 */
function productToken(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return '*';
  return withoutTrailing(/^[\w.-]+/.exec(value)?.[0] ?? '', '.').toLowerCase();
}

/** Returns whether the groups that name an agent disallow a path. Groups for `*` do not count (RFC 9309, section 2.2.2). */
export function disallowsByName({ groups }: RobotsTxt, token: string, path: string): boolean {
  const name = token.toLowerCase();
  return disallows(
    groups.filter(({ agents }) => agents.includes(name)),
    path,
  );
}

/** Returns the fetchers of AI assistants that may not fetch `/`. The groups for `*` apply to fetchers that no group names. */
export function assistantsKeptOut({ groups }: RobotsTxt): string[] {
  const groupsFor = (name: string) => groups.filter(({ agents }) => agents.includes(name));
  return AI_FETCHERS.filter((name) => {
    const named = groupsFor(name);
    return disallows(named.length > 0 ? named : groupsFor('*'), '/');
  });
}

/** Returns whether the longest rule that matches the path is a `Disallow`. If two rules are equally long, `Allow` wins. */
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

/** Returns whether a rule matches the start of a path. `*` matches any characters. A final `$` matches the end of the path. */
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

const KNOWN_SIGNALS: readonly string[] = ['search', 'ai-input', 'ai-train'];
/** The values of `use`, a signal in Cloudflare's managed robots.txt that says how content may be shown. */
const USES: readonly string[] = ['immediate', 'reference', 'full'];

/** One signal (contentsignals.org) in lower case. For example, `ai-train=no` has the name `ai-train` and the value `no`. */
interface ContentSignal {
  readonly name: string;
  readonly value: string;
}

/** Parses the value of a `Content-Signal` line, such as `search=yes, ai-train=no`. Skips text that is not `name=value`. */
export function parseContentSignals(line: string): ContentSignal[] {
  return Array.from(
    line.toLowerCase().matchAll(/([a-z][a-z0-9_-]{0,63})[ \t]{0,8}=[ \t]{0,8}([^\s,;]*)/g),
  ).map(([, name = '', value = '']) => ({ name, value }));
}

/** Returns whether a signal's name is known and its value is allowed: `yes` or `no`, or one of `USES` for `use`. */
export function isKnownSignal({ name, value }: ContentSignal): boolean {
  if (name === 'use') return USES.includes(value);
  return KNOWN_SIGNALS.includes(name) && (value === 'yes' || value === 'no');
}

/**
 * A usage preference, such as `train-ai=n` (draft-ietf-aipref-vocab-08, "Exemplary Serialization Format"). A `Content-Usage`
 * line or header contains a dictionary of usage preferences (draft-ietf-aipref-attach-05).
 */
export interface UsagePreference {
  readonly category: string;
  /** The value if it is a token such as `y`. Values of other types state no preference and become `undefined`. */
  readonly value: string | undefined;
}

/** The categories in the current draft of the AIPREF vocabulary. Others, such as those of earlier drafts, are ignored. */
const CATEGORIES: readonly string[] = ['train-ai', 'search'];

/** The maximum number of characters that are read of a `Content-Usage` value. */
const MAX_USAGE_CHARS = 8 * 1024;

/** The usage preferences in a `Content-Usage` line of robots.txt. Without a `path`, they apply to all paths. */
interface UsageRule {
  readonly path: string | undefined;
  readonly preferences: readonly UsagePreference[];
}

/** Parses the value of a `Content-Usage` line in robots.txt: an optional path, then preferences. `undefined` if it is invalid. */
export function parseContentUsageRule(value: string): UsageRule | undefined {
  const rule = value.slice(0, MAX_USAGE_CHARS).trim();
  const [path] = /^\/[^ \t]*/.exec(rule) ?? [];
  const preferences = parseContentUsage(rule.slice(path?.length ?? 0));
  return preferences && { path, preferences };
}

/** Parses a dictionary of usage preferences (RFC 9651 section 4.2.2). If a category appears twice, its last value counts. */
export function parseContentUsage(value: string): UsagePreference[] | undefined {
  try {
    return Array.from(parseDictionary(value.slice(0, MAX_USAGE_CHARS).trim()), ([category, [item]]) => ({
      category,
      value: item instanceof Token ? item.toString() : undefined,
    }));
  } catch {
    return undefined;
  }
}

/** Returns whether a preference has one of `CATEGORIES` and the value `y` or `n`. */
export function isPreference({ category, value }: UsagePreference): boolean {
  return CATEGORIES.includes(category) && (value === 'y' || value === 'n');
}
