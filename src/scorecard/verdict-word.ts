/** A verdict in one word, as the history keeps it: the status, and of `n_a` also why (`n_a/optional-absent`). Pure. */

interface Verdict {
  readonly status: string;
  readonly na_reason?: string | undefined;
}

/** Two results with the same word say the same: what does not apply is not what is optional and left out. */
export function verdictWord({ status, na_reason }: Verdict): string {
  return status === 'n_a' && na_reason !== undefined ? `${status}/${na_reason}` : status;
}

/** What a word says. Files of older versions have `n_a` alone: why is not known. Untrusted. */
export function readVerdict(word: string): Verdict {
  const [status = word, na_reason] = word.split('/', 2);
  return na_reason === undefined ? { status } : { status, na_reason };
}
