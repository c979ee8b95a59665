/** A parser's answer: what it read, or in a few words why it could not. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly why: string;
      /** It is one of our own limits that was met, which says nothing of the text. */
      readonly isLimit?: true;
    };

/** Of what goes on beyond the part that is read. */
export const LONGER_THAN_READ =
  'longer than what is read of a body (2 MiB, or what is left of the 16 MiB of an audit)';
