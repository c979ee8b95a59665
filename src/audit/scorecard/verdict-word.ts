/** A verdict as one word, as stored in the history: the status, and for `n_a` also the reason (`n_a/optional-absent`). */
import * as z from 'zod';
import { NA_REASONS, type NaReason, STATUSES, type Status } from '../check-texts/vocabulary.ts';
import type { Result } from './schema.ts';

interface Verdict {
  readonly status: Status;
  readonly na_reason?: NaReason | undefined;
}

export type VerdictWord = Status | `n_a/${NaReason}`;

export const verdictWordSchema = z.enum([
  ...STATUSES,
  ...NA_REASONS.map((reason): VerdictWord => `n_a/${reason}`),
]);

/** Returns the word for a verdict. Equal words mean equal verdicts, because `n_a` has a word for each reason. */
export function verdictWord({ status, na_reason }: Verdict): VerdictWord {
  return status === 'n_a' && na_reason !== undefined ? `n_a/${na_reason}` : status;
}

export function readVerdict(word: VerdictWord): Verdict {
  const reason = NA_REASONS.find((one) => word === `n_a/${one}`);
  return reason === undefined ? { status: word as Status } : { status: 'n_a', na_reason: reason };
}

/** Returns whether the check was not run or could not be decided. */
export function hasNoVerdict({ status }: Pick<Result, 'status'>): boolean {
  return status === 'error' || status === 'skip';
}
