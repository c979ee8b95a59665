/** A verdict in one word, as the history keeps it: the status, and of `n_a` also why (`n_a/optional-absent`). Pure. */
import * as z from 'zod';
import { NA_REASONS, type NaReason, STATUSES, type Status } from '../check-texts/vocabulary.ts';

interface Verdict {
  readonly status: Status;
  readonly na_reason?: NaReason | undefined;
}

export type VerdictWord = Status | `n_a/${NaReason}`;

export const verdictWordSchema = z.enum([
  ...STATUSES,
  ...NA_REASONS.map((reason): VerdictWord => `n_a/${reason}`),
]);

/** Two results with the same word say the same: what does not apply is not what is optional and left out. */
export function verdictWord({ status, na_reason }: Verdict): VerdictWord {
  return status === 'n_a' && na_reason !== undefined ? `n_a/${na_reason}` : status;
}

/** What a word says. */
export function readVerdict(word: VerdictWord): Verdict {
  const reason = NA_REASONS.find((one) => word === `n_a/${one}`);
  return reason === undefined ? { status: word as Status } : { status: 'n_a', na_reason: reason };
}
