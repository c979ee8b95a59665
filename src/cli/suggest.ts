/** The error for a name that nothing has: the nearest names first, then all of them. */
import type { ErrorKind } from '../errors.ts';
import { LONGEST_NAME, nearest } from '../parse/text.ts';
import { CliError } from './errors.ts';

interface UnknownName {
  readonly kind: ErrorKind;
  /** The sentence, from the name as it may be shown. */
  readonly message: (shown: string) => string;
  readonly name: string;
  readonly allowed: readonly string[];
  readonly hint: string;
}

export function unknownName({ kind, message, name, allowed, hint }: UnknownName): CliError {
  const near = nearest(name, allowed);
  const question = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  return new CliError(kind, message(shownName(name)), { hint: question + hint, allowed });
}

/** What was typed as it may be shown: cut, and without what a terminal would obey or hide. */
export function shownName(typed: string): string {
  return typed.slice(0, LONGEST_NAME).replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '?');
}
