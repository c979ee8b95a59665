/** robots.txt (RFC 9309), whom it keeps out, and its extensions Content-Signal and Content-Usage. */

import { parseDictionary, Token } from 'structured-headers';
import { AI_FETCHERS } from '../../base/ai-fetchers.ts';
import { withoutTrailing } from '../../base/text.ts';

/** One group: the product tokens that it names (lower case, `*` for all) and its rules. */
interface RobotsGroup {
  readonly agents: readonly string[];
  readonly rules: readonly { readonly allow: boolean; readonly path: string }[];
}

/** A parsed robots.txt. */
export interface RobotsTxt {
  readonly groups: readonly RobotsGroup[];
  /** The values of `Sitemap:` lines, as written. */
  readonly sitemaps: readonly string[];
  /** The values of `Content-Signal:` lines, as written. */
  readonly contentSignals: readonly string[];
  /** Lines whose name is nearly `Content-Signal`, such as `Content-Signals: ai-train=no`; no crawler reads them. */
  readonly misnamedSignals: readonly string[];
  /** The values of `Content-Usage:` lines, as written. */
  readonly contentUsages: readonly string[];
  /** The values of `User-agent:` lines that name several agents, of which crawlers read the first alone. */
  readonly lists: readonly string[];
}

/** What RFC 9309 section 2.5 makes every crawler read, in characters. */
const MAX_CHARS = 500 * 1024;

/**
 * Reads a robots.txt; lines that are none of its fields are passed over, as RFC 9309 section 2.2 asks. No library on
 * npm gives the groups and the extension lines (they answer "may this agent fetch this path"), which is what is judged.
 */
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
        // Several User-agent lines in a row open one group; the first rule closes its list of names.
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

/** Two names with a comma or a semicolon between them, outside of the comment that a User-Agent header has. */
const LIST = /^[\w.*-]{1,100}[ \t]{0,10}[,;][ \t]{0,10}[\w*]/;

/**
 * The product token that a `User-agent:` line names, in lower case; empty where it names none.
 *
 * RFC 9309 section 2.2.1 has letters, `_` and `-` in a token, and its authors' parser takes the run of these with which
 * the value begins: `GPTBot/1.1 (+https://…)` and `GPTBot*` name `gptbot`, and so does `GPTBot, ClaudeBot`, which names
 * nothing else. Digits and dots are read as well, since operators document tokens that have them (`AI2Bot`), so that
 * `GPTBot2` is another name than `GPTBot`. A `*` means all only where it stands alone or before white space.
 */
function productToken(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return '*';
  return withoutTrailing(/^[\w.-]+/.exec(value)?.[0] ?? '', '.').toLowerCase();
}

/**
 * Whether the groups that name an agent disallow a path. Groups for all (`*`) do not count: this says what is meant for this
 * agent alone (RFC 9309, section 2.2.2).
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

const KNOWN_SIGNALS: readonly string[] = ['search', 'ai-input', 'ai-train'];
/** How content may be shown, which Cloudflare's managed robots.txt says beside the three. */
const USES: readonly string[] = ['immediate', 'reference', 'full'];

/** One signal of contentsignals.org as a line sets it, in lower case: `ai-train=no` has the name `ai-train` and the value `no`. */
interface ContentSignal {
  readonly name: string;
  readonly value: string;
}

/** Reads the value of one line: `search=yes, ai-train=no`. What is not `name=value` is passed over. */
export function parseContentSignals(line: string): ContentSignal[] {
  return Array.from(
    line.toLowerCase().matchAll(/([a-z][a-z0-9_-]{0,63})[ \t]{0,8}=[ \t]{0,8}([^\s,;]*)/g),
  ).map(([, name = '', value = '']) => ({ name, value }));
}

/** A signal of the vocabulary, set to a value that it has: yes or no. */
export function isKnownSignal({ name, value }: ContentSignal): boolean {
  if (name === 'use') return USES.includes(value);
  return KNOWN_SIGNALS.includes(name) && (value === 'yes' || value === 'no');
}

/**
 * One usage preference of the IETF's AIPREF group as it is written: `train-ai=n`. A `Content-Usage` line, or the header field
 * of that name (draft-ietf-aipref-attach-05), holds a dictionary of them (draft-ietf-aipref-vocab-08, "Exemplary
 * Serialization Format").
 */
export interface UsagePreference {
  readonly category: string;
  /** The token that it is set to; `undefined` for another type of value, which states nothing. */
  readonly value: string | undefined;
}

/** The categories of the vocabulary in force. Earlier drafts had others, which are to be ignored now. */
const CATEGORIES: readonly string[] = ['train-ai', 'search'];

/** A value longer than this is not read further, in characters. */
const MAX_USAGE_CHARS = 8 * 1024;

/** What a line of robots.txt states, and for which path; without one it is for all. */
interface UsageRule {
  readonly path: string | undefined;
  readonly preferences: readonly UsagePreference[];
}

/**
 * Reads a line of robots.txt: a path may stand before the preferences.
 *
 * @returns `undefined` where the dictionary cannot be parsed, and states nothing for that reason
 */
export function parseContentUsageRule(value: string): UsageRule | undefined {
  const rule = value.slice(0, MAX_USAGE_CHARS).trim();
  const [path] = /^\/[^ \t]*/.exec(rule) ?? [];
  const preferences = parseContentUsage(rule.slice(path?.length ?? 0));
  return preferences && { path, preferences };
}

/** Reads a dictionary (RFC 9651 section 4.2.2); of a category that is set twice the last value counts. */
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

/** A category of the vocabulary that is allowed (`y`) or not (`n`). */
export function isPreference({ category, value }: UsagePreference): boolean {
  return CATEGORIES.includes(category) && (value === 'y' || value === 'n');
}
