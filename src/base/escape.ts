/**
 * One escaping rule for each output: terminal, Markdown, CSV, JSON. HTML and XML have theirs in `html/markup.ts`, whose
 * templates escape what they are given. Text of an audited site passes through one of these wherever it stands; those for
 * people to read first make it `plain` (one line, no control or invisible characters).
 */
import { plain } from './text.ts';

/** Evidence is cut where it is made; this cuts what comes from elsewhere, such as a scorecard read from a file. */
const MAX = 2000;

/** For a terminal: nothing is left that it would interpret. */
export function forTerminal(text: string): string {
  return plain(text, MAX);
}

/**
 * The dots by which readers that look for links know a host name: the one after `www`, and the one before what they take
 * for the end of the name: two letters (a country, or `.md`), one of the oldest domains, a name that is encoded. All
 * other names need a scheme or `//` before them. One pattern, so that no dot is escaped twice.
 */
const HOST_DOT =
  /(?<=www)\.|\.(?=(?:[a-z]{2}|biz|com|edu|gov|net|org|pro|web|xxx|aero|asia|coop|info|museum|name|shop|рф|xn--[a-z\d-]{1,59})(?![\p{L}\p{N}_-]))/giu;

/**
 * For Markdown text: it reads as written, no part of it is markup, HTML, a link or an autolink (CommonMark, GFM, readers
 * that link bare hosts and `//host`). What begins a tag is an entity: readers older than CommonMark do not know it escaped
 * by a backslash, which they show, and would take what follows for HTML. GFM alone still links an e-mail address, which it looks for when all escapes are gone.
 */
export function markdownText(text: string): string {
  const shown = plain(text, MAX);
  // Most texts are words alone.
  if (/^[a-z][a-z0-9 ,'()%-]*$/i.test(shown)) return shown;
  return withoutMarkup(shown)
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\/(?=\/)/g, '\\/')
    .replace(HOST_DOT, '\\.');
}

/** No part of it is markup or HTML; what looks like an address may become a link in a reader that looks for links. */
function withoutMarkup(shown: string): string {
  return shown
    .replace(/[\\`*_[\]|~#$^={}!@]/g, '\\$&')
    .replace(COLON, '\\:')
    .replace(/[<>]|&(?=[#a-z])/gi, (character) => ENTITIES[character] ?? character)
    .replace(/^(\d+)([.)])(?!\S)/, '$1\\$2')
    .replace(/^[-+]/, '\\$&');
}

/**
 * A colon that can begin an e-mail link (`mailto:`, `xmpp:`), an emoji (`:name:`) or a command of a CI system (`::name`).
 * The colons of a time begin none of these: no emoji has a name of two digits.
 */
const COLON = /:(?=:)|(?<=:|mailto|xmpp):(?!\/\/)|:(?!\d\d:)(?=[\w\\+-]+:)/gi;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A code span (CommonMark 6.1), delimited by more backticks than any run inside it. */
export function markdownCode(text: string): string {
  const code = plain(text, MAX);
  if (code === '') return '';
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** A link, or its label alone where the URL is not http(s). */
export function markdownLink(label: string, url: string): string {
  const href = linkTarget(url);
  // Nothing in a link becomes another link.
  return href === undefined ? markdownText(label) : `[${withoutMarkup(plain(label, MAX))}](<${href}>)`;
}

/** A link that shows its own URL (CommonMark 6.5), or the text alone where it is not http(s). */
export function markdownUrl(url: string): string {
  const href = linkTarget(url);
  return href === undefined ? markdownText(url) : `<${href}>`;
}

/** The URL without what ends a link, or a cell of a table. */
function linkTarget(url: string): string | undefined {
  return httpUrl(url)?.replace(/[<>\\|]/g, encodeURIComponent);
}

/** Prose that marks code by backticks: code spans stay, everything else is text. */
export function markdownProse(text: string): string {
  return proseOf(text, markdownText);
}

/** The same of this project's own prose, whose host names and addresses may be links: they stay as they are written. */
export function ownProse(text: string): string {
  return proseOf(text, withoutMarkup);
}

function proseOf(text: string, markup: (part: string) => string): string {
  return plain(text, MAX)
    .split(/(`[^`]+`)/)
    .map((part, i) => {
      if (i % 2 === 1) return markdownCode(part.slice(1, -1));
      // `plain` would drop the spaces at its ends.
      const [, lead = '', words = '', tail = ''] = /^( ?)(.*?)( ?)$/s.exec(part) ?? [];
      return lead + markup(words) + tail;
    })
    .join('');
}

/**
 * Code in a cell of a table (GFM 4.10). A pipe ends a cell even in code, and parsers disagree on how a backslash
 * before it is read, so that text with a pipe is shown as text.
 */
export function markdownCodeCell(text: string): string {
  return text.includes('|') ? markdownText(text) : markdownCode(text);
}

/** What a spreadsheet would run as a formula; white space before it is dropped by some of them. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A cell of CSV (RFC 4180). An apostrophe before what a spreadsheet would run makes it text again. */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** JSON inside a script element: nothing in it can end the element. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, unicodeEscapes);
}

/**
 * JSON in which the log of a CI system finds no command and a terminal nothing to obey: all that is invisible, and `##`
 * before a bracket, is written as escapes, which readers of JSON give back as they were.
 *
 * @param indent as `JSON.stringify` takes it
 */
export function jsonText(document: unknown, indent?: number): string {
  return JSON.stringify(document, null, indent).replace(JSON_ESCAPED, unicodeEscapes);
}

/** Each UTF-16 code unit of `text` as JSON can write it: `\u003c`. */
function unicodeEscapes(text: string): string {
  return Array.from(
    { length: text.length },
    (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** White space that JSON has between its values stays. */
const JSON_ESCAPED =
  /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|#(?=#\w{0,40}\[)/gu;

/** The URL in its normal form where a page may link to it: http(s) only, never `javascript:` or `data:`. */
export function httpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Text as one word of a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
