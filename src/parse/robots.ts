/** robots.txt (RFC 9309) and its extensions Content-Signal and Content-Usage. */

/** One group: the product tokens that it names (lower case, `*` for all) and its rules. */
export interface RobotsGroup {
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
  return { groups, sitemaps, contentSignals, contentUsages };
}

/** `GPTBot/1.1 (+https://…)` → `gptbot`: versions and comments are not part of the token that crawlers match. */
function productToken(value: string): string {
  return (value.split(/[\s/]/, 1)[0] ?? '').toLowerCase();
}
