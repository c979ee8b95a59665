/** robots.txt (RFC 9309) and its extensions Content-Signal and Content-Usage. */

import { withoutTrailing } from './trailing.ts';

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
  const contentUsages: string[] = [];
  const lists: string[] = [];
  let open: (typeof groups)[number] | undefined;
  for (const line of text
    .slice(0, MAX_CHARS)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|[\r\n]/)) {
    const [, field = '', rest = ''] = /^\s*([a-z-]+)\s*:(.*)$/is.exec(line.split('#', 1)[0] ?? '') ?? [];
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
    }
  }
  return { groups, sitemaps, contentSignals, contentUsages, lists };
}

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
