/**
 * Escapes text for each output: terminal, Markdown, CSV, JSON and shell. The templates of `html/markup.ts` escape HTML and
 * XML. Every text of an audited site passes through one of these functions. Text for people is first made `plain`: one line,
 * without control or invisible characters.
 */
import { plain } from './text.ts';

/** The maximum length of a text to escape, in characters. Evidence is already shortened, but other text may be longer. */
const MAX = 2000;

/** Escapes text for a terminal by removing everything that a terminal would interpret. */
export function forTerminal(text: string): string {
  return plain(text, MAX);
}

/**
 * Matches dots that make a link detector see a host name: after `www`, or before a possible top-level domain (two letters, an
 * old generic one, or punycode). Other names become links only after `//`, which is escaped separately. One pattern finds
 * both kinds of dots, so no dot is escaped twice.
 */
const HOST_DOT =
  /(?<=www)\.|\.(?=(?:[a-z]{2}|biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|рф|xn--[a-z\d-]{1,59})(?![\p{L}\p{N}_-]))/giu;

/**
 * Escapes text for Markdown. The text reads as written, and no part of it becomes markup, HTML, a link or an autolink. This
 * is true in CommonMark, in GFM and in programs that link bare host names and `//host`. The `<` of a tag becomes an entity,
 * because old parsers would show a backslash and treat the rest as HTML. GFM still links e-mail addresses, because it looks
 * for them after it has removed all escapes.
 */
export function markdownText(text: string): string {
  const cleaned = plain(text, MAX);
  // Most texts consist of letters, digits and harmless punctuation, and need no escapes.
  if (/^[a-z][a-z0-9 ,'()%-]*$/i.test(cleaned)) return cleaned;
  return withoutMarkup(cleaned)
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\/(?=\/)/g, '\\/')
    .replace(HOST_DOT, '\\.');
}

/**
 * Escapes markup and HTML, but not URLs: programs that detect links may still link them. An underscore inside a word
 * (`score_cli`) needs no escape, because it cannot begin or end emphasis (CommonMark 6.2).
 */
function withoutMarkup(cleaned: string): string {
  return cleaned
    .replace(/[\\`*[\]|~#$^={}!@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(COLON, '\\:')
    .replace(/[<>]|&(?=[#a-z])/gi, (character) => ENTITIES[character] ?? character)
    .replace(/^(\d+)([.)])(?!\S)/, '$1\\$2')
    .replace(/^[-+]/, '\\$&');
}

/**
 * Matches a colon that can begin an e-mail link (`mailto:`, `xmpp:`), an emoji (`:name:`) or a CI command (`::name`). The
 * colons of a time (`12:30:45`) need no escape, because no emoji has a name of two digits.
 */
const COLON = /:(?=:)|(?<=:|mailto|xmpp):(?!\/\/)|:(?!\d\d:)(?=[\w\\+-]+:)/gi;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns a Markdown code span (CommonMark 6.1), delimited by more backticks than any run of backticks inside. */
export function markdownCode(text: string): string {
  const code = plain(text, MAX);
  if (code === '') return '';
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** Returns a Markdown link, or only its label if the URL is not http(s). */
export function markdownLink(label: string, url: string): string {
  const href = linkTarget(url);
  // A Markdown link cannot contain other links, so URLs in the label need no escapes.
  return href === undefined ? markdownText(label) : `[${withoutMarkup(plain(label, MAX))}](<${href}>)`;
}

/** Returns a Markdown autolink (CommonMark 6.5), or only the text if the URL is not http(s). */
export function markdownUrl(url: string): string {
  const href = linkTarget(url);
  return href === undefined ? markdownText(url) : `<${href}>`;
}

/** Returns a normalized http(s) URL in which the characters that would end a link or a table cell are escaped. */
function linkTarget(url: string): string | undefined {
  return httpUrl(url)?.replace(/[<>\\|]/g, encodeURIComponent);
}

/** Escapes prose that marks code with backticks. Keeps the code spans and escapes everything else. */
export function markdownProse(text: string): string {
  return proseOf(text, markdownText);
}

/** Escapes this project's own prose, which marks code with backticks. Host names and URLs in it may become links. */
export function ownProse(text: string): string {
  return proseOf(text, withoutMarkup);
}

function proseOf(text: string, markup: (part: string) => string): string {
  return plain(text, MAX)
    .split(/(`[^`]+`)/)
    .map((part, i) => {
      if (i % 2 === 1) return markdownCode(part.slice(1, -1));
      // Sets aside a space at either end, because `markdownText` would remove it.
      const [, lead = '', words = '', tail = ''] = /^( ?)(.*?)( ?)$/s.exec(part) ?? [];
      return lead + markup(words) + tail;
    })
    .join('');
}

/**
 * Returns a code span for a table cell (GFM 4.10). Text with a pipe is only escaped: parsers disagree about pipes in code.
 */
export function markdownCodeCell(text: string): string {
  return text.includes('|') ? markdownText(text) : markdownCode(text);
}

/** Matches the start of a cell that a spreadsheet would run as a formula. Some spreadsheets ignore white space before it. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Returns a CSV cell (RFC 4180). An apostrophe before a formula turns it into text. */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns JSON for a script element, escaped so that it cannot end the element. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, unicodeEscapes);
}

/**
 * Returns JSON that contains no CI command and nothing that a terminal interprets. Invisible characters, and the first `#` of
 * a command such as `##[group]`, become JSON escapes.
 */
export function jsonText(document: unknown, indent?: number): string {
  return JSON.stringify(document, null, indent).replace(JSON_ESCAPED, unicodeEscapes);
}

/** Returns each UTF-16 code unit of `text` as a JSON escape, for example `\u003c`. */
function unicodeEscapes(text: string): string {
  return Array.from(
    { length: text.length },
    (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Matches the characters that `jsonText` escapes. Line feeds stay: `JSON.stringify` writes them only between values. */
const JSON_ESCAPED =
  /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|#(?=#\w{0,40}\[)/gu;

/** Returns the normalized URL if it is http(s). Other URLs, such as `javascript:` and `data:`, are not safe to link. */
export function httpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Returns text quoted as one word of a POSIX shell, whatever it contains. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
