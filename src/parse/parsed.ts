/** A parser's answer: what it read, or in a few words why it could not. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | Unread;

interface Unread {
  readonly ok: false;
  readonly why: string;
  /** It goes beyond a limit of ours, which `why` names: nothing can be said of it. */
  readonly beyondLimit?: true;
}

/** Of what goes on beyond the part that is read. */
export const LONGER_THAN_READ =
  'longer than what is read of a body (2 MiB, or what is left of the 16 MiB of an audit)';

export function beyondLimit(why: string): Unread {
  return { ok: false, why, beyondLimit: true };
}
