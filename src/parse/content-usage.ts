/**
 * Usage preferences of the IETF's AIPREF group: the value of a `Content-Usage` line in robots.txt or of the header field
 * of that name (draft-ietf-aipref-attach-05), a dictionary of categories (draft-ietf-aipref-vocab-08, "Exemplary
 * Serialization Format").
 */
import { parseDictionary, Token } from 'structured-headers';

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
  try {
    return Array.from(parseDictionary(value.slice(0, MAX_CHARS).trim()), ([category, [item]]) => ({
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
