/** What kind of text it looks like, text made fit to be shown, and the names that are spelt most like a word. */

/** How much may stand before the first element of an HTML page, in characters. */
const MAX_PROLOG = 64 * 1024;

/**
 * Whether a text is an HTML page, by how it begins: white space, an XML declaration and comments, then a doctype or the
 * root element.
 */
export function looksLikeHtml(text: string): boolean {
  let rest = text.slice(0, MAX_PROLOG).trimStart();
  for (let end = prologEnd(rest); end !== undefined; end = prologEnd(rest))
    rest = rest.slice(end).trimStart();
  return /^<(!doctype\s+html|html|head|body)[\s>]/i.test(rest);
}

/** Where the comment or XML declaration ends with which a text begins. */
function prologEnd(text: string): number | undefined {
  const close = text.startsWith('<!--') ? '-->' : text.startsWith('<?xml') ? '?>' : undefined;
  if (close === undefined) return undefined;
  const end = text.indexOf(close);
  return end < 0 ? text.length : end + close.length;
}

/** A whole escape sequence, of which more goes than its first byte (ECMA-48, sections 5.4 and 8.3.89). */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])?/g;
/**
 * Control and format characters, and what is shown as nothing (`Default_Ignorable_Code_Point`: soft hyphens, Hangul
 * fillers, variation selectors, tags), by which a text can hide another one. Emoji that are joined of several, or come in
 * two forms, fall apart or lose their colours by it.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Makes text of an audited site fit to be shown anywhere: control characters, terminal escapes, bidirectional
 * overrides and other invisible characters are dropped, white space is folded, what the log of a CI system takes for a
 * command is taken apart, and the text is cut to `max` characters (an ellipsis marks the cut).
 */
export function plain(text: string, max = 300): string {
  // Most text is ASCII in single spaces, and stays as it is.
  if (text.length <= max && !/[^ -~]| {2}|^ | $|::|##/.test(text)) return text;
  const visible = text.replace(ESCAPES, '').replace(/\s+/g, ' ').replace(INVISIBLE, '');
  return cut(inert(visible.replace(/ +/g, ' ').trim()), max);
}

/** The beginning of a text of an audited site, fit to be shown as `plain` makes it, but in its own lines. */
export function plainLines(text: string, max: number): string {
  const lines = text
    .slice(0, 4 * max)
    .replace(ESCAPES, '')
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll('\t', '  ').replace(INVISIBLE, '').trimEnd());
  return cut(inert(lines.join('\n').trim()), max);
}

/**
 * Text in which the log of a CI system finds no command: GitHub Actions reads lines that begin with `::` (white space
 * before it counts for nothing), GitHub and Azure Pipelines `##[…]` and `##vso[…]` wherever they stand, TeamCity
 * `##teamcity[…]`. An apostrophe goes before the one, a space parts the other. Lines are wrapped later, so that every word
 * is taken for the first.
 */
export function inert(text: string): string {
  return text.replace(/(?<=^|\s)(?=::)/g, "'").replace(/##(?=\w{0,40}\[)/g, '## ');
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${Array.from(text.slice(0, max)).slice(0, -1).join('')}…`;
}

/**
 * A text without what it ends in of these characters. A pattern such as `/\/+$/` tries each run of them anew from
 * each of its characters, which is quadratic.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Names further away than this part of their length are no suggestion. */
const FAR = 0.4;
/** A longer name is not looked up: nothing has one, and comparing takes time. */
export const LONGEST_NAME = 60;

/** At most three names that are close to what was typed, nearest first. */
export function nearest(typed: string, names: readonly string[]): string[] {
  const word = typed.toLowerCase();
  if (word.length > LONGEST_NAME) return [];
  return names
    .map((name) => ({ name, far: distance(word, name) / Math.max(word.length, name.length) }))
    .filter(({ name, far }) => far <= FAR || (word.length >= 3 && name.includes(word)))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The number of edits that turn one word into the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
