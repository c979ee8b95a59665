/** Recognizes HTML, makes text safe to show, and suggests similar names. */

/** The maximum number of characters before the first element of an HTML page. */
const MAX_PROLOG = 64 * 1024;

/** Returns whether a text starts like an HTML page. White space, an XML declaration and comments may come first. */
export function looksLikeHtml(text: string): boolean {
  let rest = text.slice(0, MAX_PROLOG).trimStart();
  for (let end = prologEnd(rest); end !== undefined; end = prologEnd(rest))
    rest = rest.slice(end).trimStart();
  return /^<(!doctype\s+html|html|head|body)[\s>]/i.test(rest);
}

/** Returns the index after the comment or XML declaration at the start of a text; `undefined` if there is neither. */
function prologEnd(text: string): number | undefined {
  const close = text.startsWith('<!--') ? '-->' : text.startsWith('<?xml') ? '?>' : undefined;
  if (close === undefined) return undefined;
  const end = text.indexOf(close);
  return end < 0 ? text.length : end + close.length;
}

/** Matches a whole terminal escape sequence, not only its first byte (ECMA-48, sections 5.4 and 8.3.89). */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])?/g;
/**
 * Matches characters that can hide text: control and format characters, and characters displayed as nothing
 * (`Default_Ignorable_Code_Point`: soft hyphens, Hangul fillers, variation selectors, tags). Removing them changes emoji.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Makes text of an audited site safe to show anywhere. Removes control characters, terminal escapes, bidirectional overrides
 * and other invisible characters, collapses white space, and breaks up commands for CI systems (`inert`). Cuts the text to
 * `max` characters and marks the cut with an ellipsis.
 */
export function plain(text: string, max = 300): string {
  // Most text is ASCII with single spaces and needs no change.
  if (text.length <= max && !/[^ -~]| {2}|^ | $|::|##/.test(text)) return text;
  const visible = text.replace(ESCAPES, '').replace(/\s+/g, ' ').replace(INVISIBLE, '');
  return cut(inert(visible.replace(/ +/g, ' ').trim()), max);
}

/** Makes text of an audited site safe to show like `plain`, but keeps line breaks and spaces. */
export function plainLines(text: string, max: number): string {
  const lines = text
    .slice(0, 4 * max)
    .replace(ESCAPES, '')
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll('\t', '  ').replace(INVISIBLE, '').trimEnd());
  return cut(inert(lines.join('\n').trim()), max);
}

/**
 * Breaks up commands that a CI system would run from its log: puts an apostrophe before `::` and a space after `##`. GitHub
 * Actions reads lines that start with `::`; GitHub and Azure Pipelines read `##[…]` and `##vso[…]` anywhere; TeamCity reads
 * `##teamcity[…]`. Text is wrapped into lines later, so any word can become the first of a line.
 */
export function inert(text: string): string {
  return text.replace(/(?<=^|\s)(?=::)/g, "'").replace(/##(?=\w{0,40}\[)/g, '## ');
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${Array.from(text.slice(0, max)).slice(0, -1).join('')}…`;
}

/** Removes the given characters from the end of a text. A pattern such as `/\/+$/` would take quadratic time. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The maximum edit distance of a suggested name, as a fraction of the longer word's length. */
const FAR = 0.4;
/** The maximum length of a name typed by a user, in characters. Known names are shorter, and comparing long texts is slow. */
export const LONGEST_NAME = 60;

/** Returns at most three names that contain `typed` or are similar to it, most similar first. */
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

/** Returns the number of edits that turn one word into the other (Levenshtein). */
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

/** Returns a number with its noun, for example `2 checks` or `1 check`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns the first `most` names, then how many are left out, for example `a, b and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
