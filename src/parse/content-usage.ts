/**
 * Usage preferences of the IETF's AIPREF group: the value of a `Content-Usage` line in robots.txt or of the header field
 * of that name (draft-ietf-aipref-attach-05), a dictionary of categories (draft-ietf-aipref-vocab-08, "Exemplary
 * Serialization Format").
 */

/** One preference as it is written: `train-ai=n`. */
export interface UsagePreference {
  readonly category: string;
  /** The token that it is set to; `undefined` for another type of value, which states nothing. */
  readonly value: string | undefined;
}

/** The categories of the vocabulary in force. Earlier drafts had others, which are to be ignored now. */
const CATEGORIES: readonly string[] = ['train-ai', 'search'];

/** A value longer than this is not read further, in characters. */
const MAX_CHARS = 8 * 1024;
const OWS = /[ \t]*/y;
const KEY = /[a-z*][a-z0-9_.*-]*/y;
/** A bare item (RFC 9651 section 3.3): number or date, string, token, byte sequence, boolean; or an inner list. */
const ITEM =
  /@?-?\d[\d.]*|"(?:[ !#-[\]-~]|\\["\\])*"|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|:[A-Za-z0-9+/=]*:|\?[01]|\([^()]*\)/y;
const PARAMETER = /;[ ]*[a-z*][a-z0-9_.*-]*/y;

/**
 * Reads a line of robots.txt: a path may stand before the preferences.
 *
 * @returns `undefined` where the dictionary cannot be parsed, and states nothing for that reason
 */
export function parseContentUsageRule(value: string): UsagePreference[] | undefined {
  const rule = value.slice(0, MAX_CHARS).trim();
  return parseContentUsage(rule.startsWith('/') ? rule.replace(/^[^ \t]+/, '') : rule);
}

/** Reads a dictionary (RFC 9651 section 4.2.2); of a category that is set twice the last value counts. */
export function parseContentUsage(value: string): UsagePreference[] | undefined {
  const text = value.slice(0, MAX_CHARS).trim();
  const stated = new Map<string, string | undefined>();
  for (let at = 0; at < text.length; ) {
    const key = take(KEY, text, at);
    if (key === undefined) return undefined;
    at += key.length;
    const member = readValue(text, at);
    if (member === undefined) return undefined;
    stated.set(key, member.token);
    at = member.end + (take(OWS, text, member.end)?.length ?? 0);
    if (at === text.length) break;
    if (text[at] !== ',') return undefined;
    at += 1;
    at += take(OWS, text, at)?.length ?? 0;
    // A comma at the end is an error of the format.
    if (at === text.length) return undefined;
  }
  return Array.from(stated, ([category, token]) => ({ category, value: token }));
}

/** A category of the vocabulary that is allowed (`y`) or not (`n`). */
export function isPreference({ category, value }: UsagePreference): boolean {
  return CATEGORIES.includes(category) && (value === 'y' || value === 'n');
}

/** The value of a member and its parameters, which mean nothing here; without a value it is the boolean true. */
function readValue(text: string, start: number): { token: string | undefined; end: number } | undefined {
  let at = start;
  let token: string | undefined;
  if (text[at] === '=') {
    const item = take(ITEM, text, at + 1);
    if (item === undefined) return undefined;
    if (/^[A-Za-z*]/.test(item)) token = item;
    at += 1 + item.length;
  }
  for (
    let parameter = take(PARAMETER, text, at);
    parameter !== undefined;
    parameter = take(PARAMETER, text, at)
  ) {
    at += parameter.length;
    if (text[at] !== '=') continue;
    const item = take(ITEM, text, at + 1);
    if (item === undefined || item.startsWith('(')) return undefined;
    at += 1 + item.length;
  }
  return { token, end: at };
}

function take(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
