/** The error for a name that nothing has: the nearest names first, then all of them. */
import type { ErrorKind } from '../errors.ts';
import { CliError } from './errors.ts';

/** Names further away than this part of their length are no suggestion. */
const FAR = 0.4;
/** A longer name is not looked up: nothing has one, and comparing takes time. */
const LONGEST = 60;

/** At most three names that are close to what was typed, nearest first. */
export function nearest(typed: string, names: readonly string[]): string[] {
  const word = typed.toLowerCase();
  if (word.length > LONGEST) return [];
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

export interface UnknownName {
  readonly kind: ErrorKind;
  /** The sentence, from the name as it may be shown. */
  readonly message: (shown: string) => string;
  readonly name: string;
  readonly allowed: readonly string[];
  readonly hint: string;
}

export function unknownName({ kind, message, name, allowed, hint }: UnknownName): CliError {
  const shown = name.slice(0, LONGEST).replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '?');
  const near = nearest(name, allowed);
  const question = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  return new CliError(kind, message(shown), { hint: question + hint, allowed });
}
